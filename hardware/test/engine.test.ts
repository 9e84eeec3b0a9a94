/** An engine gives the fingerprints of the software, and keeps its cores busy. */

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { random, testDocuments } from './documents.ts';
import { differences, SDBM, softwareFingerprints } from './software.ts';
import { describeWith } from './tools.ts';
import { compile, RTL, simulate } from './verilator.ts';

const DOCUMENTS = Number(process.env.NEARDUP_HARDWARE_DOCUMENTS ?? 2000);
const EIGHT = { LANES: 8, BEAT_BYTES: 16 };

describeWith(['verilator', 'c++ compiler'], 'fingerprint_engine of eight cores', () => {
  it('gives the fingerprints of the software, whatever the two sides do', () => {
    const program = compile({ top: 'fingerprint_engine', parameters: EIGHT });
    const documents = testDocuments(DOCUMENTS, 3);
    const expected = softwareFingerprints(documents, SDBM);
    const ways = [{}, { goRound: 1 }, { seed: 2, inputGaps: 30, outputGaps: 90, nullBytes: 20 }];
    for (const gaps of ways) {
      const { fingerprints, bytes, cycles } = simulate(program, documents, gaps);
      expect(differences(fingerprints, expected)).toEqual([]);
      console.log(`fingerprint_engine: ${documents.length} documents, ${bytes} bytes, ${cycles} cycles`);
    }
  });

  it.skipIf(process.env.NEARDUP_HARDWARE_DOCUMENTS === undefined)(
    'with 32 cores and 64 bytes a beat, as many as four of the paper, gives the fingerprints of the software',
    () => {
      const program = compile({ top: 'fingerprint_engine', parameters: { LANES: 32, BEAT_BYTES: 64 } });
      const documents = wordsOfExamples(2000, 4231);
      const { fingerprints, bytesPerCycle } = simulate(program, documents);
      expect(differences(fingerprints, softwareFingerprints(documents, SDBM))).toEqual([]);
      console.log(`32 cores: ${bytesPerCycle} bytes a cycle`);
    },
  );

  const lengths = [
    { name: 'documents of 4.2 KB', length: 4231, count: 400, atLeast: 7.9 },
    { name: 'tweets of 45 bytes', length: 45, count: 20_000, atLeast: 7.5 },
  ];
  for (const { name, length, count, atLeast } of lengths)
    it(`takes at least ${atLeast} bytes a cycle of ${name}`, () => {
      const program = compile({ top: 'fingerprint_engine', parameters: EIGHT });
      const { bytesPerCycle } = simulate(program, wordsOfExamples(count, length));
      console.log(`${name}: ${bytesPerCycle} bytes a cycle`);
      expect(bytesPerCycle).toBeGreaterThanOrEqual(atLeast);
    });
});

describeWith(['verilator'], 'fingerprint_engine', () => {
  it('is free of warnings with 1, 6 and 32 cores, narrow and wide', () => {
    for (const [lanes, bytes] of [
      [1, 2],
      [6, 8],
      [32, 64],
    ]) {
      const parameters = [`-GLANES=${lanes}`, `-GBEAT_BYTES=${bytes}`];
      const lint = ['--lint-only', '-Wall', '--top-module', 'fingerprint_engine', ...parameters, ...RTL];
      expect(spawnSync('verilator', lint, { encoding: 'utf8' }).stderr).toBe('');
    }
  });
});

/** Documents of exactly this length, of random words of the English examples. */
function wordsOfExamples(count: number, length: number): Uint8Array[] {
  const draw = random(7);
  const lines = readFileSync(new URL('../../examples/articles.jsonl', import.meta.url), 'utf8')
    .trim()
    .split('\n');
  const words = lines.flatMap(
    (line) => (JSON.parse(line).text as string).toLowerCase().match(/[a-z]+/g) ?? [],
  );
  return Array.from({ length: count }, () => {
    let text = '';
    while (text.length < length) text += `${words[draw(words.length)]} `;
    return new TextEncoder().encode(text.slice(0, length));
  });
}
