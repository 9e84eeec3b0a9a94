import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { expectEqual } from '../../duplicates/candidates/contract.cases.ts';
import { sampleFingerprints } from '../../duplicates/candidates/sample-fingerprints.cases.ts';
import { joinPairs, linearPairs } from '../../duplicates/index.ts';
import { Heap } from '../heap.ts';
import { engineHere } from '../open.ts';
import { loadDebugKernels } from './debug.cases.ts';

describe('the memory map', () => {
  const map = readFileSync(new URL('../../../assembly/memory.ts', import.meta.url), 'utf8');

  test('the memory map has no gap and no overlap: every region begins at the end of the one before it', () => {
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

  test('the memory map has a guard after every region', () => {
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
    const weights = heap.place(new Uint8Array(1 << 20));
    const sign = (width: number) =>
      kernels.topsig({ text, offsets, count: 1, width, weights, out: heap.allocate(width / 8), masks: 0 });
    sign(4096);
    // a wider signature than there is room for
    expect(() => sign(8192)).toThrow(/topsig wrote behind SUMS/);
  });

  test('joins fingerprints without writing where it should not', async () => {
    const heap = new Heap();
    const kernels = await loadDebugKernels(heap);
    const engine = engineHere('debug', kernels, heap);
    for (const kind of ['random', 'skewed'] as const) {
      const fingerprints = sampleFingerprints(kind, 4000, 3);
      for (let i = 0; i < 4000; i += 2) fingerprints[i] = (fingerprints[i] & ~0xffffn) | 0xabcdn;
      const expected = linearPairs(fingerprints, { maxDistance: 3 });
      expectEqual(await joinPairs(engine)(fingerprints, { maxDistance: 3 }), expected);
    }
  });
});
