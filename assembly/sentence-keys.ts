// Keys of sentences, whatever the order of their words. src/engines/scalar/sentence-keys.ts is the twin and the reference.
import { KEY_STEP, LEAST_CLASS_WORDS, LEAST_SENTENCE_WORDS, MOST_KEY_WORDS, WORD_CLASSES } from '../src/engines/layouts/anchors';
import { hashWord, nextWord, wordEnd } from './fnv-words';
import { KEY_SUMS_AT, scratch } from './memory';
import { finish } from './mix';

const GROUP_BYTES: usize = 8;

export function sentenceKeys(text: usize, offsets: usize, count: u32, out: usize): u32 {
  const sums = scratch + KEY_SUMS_AT;
  let found = out;
  for (let i: u32 = 0; i < count; i++) {
    const bounds = offsets + ((<usize>i) << 2);
    const end = text + load<u32>(bounds, 4);
    memory.fill(sums, 0, GROUP_BYTES * <usize>(1 + WORD_CLASSES));
    for (let at = nextWord(text + load<u32>(bounds), end); at < end; at = nextWord(wordEnd, end)) {
      const hash = hashWord(at, end);
      add(sums, hash);
      add(sums + GROUP_BYTES * <usize>groupOf(hash), hash);
    }
    if (load<u32>(sums, 4) < LEAST_SENTENCE_WORDS) continue;
    for (let group: u32 = 0; group <= WORD_CLASSES; group++) {
      const at = sums + GROUP_BYTES * <usize>group;
      const words = load<u32>(at, 4);
      if (words < (group === 0 ? LEAST_SENTENCE_WORDS : LEAST_CLASS_WORDS) || words > MOST_KEY_WORDS) continue;
      store<u32>(found, keyOf(group, words, load<u32>(at)));
      store<u32>(found, i, 4);
      found += 8;
    }
  }
  return <u32>((found - out) >> 3);
}

// A sum and a number.
// @inline
function add(group: usize, hash: u32): void {
  store<u32>(group, load<u32>(group) + hash);
  store<u32>(group, load<u32>(group, 4) + 1, 4);
}

// @inline
export function groupOf(hash: u32): u32 {
  return 1 + (hash % WORD_CLASSES);
}

// @inline
export function keyOf(group: u32, words: u32, sum: u32): u32 {
  return finish(sum + KEY_STEP * ((group << 8) | words));
}
