// Replaces words by their stems: the twin of src/engines/scalar/stem-words.ts, which is its specification.
import { StemWordsCall } from '../src/engines/layouts/calls';
import { LONGEST_STEMMED, MISSING_BYTES, STEM_MULTIPLIER, STEM_SLOTS_AT } from '../src/engines/layouts/word-tables';
import { LISTED_STEMS, LISTED_STEMS_AT, scratch } from './memory';
import { hashMasks, spacesIn, wordHash } from './mixed-word';

// The stem table; src/engines/layouts/word-tables.ts has its layout.
const KEEP_AT: usize = 8;
const ADD_AT: usize = 9;
const ADDED_AT: usize = 10;

let masks: usize = 0;
let list: usize = 0;
let listEnd: usize = 0;
let base: usize = 0;

export function stemWords(call: StemWordsCall): i32 {
  const text = call.text;
  const offsets = call.offsets;
  const count = <i32>call.count;
  const tables = call.tables;
  const out = call.out;
  const outOffsets = call.outOffsets;
  const missing = call.missing;
  const room = <i32>call.room;
  masks = hashMasks();
  list = missing;
  listEnd = missing + MISSING_BYTES * <usize>room;
  base = text;
  let o = out;
  store<u32>(outOffsets, 0);
  for (let i = 0; i < count; i++) {
    const at = (<usize>i) << 2;
    const from = text + load<u32>(offsets + at);
    const end = text + load<u32>(offsets + at, 4) - 1;
    const table = <usize>load<u32>(tables + at);
    if (table === 0) {
      memory.copy(o, from, end - from);
      o += end - from;
    } else if (end > from) {
      o = stemDocument(from, end, o, table, missing);
    }
    store<u8>(o++, 0);
    store<u32>(outOffsets + at, <u32>(o - out), 4);
  }
  return list > missing ? -(<i32>((list - missing) / MISSING_BYTES)) : <i32>(o - out);
}

function stemDocument(from: usize, end: usize, to: usize, table: usize, missing: usize): usize {
  const shift = load<u32>(table);
  const mask = load<u32>(table, 4);
  const masks_ = masks;
  let word = from;
  for (let block = from; block <= end; block += 64) {
    let spaces = spacesIn(block);
    // the end of the document ends a word too
    if (end - block < 64) spaces = (spaces & (((<u64>1) << (end - block)) - 1)) | ((<u64>1) << (end - block));
    for (; spaces !== 0; spaces &= spaces - 1) {
      const wordEnd = block + <usize>ctz(spaces);
      const length = wordEnd - word;
      if (length > LONGEST_STEMMED) {
        memory.copy(to, word, length);
        to += length;
      } else {
        let hash = wordHash(word, wordEnd, masks_);
        if (hash === 0) hash = 1;
        let index = ((<u32>hash ^ <u32>(hash >> 32)) * STEM_MULTIPLIER) >> shift;
        let slot = table + STEM_SLOTS_AT + ((<usize>index) << 5);
        let held = atomic.load<u64>(slot);
        while (held !== hash && held !== 0) {
          index = (index + 1) & mask;
          slot = table + STEM_SLOTS_AT + ((<usize>index) << 5);
          held = atomic.load<u64>(slot);
        }
        if (held === 0) {
          report(hash, word, length, table, missing);
        } else {
          const keep = <usize>load<u8>(slot, KEEP_AT);
          const add = <usize>load<u8>(slot, ADD_AT);
          v128.store(to, v128.load(word));
          for (let i: usize = 16; i < keep; i += 16) v128.store(to + i, v128.load(word + i));
          v128.store(to + keep, v128.load(slot, ADDED_AT));
          if (add > 16) store<u64>(to + keep, load<u64>(slot, ADDED_AT + 16), 16);
          to += keep + add;
        }
      }
      // a space, the end of a sentence or that of the document
      store<u8>(to++, load<u8>(wordEnd));
      word = wordEnd + 1;
    }
  }
  return to - 1;
}

// Lists a word without a stem, unless the list is full or has it already.
function report(hash: u64, word: usize, length: usize, table: usize, missing: usize): void {
  if (list >= listEnd) return;
  const listed = scratch + LISTED_STEMS_AT;
  if (list === missing) memory.fill(listed, 0, LISTED_STEMS << 3);
  const key = hash ^ <u64>table;
  const seen = listed + ((<usize>key & (LISTED_STEMS - 1)) << 3);
  if (load<u64>(seen) === key) return;
  store<u64>(seen, key);
  store<u64>(list, hash);
  store<u32>(list, <u32>(word - base), 8);
  store<u32>(list, <u32>length, 12);
  store<u32>(list, <u32>table, 16);
  store<u32>(list, 0, 20);
  list += MISSING_BYTES;
}
