// The join: near pairs among fingerprints that were scattered into chunks by the highest bits of a block.
import { RECORD_BYTES } from '../../src/engines/layouts/join-memory';
import { JoinPart } from '../../src/engines/layouts/join-part';
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
  for (; part.chunk < part.lastChunk; part.chunk++) {
    if (isNearlyFull(part)) return 0;
    const at = part.ends + ((<usize>part.chunk) << 2);
    const from = part.chunk === 0 ? 0 : load<u32>(at - 4);
    const n = load<u32>(at) - from;
    const records = part.records + <usize>from * RECORD_BYTES;
    if (n < 2) continue;
    if (byQuarters) quarterChunk(records, n, part.first, part.shift);
    else blockChunk(records, n, part.first, part.blocks, part.shift);
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
