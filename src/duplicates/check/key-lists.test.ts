import { expect, test } from 'vitest';
import { DocumentTable } from '../../collection/tables/document-table.ts';
import { DocumentView } from '../../collection/tables/document-view.ts';
import { KeyLists } from './key-lists.ts';

const KEY = 7;

/** Documents with the key, of which every third has a text that others have as well; some with another key are between them. */
function viewOf(count: number): DocumentView {
  const table = DocumentTable.empty(2, count + 2);
  for (let i = 0; i < count + 2; i++) {
    const content = [BigInt(i % 3 === 0 ? 1 : 2 + i), 0n] as const;
    const facts = { words: 9, content, expires: 0, seen: 0, keys: [i === 1 || i === 5 ? KEY + 1 : KEY, i] };
    table.add(facts, { file: 0, offset: 0, length: 0, crc: 0 });
  }
  return new DocumentView([table], 1);
}

test.each([10, 16, 17, 1280, 1281, 6000, 20_480, 20_481, 50_000])(
  'each of %i documents with a key is met once, in order, by every text that asks, and equal texts have one number',
  (count) => {
    const lists = new KeyLists(viewOf(count), 1);
    const all = Array.from({ length: count + 2 }, (_, i) => i).filter((i) => i !== 1 && i !== 5);
    const met = (accepts: (number: number) => boolean, most: number) => {
      const found: number[] = [];
      const shared = new Set<number>();
      const isWhole = lists.visit(0, KEY, accepts, (number, text) => {
        if (found.length === most) return false;
        if (number % 3 === 0) shared.add(text);
        return found.push(number) > 0;
      });
      expect(shared.size).toBe(1);
      return { found, isWhole };
    };
    // a list grows with what is asked
    expect(met(() => true, 9)).toEqual({ found: all.slice(0, 9), isWhole: false });
    const isEven = (number: number) => number % 2 === 0;
    expect(met(isEven, 700)).toEqual({
      found: all.filter(isEven).slice(0, 700),
      isWhole: all.filter(isEven).length <= 700,
    });
    expect(met(() => true, Number.POSITIVE_INFINITY)).toEqual({ found: all, isWhole: true });
    expect(met(isEven, Number.POSITIVE_INFINITY)).toEqual({ found: all.filter(isEven), isWhole: true });
  },
);
