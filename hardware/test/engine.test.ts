/** An engine gives the fingerprints of the software, and keeps its cores busy. */

import { expect, it } from 'vitest';
import { DOCUMENTS, exampleTexts, LONG, random, testDocuments } from './documents.ts';
import { differences, MIXED, SDBM, softwareFingerprints } from './software.ts';
import { describeWith, VERILATOR } from './tools.ts';
import { compile, simulate } from './verilator.ts';

const EIGHT = { LANES: 8, BEAT_BYTES: 16 };

describeWith(VERILATOR, 'fingerprint_engine', () => {
  it('an engine of eight cores gives the fingerprints of the software, whatever the two sides do', () => {
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

  const lengths = [
    { name: 'documents of 4.2 KB', length: 4231, count: 400, atLeast: 7.9 },
    { name: 'tweets of 45 bytes', length: 45, count: 20_000, atLeast: 7.5 },
  ];
  for (const { name, length, count, atLeast } of lengths)
    it(`an engine of eight cores takes at least ${atLeast} bytes a cycle of ${name}`, () => {
      const program = compile({ top: 'fingerprint_engine', parameters: EIGHT });
      const { bytesPerCycle } = simulate(program, wordsOfExamples(count, length));
      console.log(`${name}: ${bytesPerCycle} bytes a cycle`);
      expect(bytesPerCycle).toBeGreaterThanOrEqual(atLeast);
    });

  const others: { name: string; parameters: Record<string, number>; mode: typeof SDBM | typeof MIXED }[] = [
    { name: 'of 32 cores and 64 bytes a beat', parameters: { LANES: 32, BEAT_BYTES: 64 }, mode: SDBM },
    {
      name: 'of six cores with the mixed hash and 8 bytes a beat',
      parameters: { LANES: 6, BEAT_BYTES: 8, MIXED: 1 },
      mode: MIXED,
    },
  ];
  for (const { name, parameters, mode } of others)
    it.runIf(LONG)(`${name} gives the fingerprints of the software`, () => {
      const program = compile({ top: 'fingerprint_engine', parameters });
      const documents = [...testDocuments(2000, 5), ...wordsOfExamples(2000, 4231)];
      const expected = softwareFingerprints(documents, mode);
      for (const gaps of [{}, { seed: 2, inputGaps: 30, outputGaps: 50, nullBytes: 20 }]) {
        const { fingerprints, bytesPerCycle } = simulate(program, documents, gaps);
        expect(differences(fingerprints, expected)).toEqual([]);
        console.log(`fingerprint_engine ${name}: ${bytesPerCycle} bytes a cycle`);
      }
    });
});

/** Documents of exactly this length, of random words of the English examples. */
function wordsOfExamples(count: number, length: number): Uint8Array[] {
  const draw = random(7);
  const words = exampleTexts('articles.jsonl').flatMap((text) => text.split(' '));
  return Array.from({ length: count }, () => {
    let text = '';
    while (text.length < length) text += `${words[draw(words.length)]} `;
    return new TextEncoder().encode(text).subarray(0, length);
  });
}
