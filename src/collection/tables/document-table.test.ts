import { expect, test } from 'vitest';
import { catchUp, DocumentTable, GONE } from './document-table.ts';

/** A table of documents that are known by their words; each has them as its key as well. */
function tableOf(...words: number[]): DocumentTable {
  const table = DocumentTable.empty(1, words.length);
  for (const each of words) {
    const facts = { words: each, content: [BigInt(each), 0n] as const, expires: 0, seen: 1, keys: [each] };
    table.add(facts, { file: 1, offset: each, length: 1, crc: each });
  }
  return table;
}

function documentsOf(table: DocumentTable): number[] {
  return [...table.columns.words].filter((_, number) => table.isAlive(number));
}

test('a merged table has the living documents of all, in their order, and finds each by its key', async () => {
  const tables = [tableOf(10, 11), tableOf(20), tableOf(30, 31, 32), tableOf(40, 41), tableOf(50)];
  tables[2].remove(1);
  const { table, numbers } = await DocumentTable.merge(tables, 1);
  const expected = [10, 11, 20, 30, 32, 40, 41, 50];
  expect(documentsOf(table)).toEqual(expected);
  expect(numbers.map((each) => [...each])).toEqual([[0, 1], [2], [3, GONE, 4], [5, 6], [7]]);
  for (const [number, words] of expected.entries()) {
    expect(table.place(number)).toEqual({ file: 1, offset: words, length: 1, crc: words });
    const found: number[] = [];
    table.keys.find(0, words, (document) => found.push(document) > 0);
    expect(found).toEqual([number]);
  }
});

test('what is removed, seen or moved while tables are merged is so in the merged one', async () => {
  const tables = [tableOf(10, 11), tableOf(20)];
  const merged = await DocumentTable.merge(tables, 1);
  tables[0].remove(0);
  tables[0].touch(1, 7, 8);
  tables[1].move(0, 9, 100);
  catchUp(merged, tables);
  const { table } = merged;
  expect(documentsOf(table)).toEqual([11, 20]);
  expect([table.columns.seen[1], table.columns.expires[1]]).toEqual([7, 8]);
  expect(table.place(2)).toMatchObject({ file: 9, offset: 100 });
});
