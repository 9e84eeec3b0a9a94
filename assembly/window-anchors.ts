// The words of a text, its windows, and their anchors. The twin is src/engines/scalar/window-anchors.ts, which is the reference.
import { CLASS_MASK, LetterClass } from '../src/engines/layouts/letter-table';
import {
  ANCHOR_BYTES,
  CHARACTER_WEIGHT,
  ENDS_AT,
  HIGH_BASE,
  LOW_BASE,
  PREFIXES_AT,
  RUN_WORDS,
  RUNS_AT,
  WEIGHTS_AT,
  WindowAnchorsCall,
  WORD_WEIGHT,
} from '../src/engines/layouts/window-anchors';
import { keyMinus, keyPower, keyReduced, keyTimes } from './key-numbers';
import { bytesOf, decode, entryOf } from './letters';
import { mixed } from './mix';
import { hashMasks, wordHash } from './mixed-word';

// The first byte of a character from U+0800 on: no script without spaces comes before.
const THREE_BYTES: u32 = 0xe0;
const NONE: u32 = <u32>-1;

export function windowAnchors(call: WindowAnchorsCall): u32 {
  const least = call.least;
  const room = <usize>call.room;
  const words = call.work;
  const ends = words + <usize>ENDS_AT * room;
  const runs = words + <usize>RUNS_AT * room;
  const weights = words + <usize>WEIGHTS_AT * room;
  const out = call.out;
  const read = call.read;
  const count = hashWords(call.text, call.text + call.bytes, call.letters, call.room, words, weights, read);
  const windows = findWindows(weights, count, WORD_WEIGHT * least, ends);
  store<u32>(read, windows, 8);
  if (windows === 0) return 0;
  const length = min(RUN_WORDS, least);
  hashRuns(words, count, length, runs);
  const found = chooseRuns(words, runs, ends, windows, length, out);
  const prefixes = words + <usize>PREFIXES_AT * room;
  keyPrefixes(words, load<u32>(ends + ((<usize>windows - 1) << 2)), prefixes);
  for (let i: u32 = 0; i < found; i++) {
    const anchor = out + <usize>i * ANCHOR_BYTES;
    const next = i + 1 < found ? load<u32>(anchor + ANCHOR_BYTES, 8) : windows;
    keepDomain(anchor, load<u32>(anchor, 8), load<u32>(ends + ((<usize>next - 1) << 2)), prefixes);
  }
  return found;
}

// The hash of each word, and its weight. Stores how many words were read, and where the last one ends.
function hashWords(start: usize, end: usize, letters: usize, room: u32, words: usize, weights: usize, read: usize): u32 {
  const masks = hashMasks();
  let count: u32 = 0;
  let word = start;
  for (let block = start; block <= end && word < end; block += 64) {
    let spaces = spacesAt(block);
    // the end of the text ends a word too
    if (end - block < 64) spaces = (spaces & (((<u64>1) << (end - block)) - 1)) | ((<u64>1) << (end - block));
    for (; spaces !== 0 && word < end && count < room; spaces &= spaces - 1) {
      const wordEnd = block + <usize>ctz(spaces);
      store<u64>(words + ((<usize>count) << 3), wordHash(word, wordEnd, masks));
      store<u8>(weights + count, <u32>load<u8>(word) < THREE_BYTES ? WORD_WEIGHT : weightAt(letters, word, end));
      count++;
      word = wordEnd + 1;
    }
    if (count === room) break;
  }
  store<u32>(read, count);
  store<u32>(read, count === 0 ? 0 : <u32>(word - 1 - start), 4);
  return count;
}

// A bit for every one of 64 bytes that is a space.
// @inline
function spacesAt(p: usize): u64 {
  const space = i8x16.splat(0x20);
  const a = <u64>i8x16.bitmask(i8x16.eq(v128.load(p), space));
  const b = <u64>i8x16.bitmask(i8x16.eq(v128.load(p, 16), space));
  const c = <u64>i8x16.bitmask(i8x16.eq(v128.load(p, 32), space));
  const d = <u64>i8x16.bitmask(i8x16.eq(v128.load(p, 48), space));
  return a | (b << 16) | (c << 32) | (d << 48);
}

