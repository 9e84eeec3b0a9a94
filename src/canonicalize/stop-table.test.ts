import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isStopWord } from '../engines/scalar/letters.ts';
import { stopTable } from './stop-table.ts';
import { openStopWords } from './stop-words.ts';

/** The mixed hash of this word is 0. */
const HASHES_TO_ZERO = 'hep12swbojyf6y69';

describe('the stop-word table', () => {
  it('holds the words it was made of and no others', () => {
    const word = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(
        fc.uniqueArray(word, { maxLength: 300 }),
        fc.array(word, { maxLength: 100 }),
        (inside, outside) => {
          const table = stopTable(inside);
          for (const each of inside) expect(holds(table, each)).toBe(true);
          for (const each of outside) expect(holds(table, each)).toBe(inside.includes(each));
        },
      ),
      { numRuns: 60 },
    );
  });

  it('the stop-word table can be empty', () => {
    expect(holds(stopTable([]), 'a')).toBe(false);
    expect(holds(stopTable([]), HASHES_TO_ZERO)).toBe(false);
  });

  it('the stop-word table does not take a word whose hash is 0 for one of them', () => {
    const lists = openStopWords(2);
    for (const lang of ['en', 'uk', 'es', 'nl', 'sv', 'zh'])
      expect(holds(lists(lang), HASHES_TO_ZERO)).toBe(false);
    expect(holds(stopTable(['a', HASHES_TO_ZERO]), HASHES_TO_ZERO)).toBe(true);
  });

  it('holds lists of any size', () => {
    const words = Array.from({ length: 5000 }, (_, i) => `w${i}`);
    const table = stopTable(words);
    expect(words.every((word) => holds(table, word))).toBe(true);
    expect(words.some((word) => holds(table, `${word}x`))).toBe(false);
  });
});

function holds(table: Uint8Array, word: string): boolean {
  const bytes = Buffer.from(word);
  const memory = new Uint8Array(table.length + bytes.length);
  memory.set(table);
  memory.set(bytes, table.length);
  const u32 = new Uint32Array(memory.buffer, 0, table.length / 4);
  return isStopWord(memory, u32, 0, table.length, memory.length);
}
