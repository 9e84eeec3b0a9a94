// Replaces the words of one region by those of another; the twin is src/engines/scalar/regional-words.ts.
import { RegionalWordsCall } from '../src/engines/layouts/calls';
import { BEGINS, KINDS_AT, LONGEST_REGIONAL, REGIONAL_MULTIPLIER, REGIONAL_SLOTS } from '../src/engines/layouts/word-tables';
import { afterLineBreak, mayBreak } from './line-break';
import { REGIONAL_HASHES_AT, REGIONAL_NUMBERS_AT, scratch } from './memory';

// The layout of the table, src/engines/layouts/word-tables.ts.
// The first byte of the least character that words have.
const LEAST_BYTE: u8 = 0xe2;

export function regionalWords(call: RegionalWordsCall): u32 {
  const text = call.text;
  const offsets = call.offsets;
  const count = call.count;
  const table = call.table;
  const out = call.out;
  const outOffsets = call.outOffsets;
  const moves = call.moves;
  if (moves !== 0) store<u64>(moves, 0);
  const last = text + load<u32>(offsets + ((<usize>count) << 2));
  // most batches have no Chinese at all
  if (skipOthers(text, last) === last) return 0;
  let o = out;
  let copied = text;
  store<u32>(outOffsets, 0);
  for (let i: usize = 0; i < <usize>count; i++) {
    const end = text + load<u32>(offsets + (i << 2), 4) - 1;
    for (let p = text + load<u32>(offsets + (i << 2)); p < end; ) {
      if (load<u8>(p) < LEAST_BYTE) {
        p = skipOthers(p + 1, end);
        continue;
      }
      const kind = kindAt(table, p);
      if (!(kind & BEGINS)) {
        p += (load<u32>(p) & 0xc0c0f0) === 0x8080e0 ? 3 : 1;
        continue;
      }
      const entry = wordAt(table, p, end);
      if (entry === 0) {
        p += 3;
        continue;
      }
      memory.copy(o, copied, p - copied);
      o += p - copied;
      const wordStart = o;
      o = replace(entry, p, o);
      const isShorter = wordEnd - p > o - wordStart;
      p = wordEnd;
      copied = p;
      if (moves !== 0 && isShorter) noteMove(moves, <u32>(o - out), <u32>(p - text));
    }
    // the document ends with a NUL, which is copied with what follows
    store<u32>(outOffsets + (i << 2), <u32>(o + (end + 1 - copied) - out), 4);
  }
  if (copied === text) return 0;
  memory.copy(o, copied, last - copied);
  return <u32>(o + (last - copied) - out);
}

// The text continues here after replace().
let wordEnd: usize = 0;

// Writes the replacement of the word at p. Line breaks between its characters stay between the new ones; those after the last are removed.
function replace(entry: usize, p: usize, o: usize): usize {
  const characters = <usize>load<u8>(entry);
  const bytes = <usize>load<u8>(entry, 1);
  const word = entry + 2 + (characters << 1);
  for (let i: usize = 0; i < characters; i++) {
    if (i > 0 && mayBreak(p)) {
      const next = afterLineBreak(p);
      if (i * 3 < bytes) {
        memory.copy(o, p, next - p);
        o += next - p;
      }
      p = next;
    }
    if (i * 3 < bytes) {
      store<u32>(o, load<u32>(word + i * 3));
      o += 3;
    }
    p += 3;
  }
  wordEnd = p;
  return o;
}

// One more move: where a word that became shorter ends in `out` and in the text.
function noteMove(moves: usize, place: u32, ownPlace: u32): void {
  const number = load<u32>(moves) + 1;
  store<u32>(moves, number);
  store<u32>(moves + ((<usize>number) << 3), place);
  store<u32>(moves + ((<usize>number) << 3), ownPlace, 4);
}

// Skips to a byte that may begin a character of Chinese, or to the end.
function skipOthers(p: usize, end: usize): usize {
  const least = i8x16.splat(<i8>LEAST_BYTE);
  for (; p + 64 <= end; p += 64) {
    const low = i8x16.max_u(v128.load(p), v128.load(p, 16));
    const high = i8x16.max_u(v128.load(p, 32), v128.load(p, 48));
    if (v128.any_true(i8x16.ge_u(i8x16.max_u(low, high), least))) break;
  }
  while (p < end && load<u8>(p) < LEAST_BYTE) p++;
  return p;
}

// The entry of the longest word that begins at p, or 0.
function wordAt(table: usize, p: usize, end: usize): usize {
  const start = p;
  const numbers = scratch + REGIONAL_NUMBERS_AT;
  const hashes = scratch + REGIONAL_HASHES_AT;
  let length: u32 = 0;
  let hash: u32 = 0;
  for (; p + 3 <= end && length < <u32>LONGEST_REGIONAL; p += 3, length++) {
    const kind = kindAt(table, p);
    if (kind === 0) break;
    const number = kind & ~BEGINS;
    hash = (hash ^ number) * REGIONAL_MULTIPLIER;
    store<u16>(numbers + ((<usize>length) << 1), <u16>number);
    store<u32>(hashes + ((<usize>length) << 2), hash);
  }
  if (mayBreak(p) && length < <u32>LONGEST_REGIONAL) length = readOverBreaks(table, start, end);
  return longestWord(table, length);
}

// Reads the characters that follow each other from p on, over line breaks; gives their number.
function readOverBreaks(table: usize, p: usize, end: usize): u32 {
  const numbers = scratch + REGIONAL_NUMBERS_AT;
  const hashes = scratch + REGIONAL_HASHES_AT;
  let length: u32 = 0;
  let hash: u32 = 0;
  for (; length < <u32>LONGEST_REGIONAL; p += 3, length++) {
    if (mayBreak(p)) p = max(p, afterLineBreak(p));
    const kind = p + 3 <= end ? kindAt(table, p) : 0;
    if (kind === 0) break;
    const number = kind & ~BEGINS;
    hash = (hash ^ number) * REGIONAL_MULTIPLIER;
    store<u16>(numbers + ((<usize>length) << 1), <u16>number);
    store<u32>(hashes + ((<usize>length) << 2), hash);
  }
  return length;
}

// The entry of the longest word that the characters read make, of up to `length`, or 0.
// @inline
function longestWord(table: usize, length: u32): usize {
  const numbers = scratch + REGIONAL_NUMBERS_AT;
  const hashes = scratch + REGIONAL_HASHES_AT;
  const shift = load<u32>(table);
  const mask = load<u32>(table, 4);
  for (; length > 1; length--) {
    for (let slot = load<u32>(hashes + ((<usize>length) << 2) - 4) >> shift; ; slot = (slot + 1) & mask) {
      const place = <usize>load<u32>(table + ((<usize>slot) << 2), REGIONAL_SLOTS);
      if (place === 0) break;
      const entry = table + place;
      if (load<u8>(entry) === <u8>length && memory.compare(entry + 2, numbers, (<usize>length) << 1) === 0) return entry;
    }
  }
  return 0;
}

// The table's entry for the three-byte character at p; 0 if there is none.
// @inline
function kindAt(table: usize, p: usize): u32 {
  const bytes = load<u32>(p);
  if ((bytes & 0xc0c0f0) !== 0x8080e0) return 0;
  const code = ((bytes & 0x0f) << 12) | ((bytes & 0x3f00) >> 2) | ((bytes >> 16) & 0x3f);
  return load<u16>(table + ((<usize>code) << 1), KINDS_AT);
}
