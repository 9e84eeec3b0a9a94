import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { expectEqual } from '../../duplicates/candidates/contract.cases.ts';
import type { JoinOptions } from '../../duplicates/candidates/join/join-pairs.ts';
import { sampleFingerprints } from '../../duplicates/candidates/sample-fingerprints.cases.ts';
import { joinPairs, linearPairs } from '../../indexes.ts';
import { Heap } from '../heap.ts';
import { engineHere } from '../open.ts';
import { loadDebugKernels } from './debug.cases.ts';

describe('the memory map', () => {
  const map = readFileSync(new URL('../../../assembly/memory.ts', import.meta.url), 'utf8');

  test('has no gap and no overlap: every region begins at the end of the one before it', () => {
    let last: string | undefined;
    for (const [, begins, ends] of map.matchAll(
      /^(?:export )?const (?:\w+_AT: usize = (.*)|(\w+_END): usize)/gm,
    )) {
      if (ends !== undefined) last = ends;
      // a place inside a region is counted from another place in it
      else if (!/^(0;|\w+_AT\b)/.test(begins)) expect(begins).toContain(last);
    }
    expect(last).toBeDefined();
  });

  test('has a guard after every region', () => {
    const ends = [...map.matchAll(/^const (\w+_END): usize = .*;/gm)];
    expect(ends.filter(([line]) => !line.includes('+ GUARD_BYTES;'))).toEqual([]);
    const list = map.slice(map.indexOf('REGION_ENDS'));
    expect([...list.matchAll(/^ {2}(\w+_END),$/gm)].map(([, name]) => name)).toEqual(
      ends.map(([, name]) => name),
    );
  });
});

describe('the debug build of the kernels', () => {
  test('notices a kernel that writes beyond a heap block', async () => {
    const heap = new Heap();
    const kernels = await loadDebugKernels(heap);
    const text = heap.place(Buffer.from('one two\0three\0four\0'));
    const offsets = heap.place(Uint32Array.of(0, 8, 14, 19));
    kernels.simhash(text, offsets, 3, 1, heap.allocate(3 * 8));
    expect(() => kernels.simhash(text, offsets, 3, 1, heap.allocate(2 * 8))).toThrow(
      /simhash wrote outside of the 16 bytes/,
    );
  });

  test('notices a kernel that writes beyond a region of scratch memory', async () => {
    const heap = new Heap();
    const kernels = await loadDebugKernels(heap);
    const text = heap.place(Buffer.from('one two three four\0'));
    const offsets = heap.place(Uint32Array.of(0, 19));
    kernels.bandKeys(text, offsets, 1, 3, 32, 8, 0, heap.allocate(8 * 32));
    // more min-hashes than there is room for
    expect(() => kernels.bandKeys(text, offsets, 1, 3, 36, 8, 0, heap.allocate(8 * 36))).toThrow(
      /bandKeys wrote behind BAND_LEAST/,
    );
  });

  test('joins fingerprints in every way without writing where it should not', async () => {
    const heap = new Heap();
    const kernels = await loadDebugKernels(heap);
    const engine = engineHere('debug', kernels, heap);
    for (const kind of ['random', 'skewed'] as const) {
      const fingerprints = sampleFingerprints(kind, 4000, 3);
      for (let i = 0; i < 4000; i += 2) fingerprints[i] = (fingerprints[i] & ~0xffffn) | 0xabcdn;
      const expected = linearPairs(fingerprints, { maxDistance: 3 });
      for (const way of [{}, { byHalves: true }, { byHalves: true, dense: true }]) {
        const options = { maxDistance: 3, ...way } as JoinOptions;
        expectEqual(await joinPairs(engine)(fingerprints, options), expected);
      }
    }
  });
});
