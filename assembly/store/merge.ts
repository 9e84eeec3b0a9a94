// Chains become part of the tables once they hold an eighth as many, so an entry is moved about eight times whatever the size.
// The tables are merged where they are, from the last bucket to the first: every bucket moves up, over the buckets moved before.
import { blockAt, chainLength, ENTRIES, idAt, nextBlock, siblingAt } from './chains';
import {
  added,
  BUCKETS,
  capacity,
  freeBlocks,
  headOf,
  heads,
  idsOf,
  main,
  offsetOf,
  relocate,
  removed,
  setMain,
  siblingsOf,
} from './layout';

const LEAST: u32 = 65536;

// Fingerprints in the chains, and removed ones that still have entries in the tables or chains.
let chained: u32 = 0;
let dead: u32 = 0;

// Makes room for one more fingerprint.
export function makeRoom(): void {
  if (added === capacity) merge();
  chained++;
}

export function countRemoved(): void {
  dead++;
}

function merge(): void {
  if (dead > main >> 3) purge();
  const total = main + chained;
  relocate(added + max(LEAST, total >> 3), total);
  for (let quarter: u32 = 0; quarter < 4; quarter++) mergeTable(quarter, total);
  memory.fill(heads, 0, BUCKETS << 4);
  freeBlocks();
  setMain(total);
  chained = 0;
}

function mergeTable(quarter: u32, total: u32): void {
  const siblings = siblingsOf(quarter);
  const ids = idsOf(quarter);
  let end = main;
  let newEnd = total;
  for (let bucket = <u32>BUCKETS; bucket-- > 0; ) {
    const chain = load<u32>(headOf(quarter, bucket));
    const start = load<u32>(offsetOf(quarter, bucket));
    const kept = end - start;
    const newStart = newEnd - kept - chainLength(chain);
    memory.copy(siblings + ((<usize>newStart) << 1), siblings + ((<usize>start) << 1), (<usize>kept) << 1);
    memory.copy(ids + ((<usize>newStart) << 2), ids + ((<usize>start) << 2), (<usize>kept) << 2);
    unchain(chain, siblings + ((<usize>(newStart + kept)) << 1), ids + ((<usize>(newStart + kept)) << 2));
    store<u32>(offsetOf(quarter, bucket + 1), newEnd);
    end = start;
    newEnd = newStart;
  }
}

function unchain(chain: u32, siblings: usize, ids: usize): void {
  let entries = chain & 15;
  for (let block = chain >> 4; block !== 0; ) {
    const at = blockAt(block);
    for (let entry: u32 = 0; entry < entries; entry++) {
      store<u16>(siblings, siblingAt(at, entry));
      store<u32>(ids, idAt(at, entry));
      siblings += 2;
      ids += 4;
    }
    block = nextBlock(at);
    entries = ENTRIES;
  }
}

// Removes the entries of removed fingerprints from the tables. Those in chains stay until the next time.
function purge(): void {
  let count: u32 = 0;
  for (let quarter: u32 = 0; quarter < 4; quarter++) {
    const siblings = siblingsOf(quarter);
    const ids = idsOf(quarter);
    let start: u32 = 0;
    count = 0;
    for (let bucket: u32 = 0; bucket < <u32>BUCKETS; bucket++) {
      const end = load<u32>(offsetOf(quarter, bucket + 1));
      for (let i = start; i < end; i++) {
        const id = load<u32>(ids + ((<usize>i) << 2));
        if (isRemoved(id)) continue;
        store<u32>(ids + ((<usize>count) << 2), id);
        store<u16>(siblings + ((<usize>count) << 1), load<u16>(siblings + ((<usize>i) << 1)));
        count++;
      }
      store<u32>(offsetOf(quarter, bucket + 1), count);
      start = end;
    }
  }
  dead -= main - count;
  setMain(count);
}

// @inline
export function isRemoved(id: u32): bool {
  return ((load<u8>(removed + (<usize>id >> 3)) >> <u8>(id & 7)) & 1) !== 0;
}
