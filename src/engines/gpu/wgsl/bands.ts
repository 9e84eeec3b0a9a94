/**
 * Min-hash bands on the GPU, one workgroup for each document; scalar/bands.ts is the reference. The lanes of all blocks are in the
 * memory of the workgroup, and its threads take every shingle into them at once: the least value does not depend on the order.
 */
import { LANES } from './batch.ts';

/** Blocks of a document, at most. */
const MOST_BLOCKS = 64;
const NONE = '0xffffu';

export const BANDS = /* wgsl */ `
var<workgroup> least: array<atomic<u32>, ${4 * MOST_BLOCKS}>;
var<workgroup> empty: array<u32, ${MOST_BLOCKS}>;
var<workgroup> empties: atomic<u32>;

/// Factors 2i and 2i + 1 are those of block i.
fn blockFactor(i: u32) -> u32 { return finish((i + 1u) * 0x9e3779b1u) | 1u; }

fn lower(at: u32, value: u32) {
  // most values change nothing, and reading is cheaper
  if (value < atomicLoad(&least[at])) { atomicMin(&least[at], value); }
}

fn take(block: u32, x: u32) {
  let first = x * blockFactor(2u * block);
  lower(4u * block, first & 0xffffu);
  lower(4u * block + 1u, first >> 16u);
  let second = x * blockFactor(2u * block + 1u);
  lower(4u * block + 2u, second & 0xffffu);
  lower(4u * block + 3u, second >> 16u);
}

fn isEmpty(block: u32) -> bool {
  for (var i = 0u; i < 4u; i++) { if (atomicLoad(&least[4u * block + i]) != ${NONE}) { return false; } }
  return true;
}

@compute @workgroup_size(${LANES})
fn bandKeys(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>,
            @builtin(local_invocation_index) lane: u32) {
  let document = groupOf(group, groups);
  if (document >= batch.documents) { return; }
  let columns = batch.bands / 4u;
  let blocks = columns * batch.rows;
  let first = firsts[document];
  let count = firsts[document + 1u] - first;
  let width = widthOf(count);
  let step = stepOf();
  let shingles = shinglesOf(count);
  for (var i = lane; i < 4u * blocks; i += ${LANES}u) { atomicStore(&least[i], ${NONE}); }
  if (lane == 0u) { atomicStore(&empties, 0u); }
  workgroupBarrier();
  for (var i = lane; i < shingles; i += ${LANES}u) {
    let value = foldItems(first + i * step, width);
    let x = finish(value.x) | 1u;
    take((((value.y + x) >> 16u) * blocks) >> 16u, x);
  }
  workgroupBarrier();
  // a block that no shingle went to takes all of them
  if (lane < blocks && isEmpty(lane)) { empty[atomicAdd(&empties, 1u)] = lane; }
  workgroupBarrier();
  let emptyBlocks = atomicLoad(&empties);
  if (emptyBlocks > 0u) {
    for (var i = lane; i < shingles; i += ${LANES}u) {
      let x = finish(foldItems(first + i * step, width).x) | 1u;
      for (var j = 0u; j < emptyBlocks; j++) { take(empty[j], x); }
    }
  }
  workgroupBarrier();
  for (var band = lane; band < batch.bands; band += ${LANES}u) { results[document * batch.bands + band] = keyOf(band, columns); }
}

fn keyOf(band: u32, columns: u32) -> vec2<u32> {
  let column = band / 4u;
  let lane = band % 4u;
  var low = 0x2545f491u + band;
  var high = 0x68bc21ebu + band;
  for (var row = 0u; row < batch.rows; row++) {
    let block = row * columns + ((column + row * lane) % columns);
    let value = atomicLoad(&least[4u * block + lane]);
    low = (low ^ value) * 0x9e3779b1u;
    low ^= low >> 15u;
    high = (high + value) * 0x85ebca77u;
    high ^= high >> 13u;
  }
  low = finish(low);
  return vec2<u32>(low, finish(high + low));
}
`;
