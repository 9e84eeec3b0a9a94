import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KeyTable, partsFrom } from './key-table.ts';

/** A table whose documents have these keys, and what must be found in it. */
async function built(lists: number, keys: readonly (readonly number[])[]) {
  const each = (list: number, visit: (key: number, document: number) => void) =>
    keys.forEach((own, document) => {
      visit(own[list], document);
    });
  return KeyTable.build(lists, keys.length, each);
}

function found(table: KeyTable, list: number, key: number): number[] {
  const documents: number[] = [];
  table.find(list, key, (document) => documents.push(document) > 0);
  return documents;
}

test('a key table finds every document that has a key, in ascending order, and tells all keys again', async () => {
  const key = fc.oneof(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 0xffffffff }));
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(key, key), { maxLength: 60 }), async (keys) => {
      const table = await built(2, keys);
      for (const list of [0, 1]) {
        for (const [wanted] of keys.map((own) => [own[list]])) {
          expect(found(table, list, wanted)).toEqual(
            keys.flatMap((own, document) => (own[list] === wanted ? document : [])),
          );
        }
        const told = new Map<number, number>();
        table.each(list, (each, document) => told.set(document, each));
        expect([...told].sort(([a], [b]) => a - b)).toEqual(keys.map((own, i) => [i, own[list]]));
      }
    }),
  );
});

test.each([
  ['of 16 bits', 2 ** 16],
  ['of 24 bits', 2 ** 16 + 3],
  ['of 24 bits, half of the keys in the directory', 2 ** 17 + 5],
])('a key table finds documents with numbers %s', async (_, count) => {
  const keyOf = (document: number) => Math.imul(document, 0x9e3779b1) >>> 0;
  const table = await KeyTable.build(1, count, (_list, visit) => {
    for (let document = 0; document < count; document++) visit(keyOf(document), document);
  });
  for (const document of [0, 1, 0xffff, 0x10000, 0x10001, count - 1]) {
    if (document < count) expect(found(table, 0, keyOf(document))).toEqual([document]);
  }
  let wrong = 0;
  table.each(0, (key, document) => {
    if (keyOf(document) !== key) wrong++;
  });
  expect(wrong).toBe(0);
});

test('a key table refuses parts of another length, and numbers of documents that there are not', async () => {
  const count = 2 ** 16 + 1;
  const table = await KeyTable.build(1, count, (_list, visit) => {
    for (let document = 0; document < count; document++) visit(document, document);
  });
  const bytesOf = () => {
    const { directory, rests, documents, highs } = table.parts;
    const copy = ({ buffer, byteOffset, byteLength }: ArrayBufferView) =>
      new Uint8Array(buffer, byteOffset, byteLength).slice();
    return { directory: copy(directory), rests: copy(rests), documents: copy(documents), highs: copy(highs) };
  };
  const read = partsFrom(1, count, bytesOf());
  expect(found(new KeyTable(1, count, read!), 0, count - 1)).toEqual([count - 1]);
  for (const name of ['directory', 'rests', 'documents', 'highs'] as const) {
    const bytes = bytesOf();
    expect(partsFrom(1, count, { ...bytes, [name]: bytes[name].slice(4) }), name).toBeUndefined();
  }
  const forged = bytesOf();
  forged.highs.fill(1);
  expect(partsFrom(1, count, forged)).toBeUndefined();
});
