import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Corpus } from '../corpus/corpus.ts';
import { formatFingerprint } from '../fingerprint/simhash.ts';
import { visible } from '../visible.ts';
import { formatFingerprintLines } from './fingerprint-lines.ts';

test('lines are those that JSON.stringify and formatFingerprint give, whatever the ids are', () => {
  const id = fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary' }),
    fc.string({ minLength: 250, maxLength: 600 }),
    fc.string({ unit: fc.constantFrom('\\', 'a', '"', '\u007f'), minLength: 1, maxLength: 3 }),
  );
  fc.assert(
    fc.property(
      fc.array(fc.tuple(id, fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })), { maxLength: 40 }),
      fc.integer({ min: 1, max: 400_000 }),
      (documents, long) => {
        const corpus = new Corpus();
        for (const [id, fingerprint] of [...documents, ['x'.repeat(long), 1n] as const]) {
          if (corpus.ids.add(id) === -1) corpus.fingerprints.push(fingerprint);
        }
        const all = Array.from({ length: corpus.length }, (_, i) => ({
          id: corpus.ids.get(i),
          fingerprint: formatFingerprint(corpus.fingerprints.get(i)),
        }));
        const middle = documents.length >> 1;
        const written = (format: 'text' | 'json') =>
          Buffer.concat([
            ...formatFingerprintLines(corpus, format, 0, Math.min(middle, corpus.length)),
            ...formatFingerprintLines(corpus, format, Math.min(middle, corpus.length)),
          ]).toString();
        expect(written('json')).toBe(all.map((line) => `${visible(JSON.stringify(line))}\n`).join(''));
        expect(written('text')).toBe(
          all.map((line) => `${line.fingerprint}\t${visible(line.id)}\n`).join(''),
        );
      },
    ),
    { numRuns: 30 },
  );
});
