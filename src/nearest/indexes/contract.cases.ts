import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEngine } from '../../engines/index.ts';
import type { Engine } from '../../engines.ts';
import {
  type BuildSettings,
  newSignatureIndex,
  type SearchSettings,
  type SignatureIndex,
  type SignatureIndexKind,
} from '../../nearest.ts';
import { sampleSignatures } from './sample-signatures.cases.ts';
import { SignatureStore } from './signature-store.ts';

interface Case {
  readonly build?: BuildSettings;
  /** Settings with which nothing may be missed, for a collection of this size. */
  exact(size: number): SearchSettings;
}

/** The cases of one kind of index; `variants` are built and searched differently, and must all find the same. */
export function signatureIndexCases(kind: SignatureIndexKind, variants: readonly Case[]): void {
  describe(`signature index: ${kind}`, () => {
    let engine: Engine;
    const open: { close(): void }[] = [];
    beforeAll(async () => {
      engine = await openEngine({ threads: 1 });
    });
    afterAll(() => engine.close());

    async function indexOf(
      signatures: Uint8Array,
      width: number,
      build?: BuildSettings,
    ): Promise<SignatureIndex> {
      const store = new SignatureStore(engine.heap, width);
      store.append(signatures);
      const index = newSignatureIndex(engine, store, kind, build);
      await index.build();
      open.push(index, store);
      return index;
    }

    for (const { build, exact } of variants) {
      const name = build === undefined ? '' : ` ${JSON.stringify(build)}`;
      it(`finds with exact settings what comparing all finds, in the same order${name}`, async () => {
        for (const [width, size] of [
          [64, 400],
          [192, 300],
          [1024, 500],
        ]) {
          const signatures = sampleSignatures(size, width, size);
          const index = await indexOf(signatures, width, build);
          for (let q = 0; q < 12; q++) {
            const query = sampleSignatures(size, width, size + (q % 2)).slice(
              q * (width / 8),
              (q + 1) * (width / 8),
            );
            const expected = nearestByHand(signatures, query, 15);
            expect(index.nearest(query, 15, exact(size))).toEqual(expected);
            expect(index.nearest(query, 15, { quality: 1 })).toEqual(expected);
          }
        }
      });

      it(`finds what was appended later, one by one and many at a time${name}`, async () => {
        const width = 256;
        const signatures = sampleSignatures(900, width, 5);
        const piece = (from: number, to: number) => signatures.slice((from * width) / 8, (to * width) / 8);
        const index = await indexOf(piece(0, 200), width, build);
        for (const [from, to] of [
          [200, 201],
          [201, 202],
          [202, 330],
          [330, 900],
        ]) {
          expect(index.store.append(piece(from, to))).toBe(from);
          await index.update();
          for (const number of [0, 150, from, to - 1]) {
            const query = piece(number, number + 1);
            const expected = nearestByHand(piece(0, to), query, 7);
            expect(index.nearest(query, 7, exact(to))).toEqual(expected);
          }
        }
      });

      it(`answers as before when its parts are stored and taken back${name}`, async () => {
        const signatures = sampleSignatures(600, 1024, 8);
        const index = await indexOf(signatures, 1024, build);
        const stored = new Map(index.parts().map(({ name, bytes }) => [name, bytes.slice()]));
        const again = newSignatureIndex(engine, index.store, kind, build);
        again.restore(stored);
        open.push(again);
        expect(again.name).toBe(index.name);
        expect(again.bytes).toBe(index.bytes);
        const queries = signatures.slice(0, 40 * 128);
        expect(await again.nearestAll(queries, 10)).toEqual(await index.nearestAll(queries, 10));
      });
    }

    it('gives the same for many queries at a time as for one after the other', async () => {
      const signatures = sampleSignatures(500, 1024, 3);
      const index = await indexOf(signatures, 1024);
      const queries = signatures.slice(0, 130 * 128);
      const one = Array.from({ length: 130 }, (_, q) =>
        index.nearest(queries.slice(128 * q, 128 * (q + 1)), 9),
      );
      expect(await index.nearestAll(queries, 9)).toEqual(one);
    });

    it('finds a signature that is in the collection at distance 0, equal ones by position', async () => {
      const signatures = sampleSignatures(300, 1024, 4);
      const twice = Buffer.concat([signatures, signatures]);
      const index = await indexOf(twice, 1024);
      for (const number of [0, 17, 299]) {
        const equal = index.nearest(index.store.get(number), 20).filter(({ distance }) => distance === 0);
        expect(equal.map(({ position }) => position)).toEqual(expect.arrayContaining([number, number + 300]));
        expect(equal).toEqual([...equal].sort((a, b) => a.position - b.position));
      }
    });

    it('a signature index does not find what was removed, exactly or not, also when more was appended', async () => {
      const signatures = sampleSignatures(300, 1024, 7);
      const index = await indexOf(signatures, 1024);
      for (let position = 0; position < 300; position += 2) index.store.remove(position);
      index.store.append(sampleSignatures(80, 1024, 9));
      await index.update();
      const left = Array.from({ length: 300 }, (_, position) => position).filter(
        (position) => position % 2 === 1,
      );
      for (const settings of [{}, { quality: 1 }]) {
        const found = index.nearest(index.store.get(4), 380, settings).map(({ position }) => position);
        expect(found.filter((position) => position < 300 && position % 2 === 0)).toEqual([]);
        if ('quality' in settings)
          expect(found.filter((position) => position < 300).sort((a, b) => a - b)).toEqual(left);
      }
      expect(() => index.store.remove(380)).toThrow('Expected `position`');
    });

    it('compares only the bits of a mask', async () => {
      const signatures = sampleSignatures(200, 256, 6);
      const index = await indexOf(signatures, 256);
      const mask = sampleSignatures(1, 256, 77);
      const query = signatures.slice(0, 32);
      expect(index.nearest(query, 8, { mask })).toEqual(nearestByHand(signatures, query, 8, mask));
    });

    it('answers with fewer if there are fewer, and with none if there are none', async () => {
      const three = await indexOf(sampleSignatures(3, 1024, 1), 1024);
      expect(three.nearest(three.store.get(1), 10, { quality: 1 })).toHaveLength(3);
      const none = await indexOf(new Uint8Array(0), 1024);
      expect(none.nearest(new Uint8Array(128), 10)).toEqual([]);
    });

    it('refuses a query of another width, and a k out of range', async () => {
      const index = await indexOf(sampleSignatures(20, 1024, 1), 1024);
      expect(() => index.nearest(new Uint8Array(100), 10)).toThrow(
        'Expected `query` to be a signature of 1024 bits, got `800 bits`.',
      );
      expect(() => index.nearest(new Uint8Array(128), 0)).toThrow(
        'Expected `k` to be an integer from 1 to 10,000, got `0`.',
      );
    });
  });
}

/** Bit by bit, with nothing of the engine. */
export function nearestByHand(signatures: Uint8Array, query: Uint8Array, k: number, mask?: Uint8Array) {
  const bytes = query.length;
  const all = Array.from({ length: signatures.length / bytes }, (_, position) => {
    let distance = 0;
    for (let i = 0; i < bytes; i++) {
      let differing = (signatures[position * bytes + i] ^ query[i]) & (mask?.[i] ?? 0xff);
      for (; differing !== 0; differing &= differing - 1) distance++;
    }
    return { position, distance };
  });
  return all.sort((a, b) => a.distance - b.distance || a.position - b.position).slice(0, k);
}
