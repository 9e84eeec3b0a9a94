// Finds where the words of a fill end. A word ends at a separator (a byte up to the space) that follows another byte.
import {
  BITS_AT, BLOCK, COPY_AT, DOCUMENTS_AT, EIGHTS_AT, ENDS_AT, POSITIONS_AT, RANKS_AT, SPACES_AT,
} from "./layout";

// Whether a separator of the last fill followed another one, so that lengths include separators.
export let hasRuns: bool = false;

// Writes the positions of word ends in `blocks` blocks from `start` on, counted from the byte before it.
export function findWordEnds(base: usize, start: usize, blocks: usize): void {
  const spaces = v128.load(base, SPACES_AT);
  const eights = v128.load(base, EIGHTS_AT);
  const first = base + POSITIONS_AT;
  let next = first;
  let text = start;
  let origin = i16x8.splat(1);
  let previous: u64 = 1; // a fill follows a separator
  let runs: u64 = 0;
  for (let block: usize = 0; block < blocks; block++) {
    const separators = separatorsOf(text, spaces);
    const after = (separators << 1) | previous;
    const ends = separators & ~after;
    runs |= separators & after;
    previous = separators >> 63;
    store<u64>(base + (block << 3), ends, ENDS_AT);
    store<u16>(base + (block << 1), <u16>((next - first) >> 1), RANKS_AT);
    next = append(base, next, <usize>(ends) & 0xFF, origin);
    origin = i16x8.add(origin, eights);
    next = append(base, next, <usize>(ends >> 8) & 0xFF, origin);
    origin = i16x8.add(origin, eights);
    next = append(base, next, <usize>(ends >> 16) & 0xFF, origin);
    origin = i16x8.add(origin, eights);
    next = append(base, next, <usize>(ends >> 24) & 0xFF, origin);
    origin = i16x8.add(origin, eights);
    next = append(base, next, <usize>(ends >> 32) & 0xFF, origin);
    origin = i16x8.add(origin, eights);
    next = append(base, next, <usize>(ends >> 40) & 0xFF, origin);
    origin = i16x8.add(origin, eights);
    next = append(base, next, <usize>(ends >> 48) & 0xFF, origin);
    origin = i16x8.add(origin, eights);
    next = append(base, next, <usize>(ends >> 56) & 0xFF, origin);
    origin = i16x8.add(origin, eights);
    text += BLOCK;
  }
  store<u16>(base + (blocks << 1), <u16>((next - first) >> 1), RANKS_AT);
  store<u64>(base + (blocks << 3), 0, ENDS_AT);
  hasRuns = runs != 0;
}

// Writes the positions of a byte's set bits and gives where the next ones go: a table knows them, all eight places are
// written, and the next write begins behind those that count. No branch depends on the text.
@inline
function append(base: usize, next: usize, byte: usize, origin: v128): usize {
  v128.store(next, i16x8.add(v128.load8x8_u(base + (byte << 3), BITS_AT), origin));
  return next + (popcnt(byte) << 1);
}

// Bit i says whether byte i of a block separates words.
@inline
function separatorsOf(text: usize, spaces: v128): u64 {
  const a = <u64><u32>i8x16.bitmask(i8x16.le_u(v128.load(text), spaces));
  const b = <u64><u32>i8x16.bitmask(i8x16.le_u(v128.load(text, 16), spaces));
  const c = <u64><u32>i8x16.bitmask(i8x16.le_u(v128.load(text, 32), spaces));
  const d = <u64><u32>i8x16.bitmask(i8x16.le_u(v128.load(text, 48), spaces));
  return a | (b << 16) | (c << 32) | (d << 48);
}

// How many words of the fill end in its first `bytes` bytes.
@inline
export function wordsBefore(base: usize, bytes: usize): usize {
  const block = bytes / BLOCK;
  const ends = load<u64>(base + (block << 3), ENDS_AT) & ~(<u64>-1 << (bytes % BLOCK));
  return <usize>load<u16>(base + (block << 1), RANKS_AT) + <usize>popcnt(ends);
}

// For every document that ends before `limit`, the first being the one at `offsets`: how many words of the fill end
// before its end. Gives the number of these documents. A loop of its own, so that no branch asks each block for them.
export function findDocumentEnds(
  base: usize, start: usize, limit: usize, text: usize, offsets: usize, most: usize,
): usize {
  let found: usize = 0;
  for (; found < most; found++) {
    const end = text + load<u32>(offsets + (found << 2), 4);
    if (end > limit) break;
    store<u16>(base + (found << 1), <u16>wordsBefore(base, end - start), DOCUMENTS_AT);
  }
  return found;
}

// Copies the fill with zeros in place of separators: a zero adds nothing to the hash of the word it stands before.
export function copyWithZeros(base: usize, start: usize, blocks: usize): void {
  const spaces = v128.load(base, SPACES_AT);
  const end = start + blocks * BLOCK;
  for (let text = start, copy = base + COPY_AT; text < end; text += 16, copy += 16) {
    const bytes = v128.load(text);
    v128.store(copy, v128.andnot(bytes, i8x16.le_u(bytes, spaces)));
  }
}
