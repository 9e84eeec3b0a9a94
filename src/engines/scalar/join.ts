/** The join kernels in plain TypeScript; `Kernels` documents them. */

import type { Twin } from '../kernels.ts';
import { RECORD_BYTES } from '../layouts/join-memory.ts';
import { JoinPartFields } from '../structs.ts';
import { BlockWalk } from './join/block-walk.ts';
import { ItemList } from './join/item-list.ts';
import { PAIR_WORDS, PairSink } from './join/pair-sink.ts';

const RECORD_WORDS = RECORD_BYTES / 4;

export const joinCount: Twin<'joinCount'> = (heap, values, count, shift, bits, counts) => {
  const { u32 } = heap;
  const { half, low, mask } = halfBits(shift, bits);
  const at = (values >>> 2) + half;
  for (let i = 0; i < count; i++) {
    u32[(counts >>> 2) + ((u32[at + 2 * i] >>> low) & mask)]++;
  }
};

export const joinScatter: Twin<'joinScatter'> = (
  heap,
  { values, count, firstId, shift, bits, low: lowKey, high: highKey, next, records, quarter },
) => {
  const { u32 } = heap;
  const { half, low, mask } = halfBits(shift, bits);
  const at = values >>> 2;
  for (let i = 0; i < count; i++) {
    const word = u32[at + 2 * i + half];
    const key = (word >>> low) & mask;
    if (key < lowKey || key >= highKey) continue;
    const target = (records >>> 2) + RECORD_WORDS * u32[(next >>> 2) + key]++;
    const first = u32[at + 2 * i + (quarter < 2 ? 0 : 1)];
    u32[target] = quarter < 0 || quarter % 2 === 1 ? first : (first << 16) | (first >>> 16);
    u32[target + 1] = u32[at + 2 * i + (quarter < 2 ? 1 : 0)];
    u32[target + 2] = firstId + i;
  }
};

export const joinPart: Twin<'joinPart'> = (heap, part) => {
  const { u32 } = heap;
  const fields = u32.subarray(part >>> 2, (part >>> 2) + JoinPartFields.length);
  const maxDistance = fields[JoinPartFields.maxDistance];
  const blocks = fields[JoinPartFields.blocks];
  const first = fields[JoinPartFields.first];
  const capacity = fields[JoinPartFields.capacity];
  const sink = new PairSink();
  const items = new ItemList(fields[JoinPartFields.largest], maxDistance, sink);
  const walk = new BlockWalk(items, fields[JoinPartFields.largest], maxDistance, blocks);
  let written = 0;
  fields[JoinPartFields.wanted] = 0;
  for (let chunk = fields[JoinPartFields.chunk]; chunk < fields[JoinPartFields.lastChunk]; chunk++) {
    const ends = fields[JoinPartFields.ends] >>> 2;
    const from = chunk === 0 ? 0 : u32[ends + chunk - 1];
    const n = u32[ends + chunk] - from;
    let at = (fields[JoinPartFields.records] >>> 2) + RECORD_WORDS * from;
    for (let i = 0; i < n; i++) {
      items.lo[i] = u32[at++];
      items.hi[i] = u32[at++];
      items.id[i] = u32[at++];
    }
    walk.pairs(0, n, first, fields[JoinPartFields.shift]);
    fields[JoinPartFields.chunk] = chunk;
    fields[JoinPartFields.written] = written;
    if (written + sink.length > capacity) {
      fields[JoinPartFields.wanted] = sink.length;
      return 0;
    }
    u32.set(sink.pairs, (fields[JoinPartFields.out] >>> 2) + PAIR_WORDS * written);
    written += sink.length;
    sink.length = 0;
  }
  fields[JoinPartFields.chunk] = fields[JoinPartFields.lastChunk];
  fields[JoinPartFields.written] = written;
  return 1;
};

/** The half that has the bits, and where in it. */
function halfBits(shift: number, bits: number) {
  return { half: shift >>> 5, low: shift & 31, mask: 2 ** bits - 1 };
}
