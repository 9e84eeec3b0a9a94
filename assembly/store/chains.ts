// Fingerprints added since the tables were made: for every bucket of a quarter a chain of blocks, the newest first.
// A block is one cache line: ids u32[10], siblings u16[10], and the number of the next block.
// A head is (block << 4 | entries of that block).
import { blocks, headOf, takeBlock } from './layout';

export const ENTRIES: u32 = 10;
const SIBLINGS: usize = 40;
const NEXT: usize = 60;

// @inline
export function blockAt(block: u32): usize {
  return blocks + ((<usize>block) << 6);
}

// @inline
export function nextBlock(block: usize): u32 {
  return load<u32>(block, NEXT);
}

// @inline
export function idAt(block: usize, entry: u32): u32 {
  return load<u32>(block + ((<usize>entry) << 2));
}

// @inline
export function siblingAt(block: usize, entry: u32): u16 {
  return load<u16>(block + ((<usize>entry) << 1), SIBLINGS);
}

export function append(quarter: u32, bucket: u32, sibling: u16, id: u32): void {
  const head = headOf(quarter, bucket);
  const chain = load<u32>(head);
  let block = chain >> 4;
  let entries = chain & 15;
  if (block === 0 || entries === ENTRIES) {
    const newest = takeBlock();
    store<u32>(blockAt(newest), block, NEXT);
    block = newest;
    entries = 0;
  }
  const at = blockAt(block);
  store<u32>(at + ((<usize>entries) << 2), id);
  store<u16>(at + ((<usize>entries) << 1), sibling, SIBLINGS);
  store<u32>(head, (block << 4) | (entries + 1));
}

export function chainLength(chain: u32): u32 {
  let length = chain & 15;
  let block = chain >> 4;
  if (block === 0) return 0;
  for (block = nextBlock(blockAt(block)); block !== 0; block = nextBlock(blockAt(block))) length += ENTRIES;
  return length;
}

// One bit for every entry whose sibling differs from `sibling` (in all lanes) in at most 1 bit.
// @inline
export function nearEntries(block: usize, sibling: v128): u32 {
  const minusOne = i16x8.splat(-1);
  const zero = i16x8.splat(0);
  // entries 0 to 7, and 2 to 9
  let x0 = v128.xor(sibling, v128.load(block, SIBLINGS));
  let x1 = v128.xor(sibling, v128.load(block, SIBLINGS + 4));
  x0 = v128.and(x0, i16x8.add(x0, minusOne));
  x1 = v128.and(x1, i16x8.add(x1, minusOne));
  const near = <u32>i8x16.bitmask(i8x16.narrow_i16x8_s(i16x8.eq(x0, zero), i16x8.eq(x1, zero)));
  return (near & 0xff) | ((near >> 14) << 8);
}
