// The join: near pairs among fingerprints that were scattered into chunks by the highest bits of a block.
import { RECORD_BYTES } from '../../src/engines/layouts/join-memory';
import { JoinPart } from '../../src/engines/layouts/join-part';
import { acrossChunk, beginAcross, keepChunk, withinChunk } from './across';
import { walkBlocks } from './blocks';
import { beginPairs, beginWay, found } from './found';
import { unpack } from './partition';
import { quarterChunk } from './quarters';
import { ids, layOut, masks, values } from './workspace';

// Does chunk after chunk until all are done (1) or the next one's pairs do not fit, or might not (0). Pairs of a chunk are all
// written or none.
export function joinPart(part: JoinPart): u32 {
  begin(part);
  const byQuarters = part.maxDistance === 3 && part.blocks === 4;
  for (; part.chunk < part.lastChunk; part.chunk = nextChunk(part)) {
    if (isNearlyFull(part)) return 0;
    const chunk = part.order === 0 ? part.chunk : load<u32>(part.order + ((<usize>part.chunk) << 2));
    const at = part.ends + ((<usize>chunk) << 2);
    const from = chunk === 0 ? 0 : load<u32>(at - 4);
    const n = load<u32>(at) - from;
    const records = part.records + <usize>from * RECORD_BYTES;
    if (part.starts !== 0) withinChunk(chunk);
    else if (n < 2) continue;
    else if (byQuarters) quarterChunk(records, n, part.first, part.shift);
    else blockChunk(records, n, part.first, part.blocks, part.shift);
    if (!fits(part)) return 0;
    if (part.starts !== 0) keepChunk(chunk);
  }
  return 1;
}

// Finds the pairs of a chunk with those before it, all of which joinPart has done.
export function joinAcross(part: JoinPart): u32 {
  begin(part);
  for (; part.chunk < part.lastChunk; part.chunk = nextChunk(part)) {
    if (isNearlyFull(part)) return 0;
    const chunk = part.order === 0 ? part.chunk : load<u32>(part.order + ((<usize>part.chunk) << 2));
    acrossChunk(chunk);
    if (!fits(part)) return 0;
  }
  return 1;
}

function begin(part: JoinPart): void {
  layOut(part.work, part.largest);
  const byQuarters = part.maxDistance === 3 && part.blocks === 4;
  beginWay(part.maxDistance, byQuarters ? <i32>part.first : -1, masks);
  beginPairs(part.out, part.capacity);
  part.written = 0;
  part.wanted = 0;
  const bucketBits = part.shift - (part.first << 4);
  beginAcross(
    part.first,
    part.records,
    part.ends,
    bucketBits,
    part.groupBits,
    part.foldBits,
    part.starts,
    part.folds,
    part.crowded,
  );
}

// The first chunk that no thread has taken, if they share them.
function nextChunk(part: JoinPart): u32 {
  return part.next === 0 ? part.chunk + 1 : atomic.add<u32>(part.next, 1);
}

// A chunk whose pairs do not fit is done again, so the last quarter of the room is left for one that has many.
function isNearlyFull(part: JoinPart): bool {
  return found > part.capacity - (part.capacity >> 2);
}

function fits(part: JoinPart): bool {
  if (found > part.capacity) {
    part.wanted = found - part.written;
    return false;
  }
  part.written = found;
  return true;
}

function blockChunk(records: usize, n: u32, first: u32, blocks: u32, shift: u32): void {
  unpack(records, n, values, ids);
  walkBlocks(values, ids, n, first, blocks, shift);
}
