// Finds where the words of a fill end. A word ends at a separator (a byte up to the space) that follows another byte.
import {
  BLOCK,
  COPY_AT,
  DOCUMENTS_AT,
  ENDS_AT,
  FILL,
  POSITIONS_AT,
  RANKS_AT,
  SIXTEENS_AT,
  TO_SIGN_AT,
  WORD_GAPS_AT,
} from '../memory';

// Whether a separator of the last fill followed another one, so that the distance of word ends is more than a word.
export let hasRuns: bool = false;

// Writes the positions of word ends in `blocks` blocks from `start` on, counted from the byte before it.
export function findWordEnds(base: usize, start: usize, blocks: usize): void {
  markWordEnds(base, start, blocks);
  listWordEnds(base, blocks);
}

// Sets a bit for every byte that ends a word.
// @inline
function markWordEnds(base: usize, start: usize, blocks: usize): void {
  const toSign = v128.load(base, TO_SIGN_AT);
  let text = start;
  let previous: u64 = 0; // a fill follows a separator
  let covered: u64 = -1; // no bit is zero as long as no separator follows another one
  let rank: usize = 0;
  for (let block: usize = 0; block < blocks; block++) {
    const words = wordBytesOf(text, toSign);
    const after = (words << 1) | previous;
    const ends = after & ~words;
    covered &= after | words;
    previous = words >> 63;
    store<u64>(base + (block << 3), ends, ENDS_AT);
    store<u16>(base + (block << 1), <u16>rank, RANKS_AT);
    rank += <usize>popcnt(ends);
    text += BLOCK;
  }
  closeRanks(base, blocks, rank);
  hasRuns = covered !== -1;
}

// Counts the bits before each block, for wordsBefore.
export function rankBits(base: usize, blocks: usize): void {
  let rank: usize = 0;
  for (let block: usize = 0; block < blocks; block++) {
    store<u16>(base + (block << 1), <u16>rank, RANKS_AT);
    rank += <usize>popcnt(load<u64>(base + (block << 3), ENDS_AT));
  }
  closeRanks(base, blocks, rank);
}

// Both are read beyond the last block.
// @inline
function closeRanks(base: usize, blocks: usize, rank: usize): void {
  store<u64>(base + (blocks << 3), 0, ENDS_AT);
  store<u16>(base + (blocks << 1), <u16>rank, RANKS_AT);
}

// Turns the bits into positions, sixteen bytes of text at a time. No two word ends are neighbors, so sixteen bytes have at most
// eight, and few of the 65,536 table entries are ever used. The bits are read from memory again rather than shifted out of a
// register: V8 would keep all parts in registers at once, and run out of registers.
// @inline
function listWordEnds(base: usize, blocks: usize): void {
  const sixteens = v128.load(base, SIXTEENS_AT);
  let next = base + POSITIONS_AT;
  let origin = i16x8.splat(1);
  const end = base + (blocks << 3);
  for (let at = base; at < end; at += 8) {
    next = append(base, next, <usize>load<u16>(at, ENDS_AT), origin);
    origin = i16x8.add(origin, sixteens);
    next = append(base, next, <usize>load<u16>(at, ENDS_AT + 2), origin);
    origin = i16x8.add(origin, sixteens);
    next = append(base, next, <usize>load<u16>(at, ENDS_AT + 4), origin);
    origin = i16x8.add(origin, sixteens);
    next = append(base, next, <usize>load<u16>(at, ENDS_AT + 6), origin);
    origin = i16x8.add(origin, sixteens);
  }
}

// Writes the positions of set bits and returns where the next ones go: all eight places are written, and the next write
// begins after those that count. No branch depends on the text.
// @inline
function append(base: usize, next: usize, bits: usize, origin: v128): usize {
  v128.store(next, i16x8.add(v128.load8x8_u(base + (bits << 3), WORD_GAPS_AT), origin));
  return next + (popcnt(bits) << 1);
}

// Bit i says whether byte i of a block belongs to a word: is above the space. Adding what carries such bytes, and no other, to
// 0x80 or above leaves the answer in their highest bits.
// @inline
function wordBytesOf(text: usize, toSign: v128): u64 {
  const a = i8x16.bitmask(i8x16.add_sat_u(v128.load(text), toSign));
  const b = i8x16.bitmask(i8x16.add_sat_u(v128.load(text, 16), toSign));
  const c = i8x16.bitmask(i8x16.add_sat_u(v128.load(text, 32), toSign));
  const d = i8x16.bitmask(i8x16.add_sat_u(v128.load(text, 48), toSign));
  return <u64>(<u32>(a | (b << 16))) | ((<u64>(<u32>(c | (d << 16)))) << 32);
}

// How many words of the fill end in its first `bytes` bytes.
// @inline
export function wordsBefore(base: usize, bytes: usize): usize {
  const block = bytes / BLOCK;
  const ends = load<u64>(base + (block << 3), ENDS_AT) & ~((<u64>-1) << (bytes % BLOCK));
  return <usize>load<u16>(base + (block << 1), RANKS_AT) + <usize>popcnt(ends);
}

// For every document that ends before `limit`, from the one at `offsets` on: how many words of the fill end before its end. Returns the
// number of these documents. A separate loop, so that not every block needs a branch for them.
export function findDocumentEnds(base: usize, start: usize, limit: usize, text: usize, offsets: usize, most: usize): usize {
  let found: usize = 0;
  for (; found < most; found++) {
    const end = text + load<u32>(offsets + (found << 2), 4);
    if (end > limit) break;
    assert(found < FILL);
    store<u16>(base + (found << 1), <u16>wordsBefore(base, end - start), DOCUMENTS_AT);
  }
  return found;
}

// Copies the fill with zeros in place of separators: a zero adds nothing to the hash of the word after it.
export function copyWithZeros(base: usize, start: usize, blocks: usize): void {
  const toSign = v128.load(base, TO_SIGN_AT);
  const zero = i64x2.splat(0);
  const end = start + blocks * BLOCK;
  for (let text = start, copy = base + COPY_AT; text < end; text += 16, copy += 16) {
    const bytes = v128.load(text);
    v128.store(copy, v128.and(bytes, i8x16.lt_s(i8x16.add_sat_u(bytes, toSign), zero)));
  }
}
