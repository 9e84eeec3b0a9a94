/** Stored parts that were damaged, or made to mislead: none may be used. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEngine } from '../../engines/index.ts';
import type { Engine } from '../../engines.ts';
import { newSignatureIndex, type SignatureIndex } from '../../nearest.ts';
import { sampleSignatures } from './sample-signatures.cases.ts';
import { SignatureStore } from './signature-store.ts';

const WIDTH = 256;
const COUNT = 300;
const BUILDS = { slices: { sliceBits: 8 }, clusters: { listSize: 20 } };
type Kind = keyof typeof BUILDS;

let engine: Engine;
const built = new Map<Kind, SignatureIndex>();

beforeAll(async () => {
  engine = await openEngine({ threads: 1 });
  for (const kind of ['slices', 'clusters'] as const) {
    const store = new SignatureStore(engine.heap, WIDTH);
    store.append(sampleSignatures(COUNT, WIDTH, 3));
    const index = newSignatureIndex(engine, store, kind, BUILDS[kind]);
    await index.build();
    built.set(kind, index);
  }
});
afterAll(() => engine.close());

const partsOf = (kind: Kind) =>
  new Map(
    built
      .get(kind)!
      .parts()
      .map(({ name, bytes }) => [name, bytes.slice()]),
  );

function restore(kind: Kind, parts: Map<string, Uint8Array>): SignatureIndex {
  const index = newSignatureIndex(engine, built.get(kind)!.store, kind, BUILDS[kind]);
  index.restore(parts);
  return index;
}

const CHANGES: readonly (readonly [Kind, string, string, (place: number) => number])[] = [
  ['clusters', 'next', 'leads to itself', (place) => place],
  ['clusters', 'next', 'leads back', () => 0],
  ['clusters', 'next', 'leads out', () => 0x7ffffff0],
  ['clusters', 'first', 'leads out', () => 0x7ffffff0],
  ['clusters', 'recall', 'looks into more lists than there are', () => 0xfffffff0],
  ['clusters', 'recall', 'does not rise', () => 1],
  ['clusters', 'clusters', 'counts too many', () => 0xffffff],
  ['clusters', 'slots', 'is out of range', () => 0x7ffffff0],
  ['clusters', 'slots', 'repeats one', () => 5],
  ['slices', 'ends', 'is out of range', () => 0xfffffff0],
  ['slices', 'lists', 'is out of range', () => 0x7fffffff],
  ['slices', 'lists', 'repeats one', () => 1],
  ['slices', 'slices', 'has wide slices', () => 31],
  ['slices', 'slices', 'has no bits', () => 0],
];

describe('the stored parts of an index', () => {
  it.each(CHANGES)(
    'the stored parts of an index are refused if in %s the part %s %s',
    (kind, name, _what, value) => {
      const parts = partsOf(kind);
      const changed = Uint32Array.from({ length: parts.get(name)!.length / 4 }, (_, place) => value(place));
      parts.set(name, new Uint8Array(changed.buffer));
      expect(() => restore(kind, parts)).toThrow(expect.objectContaining({ code: 'BAD_INDEX' }));
    },
  );

  it.each(['slices', 'clusters'] as const)(
    'the stored parts of an index are refused if a part of %s is cut or missing',
    (kind) => {
      for (const name of partsOf(kind).keys()) {
        for (const change of [
          (parts: Map<string, Uint8Array>) => parts.set(name, parts.get(name)!.subarray(0, -1)),
          (parts: Map<string, Uint8Array>) => parts.set(name, parts.get(name)!.subarray(0, -4)),
          (parts: Map<string, Uint8Array>) => parts.delete(name),
        ]) {
          const parts = partsOf(kind);
          change(parts);
          // fewer steps of recall are fewer steps that were measured
          if (name === 'recall' && (parts.get(name)?.length ?? 1) % 8 === 0) continue;
          expect(() => restore(kind, parts)).toThrow(expect.objectContaining({ code: 'BAD_INDEX' }));
        }
      }
    },
  );

  it('the stored parts of an index leave the index as it was if they are refused', () => {
    const index = restore('slices', partsOf('slices'));
    const query = index.store.get(7);
    const before = index.nearest(query, 5);
    expect(() => index.restore(new Map())).toThrow(expect.objectContaining({ code: 'BAD_INDEX' }));
    expect(index.nearest(query, 5)).toEqual(before);
  });
});
