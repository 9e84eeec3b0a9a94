import fc from 'fast-check';
import { expect, test } from 'vitest';
import { idsWithOneHash } from '../../test/soak/attacks/keys.mjs';
import { idHash } from '../engines/scalar/id-hash.ts';
import { NO_SEED, type Seed } from '../engines/seed.ts';
import { IdTable } from './id-table.ts';

test('an id table behaves as an array with a map over it', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.string({ unit: 'grapheme', maxLength: 8 }), fc.constantFrom('a', 'b', '')), {
        maxLength: 200,
      }),
      (ids) => {
        const table = new IdTable();
        const model: string[] = [];
        for (const id of ids) {
          expect(table.add(id)).toBe(model.indexOf(id));
          if (!model.includes(id)) model.push(id);
        }
        expect(table.length).toBe(model.length);
        expect(model.map((_, number) => table.get(number))).toEqual(model);
        expect(model.map((id) => table.find(id))).toEqual(model.map((_, number) => number));
      },
    ),
  );
});

test('a hundred thousand ids and one of two megabytes are kept apart', () => {
  const table = new IdTable();
  const long = 'x'.repeat(2 << 20);
  for (let i = 0; i < 100_000; i++) table.add(`document-${i}`);
  expect(table.add(long)).toBe(-1);
  expect(table.add('document-77777')).toBe(77_777);
  expect(table.get(99_999)).toBe('document-99999');
  expect(table.get(100_000)).toBe(long);
  expect(table.find('document-100000')).toBe(-1);
});

test('ids added many at a time are treated as if added one by one; those that are empty or known are returned in their turn', () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.string({ unit: 'grapheme', maxLength: 3 }))), (runs) => {
      const table = new IdTable();
      const model: string[] = [];
      for (const ids of runs) {
        const encoded = ids.map((id) => Buffer.from(id));
        const offsets = [3];
        for (const { length } of encoded) offsets.push(offsets.at(-1)! + length);
        const bytes = Buffer.concat([Buffer.from('before'), ...encoded, Buffer.from('after')]);
        const hashes = encoded.map((id) => idHash(id, 0, id.length, table.seed));
        const handedBack: number[] = [];
        const expected: number[] = [];
        ids.forEach((id, i) => {
          const isNew = id !== '' && !model.includes(id);
          model.push(isNew ? id : `other ${model.length}`);
          if (!isNew) expected.push(i);
        });
        table.addRun(bytes, 3, Uint32Array.from(offsets), Uint32Array.from(hashes), (i) => {
          handedBack.push(i);
          table.add(`other ${table.length}`);
        });
        expect(handedBack).toEqual(expected);
      }
      expect(model.map((_, number) => table.get(number))).toEqual(model);
      expect(model.map((id) => table.find(id))).toEqual(model.map((_, number) => number));
    }),
  );
});

test('different ids with the same hash are not duplicates, one by one or many at a time', () => {
  // zeros before the first eight bytes change no hash
  const ids = ['doc-16q', '\0doc-16q'];
  const encoded = ids.map((id) => Buffer.from(id));
  const single = new IdTable();
  const hashes = Uint32Array.from(encoded, (id) => idHash(id, 0, id.length, single.seed));
  expect(hashes[0]).toBe(hashes[1]);

  expect(ids.map((id) => single.add(id))).toEqual([-1, -1]);
  const many = new IdTable(single.seed);
  const handedBack: number[] = [];
  const offsets = Uint32Array.of(0, encoded[0].length, encoded[0].length + encoded[1].length);
  many.addRun(Buffer.concat(encoded), 0, offsets, hashes, (i) => handedBack.push(i));
  expect(handedBack).toEqual([]);

  for (const table of [single, many]) {
    expect([table.get(0), table.get(1)]).toEqual(ids);
    expect(ids.map((id) => table.find(id))).toEqual([0, 1]);
    expect(ids.map((id) => table.add(id))).toEqual([0, 1]);
  }
});

test('ids that were made to share a hash go to as many places as others, in every run', () => {
  const made = idsWithOneHash(5000);
  const ordinary = made.map((_, i) => `document-${i}`);
  const places = (ids: readonly string[], seed: Seed) =>
    new Set(ids.map((id) => idHash(Buffer.from(id), 0, id.length, seed) & 0xffff)).size;
  // 5,000 values fall on 4,813 of 65,536 places
  for (const { seed } of [new IdTable(), new IdTable(), new IdTable(NO_SEED)]) {
    for (const ids of [made, ordinary]) expect(Math.abs(places(ids, seed) - 4813)).toBeLessThan(100);
  }
  expect(new IdTable().seed).not.toEqual(new IdTable().seed);
});
