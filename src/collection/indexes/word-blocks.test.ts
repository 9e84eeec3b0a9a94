import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SoughtTerm } from '../../nearest/sought-term.ts';
import { postingsOf } from '../../nearest/term-postings.ts';
import { blocksOf } from './word-blocks.ts';
import { Samples, TermCounter } from './word-lookup.ts';

/** Words that begin alike, forms of each other, scripts without spaces, a very long one. */
const word = fc.oneof(
  fc.constantFrom(
    'oil',
    'oils',
    'price',
    'prices',
    'pricing',
    'priced',
    'prize',
    'a',
    'an',
    'ціна',
    'ціни',
    'цін',
  ),
  fc.constantFrom(
    '日本',
    '本語',
    '日',
    '語',
    'é',
    'ééééé',
    'éééé',
    `${'x'.repeat(70)}a`,
    `${'x'.repeat(70)}b`,
  ),
  fc.string({ unit: fc.constantFrom('a', 'b', 'p', 'r'), minLength: 1, maxLength: 9 }),
);
const text = fc.array(word, { maxLength: 30 }).map((words) => words.join(' '));

function piece(texts: readonly string[]) {
  const encoded = texts.map((each) => Buffer.from(each));
  const all = Buffer.concat(encoded);
  let end = 0;
  const ends = Float64Array.from(encoded, ({ length }) => (end += length));
  return { ends, read: (from: number, length: number) => all.subarray(from, from + length) };
}

describe('words in blocks', () => {
  it('words in blocks have the documents, and as often, that a search through all texts finds', () => {
    fc.assert(
      fc.property(
        fc.array(text, { minLength: 1, maxLength: 40 }),
        fc.array(word, { minLength: 1, maxLength: 5 }),
        (texts, words) => {
          const { ends, read } = piece(texts);
          const starts = (i: number) => (i === 0 ? 0 : ends[i - 1]);
          const rows = { count: texts.length, start: starts, end: (i: number) => ends[i], read };
          const expected = postingsOf(rows, new Set(words));
          const counter = new TermCounter();
          for (const each of new Set(words)) {
            const found: number[][] = [];
            for (const block of blocksOf(ends, read)) {
              counter.count(new SoughtTerm(each), block, new Samples(block), (document, exact, forms) =>
                found.push([block.first + document, exact, forms]),
              );
            }
            const postings = expected.get(each)!;
            const wanted = Array.from({ length: postings.length }, (_, i) => [
              postings.position(i),
              postings.exact(i),
              postings.forms(i),
            ]);
            expect(found).toEqual(wanted);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it('words in blocks that were forged end in an error or in documents of the block', () => {
    const forged = fc.array(fc.record({ at: fc.nat(), byte: fc.integer({ min: 0, max: 255 }) }), {
      minLength: 1,
      maxLength: 4,
    });
    fc.assert(
      fc.property(
        fc.array(text, { minLength: 1, maxLength: 20 }),
        word,
        forged,
        fc.boolean(),
        (texts, each, changes, inSamples) => {
          const { ends, read } = piece(texts);
          const [block] = blocksOf(ends, read);
          const bytes = Uint8Array.from(inSamples ? block.samples() : block.entries(0, block.length));
          for (const { at, byte } of changes) if (bytes.length > 0) bytes[at % bytes.length] = byte;
          const changed = {
            ...block,
            ...(inSamples
              ? { samples: () => bytes }
              : { entries: (from: number, length: number) => bytes.subarray(from, from + length) }),
          };
          try {
            new TermCounter().count(new SoughtTerm(each), changed, new Samples(changed), (document) =>
              expect(document).toBeLessThan(block.documents),
            );
          } catch (error) {
            expect(String(error)).toMatch(/a block does not match its facts/);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it('words in blocks are found in the middle of many pages', () => {
    const words = Array.from({ length: 5000 }, (_, i) => `w${(i * 7919) % 5000}q`);
    const { ends, read } = piece(words.map((each, i) => `${each} common ${words[(i + 1) % words.length]}`));
    const blocks = blocksOf(ends, read);
    const samples = new Samples(blocks[0]);
    expect(samples.length).toBeGreaterThan(10);
    for (const i of [0, 1, 2500, 4999]) {
      const found: number[] = [];
      new TermCounter().count(new SoughtTerm(words[i]), blocks[0], samples, (document, exact) => {
        if (exact > 0) found.push(document);
      });
      expect(found).toEqual([i, (i + 4999) % 5000].sort((a, b) => a - b));
    }
  });
});
