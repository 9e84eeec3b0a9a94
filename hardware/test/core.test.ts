/** One core gives the fingerprints of the software, in the order of the documents, whatever the two sides do. */

import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { DOCUMENTS, testDocuments } from './documents.ts';
import { runBench } from './icarus.ts';
import { differences, MIXED, SDBM, SDBM_TIES, softwareFingerprints } from './software.ts';
import { describeWith, VERILATOR } from './tools.ts';
import { compile, HARDWARE, RTL, simulate } from './verilator.ts';

/** What the core is compared with in size. */
const PAPER_COUNTERS = join(HARDWARE, 'synth', 'paper_counters.v');

describeWith(VERILATOR, 'simhash_core in Verilator', () => {
  const documents = testDocuments(DOCUMENTS, 1);
  const cores: { name: string; parameters: Record<string, number>; mode: number }[] = [
    { name: "paper A's hash", parameters: {}, mode: SDBM },
    { name: 'the mixed hash', parameters: { MIXED: 1 }, mode: MIXED },
  ];
  for (const { name, parameters, mode } of cores) {
    it(`the core gives the fingerprints of the software with ${name}`, () => {
      const program = compile({ top: 'simhash_core', parameters });
      const expected = softwareFingerprints(documents, mode);
      const ways = [
        {},
        { seed: 2, inputGaps: 30, outputGaps: 97, nullBytes: 5 },
        { seed: 3, inputGaps: 80, outputGaps: 20 },
      ];
      for (const gaps of ways) {
        const { fingerprints, bytes, cycles } = simulate(program, documents, gaps);
        expect(differences(fingerprints, expected)).toEqual([]);
        console.log(`simhash_core, ${name}: ${documents.length} documents, ${bytes} bytes, ${cycles} cycles`);
      }
    });
  }
});

describeWith(['icarus'], 'simhash_core in Icarus', () => {
  const documents = testDocuments(80, 2).filter((document) => document.length < 1000);
  const paper = RTL.map((file) => (basename(file) === 'bit_majority.v' ? PAPER_COUNTERS : file));
  const cases: { name: string; parameters: Record<string, number>; mode: number; sources?: string[] }[] = [
    { name: "paper A's hash", parameters: {}, mode: SDBM },
    { name: 'ties to one', parameters: { TIES: 1 }, mode: SDBM_TIES },
    { name: 'the mixed hash', parameters: { MIXED: 1 }, mode: MIXED },
    { name: "paper A's counters", parameters: {}, mode: SDBM, sources: paper },
    { name: "paper A's counters and ties to one", parameters: { TIES: 1 }, mode: SDBM_TIES, sources: paper },
  ];
  for (const { name, parameters, mode, sources } of cases)
    it(`the core in Icarus gives the fingerprints of the software with ${name}`, () => {
      const expected = softwareFingerprints(documents, mode);
      for (const gaps of [0, 5])
        expect(differences(runBench(documents, { parameters, gaps, sources }), expected)).toEqual([]);
    });

  const encode = (text: string) => new TextEncoder().encode(text);

  it('the core gives both values of the example in paper A: more than half, and at least half', () => {
    const example = [encode('school students school teachers')];
    expect(runBench(example)).toEqual(['0024228508310ab0']);
    expect(runBench(example, { parameters: { TIES: 1 } })).toEqual(['3aa423c558350ff4']);
  });

  it('the core treats a NUL byte as a separator that ends no document', () => {
    expect(runBench([encode('alpha\0beta'), encode('gamma\0')])).toEqual(
      runBench([encode('alpha beta'), encode('gamma')]),
    );
  });

  it('the core marks a document with more words than the counters hold, and no other', () => {
    const documents = [15, 16, 31, 7].map((words) => encode('ab cd '.repeat(16).slice(0, 3 * words)));
    const lines = runBench(documents, { parameters: { COUNT_BITS: 4 } });
    expect(lines.map((line) => line.endsWith(' overflow'))).toEqual([false, true, true, false]);
    const expected = softwareFingerprints(documents, SDBM);
    expect([lines[0], lines[3]]).toEqual([expected[0], expected[3]]);
  });
});