function weightAt(letters: usize, at: usize, end: usize): u32 {
  const decoded = decode(at);
  if (at + bytesOf(decoded) > end) return WORD_WEIGHT;
  return (entryOf(letters, decoded) & CLASS_MASK) === LetterClass.unspaced ? CHARACTER_WEIGHT : WORD_WEIGHT;
}

// From every word on, the shortest run of words that weighs enough. Returns how many there are.
function findWindows(weights: usize, count: u32, wanted: u32, ends: usize): u32 {
  let weight: u32 = 0;
  let end: u32 = 0;
  let found: u32 = 0;
  for (; found < count; found++) {
    while (weight < wanted && end < count) weight += <u32>load<u8>(weights + end++);
    if (weight < wanted) break;
    store<u32>(ends + ((<usize>found) << 2), end);
    weight -= <u32>load<u8>(weights + found);
  }
  return found;
}

// A run's hash is that of the run before, without its first word and with one more: each word is turned by its place.
function hashRuns(words: usize, count: u32, length: u32, runs: usize): void {
  let hash: u32 = 0;
  for (let word: u32 = 0; word < count; word++) {
    const at = words + ((<usize>word) << 3);
    hash = rotl<u32>(hash, 1) ^ load<u32>(at);
    if (word >= length) hash ^= rotl<u32>(load<u32>(at - ((<usize>length) << 3)), length);
    if (word + 1 >= length) store<u32>(runs + ((<usize>(word + 1 - length)) << 2), mixed(hash));
  }
}

// In every window the run whose hash is least, the last one of equals. It is carried on until a run is as low, or it is before the window: then
// the runs of the window are looked at again, once for many windows of a text that nobody made for this, and at most once for each.
function chooseRuns(words: usize, runs: usize, ends: usize, windows: u32, length: u32, out: usize): u32 {
  let next: u32 = 0;
  let least: u32 = 0;
  let low: u32 = NONE;
  let anchor = NONE;
  let found = out;
  for (let window: u32 = 0; window < windows; window++) {
    const end = load<u32>(ends + ((<usize>window) << 2)) - length + 1;
    if (least < window) {
      low = NONE;
      next = window;
    }
    for (; next < end; next++) {
      const hash = load<u32>(runs + ((<usize>next) << 2));
      least = hash <= low ? next : least;
      low = min(hash, low);
    }
    if (least === anchor) continue;
    anchor = least;
    // the least of many hashes is small: it is mixed again before it is an index
    store<u32>(found, mixed(load<u32>(runs + ((<usize>least) << 2)) + 1));
    store<u32>(found, highOf(words + ((<usize>least) << 3), length), 4);
    store<u32>(found, window, 8);
    store<u32>(found, least, 12);
    found += ANCHOR_BYTES;
  }
  return <u32>(found - out) / ANCHOR_BYTES;
}

function highOf(words: usize, length: u32): u32 {
  let high: u32 = 0;
  for (let word: u32 = 0; word < length; word++, words += 8) high = rotl<u32>(high, 1) ^ load<u32>(words, 4);
  return mixed(high);
}

// The key of all words up to each one.
function keyPrefixes(words: usize, count: u32, prefixes: usize): void {
  let low: u32 = 0;
  let high: u32 = 0;
  const end = words + ((<usize>count) << 3);
  for (let word = words; word < end; word += 8, prefixes += 8) {
    low = keyReduced(<u64>low * LOW_BASE + load<u32>(word));
    high = keyReduced(<u64>high * HIGH_BASE + load<u32>(word, 4));
    store<u32>(prefixes, low);
    store<u32>(prefixes, high, 4);
  }
}

// The key of the words [from, to): that of all words up to the last, without those before.
function keepDomain(anchor: usize, from: u32, to: u32, prefixes: usize): void {
  const last = prefixes + ((<usize>to - 1) << 3);
  let low = load<u32>(last);
  let high = load<u32>(last, 4);
  if (from > 0) {
    const before = prefixes + ((<usize>from - 1) << 3);
    low = keyMinus(low, keyTimes(load<u32>(before), keyPower(LOW_BASE, to - from)));
    high = keyMinus(high, keyTimes(load<u32>(before, 4), keyPower(HIGH_BASE, to - from)));
  }
  store<u32>(anchor, low, 16);
  store<u32>(anchor, high, 20);
}
