// The join: near pairs among fingerprints that were scattered into chunks by the highest bits of a block.
import { beginPairs, beginWay, found } from "./found";
import { walkBlocks } from "./blocks";
import { quarterChunk } from "./quarters";
import { RECORD_BYTES, unpack } from "./partition";
import { ids, layOut, masks, values } from "./workspace";

// `part` is a JoinPart, laid out in src/engines/join.ts.
@unmanaged
class JoinPart {
  records: usize;
  ends: usize;
  maxDistance: u32;
  blocks: u32;
  first: u32;
  shift: u32;
  chunk: u32;
  lastChunk: u32;
  work: usize;
  largest: u32;
  out: usize;
  capacity: u32;
  written: u32;
  wanted: u32;
}

// Does chunk after chunk until all are done (1) or the next one's pairs do not fit (0). Pairs of a chunk are all written or none.
export function joinPart(part: JoinPart): u32 {
  layOut(part.work, part.largest);
  const byQuarters = part.maxDistance == 3 && part.blocks == 4;
  beginWay(part.maxDistance, byQuarters ? <i32>part.first : -1, masks);
  beginPairs(part.out, part.capacity);
  part.written = 0;
  for (; part.chunk < part.lastChunk; part.chunk++) {
    const at = part.ends + (<usize>part.chunk << 2);
    const from = part.chunk == 0 ? 0 : load<u32>(at - 4);
    const n = load<u32>(at) - from;
    const records = part.records + <usize>from * RECORD_BYTES;
    if (n > 1) {
      if (byQuarters) quarterChunk(records, n, part.first, part.shift);
      else blockChunk(records, n, part.first, part.blocks, part.shift);
    }
    if (found > part.capacity) {
      part.wanted = found - part.written;
      return 0;
    }
    part.written = found;
  }
  return 1;
}

function blockChunk(records: usize, n: u32, first: u32, blocks: u32, shift: u32): void {
  unpack(records, n, values, ids);
  walkBlocks(values, ids, n, first, blocks, shift);
}
