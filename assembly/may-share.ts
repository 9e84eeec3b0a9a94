// Which documents may share something with a text? src/engines/scalar/may-share.ts is the twin and the reference.
import { ANCHOR_WORDS, MOST_KEY_WORDS, WORD_CLASSES } from '../src/engines/layouts/anchors';
import { CLASS_MASK, LetterClass } from '../src/engines/layouts/letter-table';
import { MayShare } from '../src/engines/layouts/may-share';
import { hashWord, nextWord, roll, wordEnd } from './fnv-words';
import { decode, entryOf } from './letters';
import { KEY_SUMS_AT, KNOWN_SUMS_AT, scratch } from './memory';
import { finish } from './mix';
import { groupOf, keyOf } from './sentence-keys';

// The first byte of every letter of a script without spaces is at least this.
const FIRST_UNSPACED_BYTE: u32 = 0xe0;
// Sums are kept for the last 128 words in a row of a group.
const SUMS: u32 = 127;
const SUM_BYTES: usize = 512;

// The sets of the text that is looked for.
let keys: usize = 0;
let keyShift: u32 = 0;
let factor: u32 = 0;
let lengths: usize = 0;

export function mayShare(asked: MayShare): void {
  keys = asked.keys;
  keyShift = asked.keyShift;
  factor = asked.factor;
  lengths = asked.lengths;
  // read once: the results could be written over the struct, as far as the compiler knows
  const count = asked.count;
  const text = asked.text;
  const offsets = asked.offsets;
  const letters = asked.letters;
  const words = asked.words;
  const wordShift = asked.wordShift;
  const out = asked.out;
  for (let i: u32 = 0; i < count; i++) {
    const at = offsets + ((<usize>i) << 2);
    const shares = documentMayShare(text + load<u32>(at), text + load<u32>(at, 4), letters, words, wordShift);
    store<u8>(out + i, shares ? 1 : 0);
  }
}

function documentMayShare(start: usize, end: usize, letters: usize, words: usize, wordShift: u32): bool {
  const known = scratch + KEY_SUMS_AT;
  memory.fill(known, 0, 4 * <usize>(1 + WORD_CLASSES));
  for (let group: u32 = 0; group <= WORD_CLASSES; group++) store<u32>(sumAt(group, 0), 0);
  let rolling: u32 = 0;
  let word: u32 = 0;
  for (let at = nextWord(start, end); at < end; at = nextWord(wordEnd, end)) {
    if (<u32>load<u8>(at) >= FIRST_UNSPACED_BYTE && isUnspaced(letters, at)) return true;
    const hash = hashWord(at, end);
    rolling = roll(rolling, hash, word++);
    if (word >= ANCHOR_WORDS && isIn(keys, keyShift, finish(rolling))) return true;
    const group = groupOf(hash);
    if (!isIn(words, wordShift, hash)) {
      store<u32>(known, 0);
      store<u32>(known + ((<usize>group) << 2), 0);
    } else if (endsKey(known, 0, hash) || endsKey(known, group, hash)) return true;
  }
  return false;
}

// Adds a word that the text has too to the words in a row of a group. Whether the last of them have a key of the text.
// @inline
function endsKey(known: usize, group: u32, hash: u32): bool {
  const at = known + ((<usize>group) << 2);
  const count = load<u32>(at) + 1;
  const sum = load<u32>(sumAt(group, count - 1)) + hash;
  store<u32>(at, count);
  store<u32>(sumAt(group, count), sum);
  const own = lengths + ((<usize>group) << 7);
  // few lengths have a key, so sixteen are looked at a time
  for (let from: u32 = 0, most = min(count, MOST_KEY_WORDS); from <= most; from += 16) {
    let wanted = ~(<u32>i8x16.bitmask(i8x16.eq(v128.load(own + from), i8x16.splat(0)))) & 0xffff;
    if (most < from + 15) wanted &= (2 << (most - from)) - 1;
    for (; wanted !== 0; wanted &= wanted - 1) {
      const length = from + <u32>ctz(wanted);
      if (isIn(keys, keyShift, keyOf(group, length, sum - load<u32>(sumAt(group, count - length))))) return true;
    }
  }
  return false;
}

// The sum of the first `count` words in a row of a group.
// @inline
function sumAt(group: u32, count: u32): usize {
  return scratch + KNOWN_SUMS_AT + SUM_BYTES * <usize>group + ((<usize>(count & SUMS)) << 2);
}

// Open addressing; 0 is an empty place.
// @inline
function isIn(set: usize, shift: u32, value: u32): bool {
  value = max(value, 1);
  const mask = <u32>-1 >>> shift;
  let slot = (value * factor) >>> shift;
  let found = load<u32>(set + ((<usize>slot) << 2));
  while (found !== value && found !== 0) {
    slot = (slot + 1) & mask;
    found = load<u32>(set + ((<usize>slot) << 2));
  }
  return found === value;
}

function isUnspaced(letters: usize, at: usize): bool {
  return (entryOf(letters, decode(at)) & CLASS_MASK) === LetterClass.unspaced;
}
