// Takes the stop words out of one canonical document.
//
// Every word is copied to where it would go, and only then the place for the next one moves on, or not: about half of
// the words of a text are stop words, and no processor guesses which.
import { bucketMask, holds, slotMask, slotsOf } from "./stop-table";
import { hashMasks, spacesIn, wordHash } from "./word-hash";

// A document must lie at least this far beyond the place where it goes: words are copied 32 bytes at a time, and no load
// (from 16 bytes before a word on) shall meet one of the last stores.
export const STOP_WORDS_GAP: usize = 48;

// Words left by removeStopWords().
export let wordsLeft: u32 = 0;

// Moves [from, end), words separated by single bytes (spaces, or ends of sentences), to `to`, without stop words. Writes
// a space at `end`. Returns the new end.
export function removeStopWords(from: usize, end: usize, to: usize, table: usize): usize {
  const masks = hashMasks();
  const buckets = bucketMask(table);
  const mask = slotMask(table);
  const slots = slotsOf(table);
  const start = to;
  let words: u32 = 0;
  let word = from;
  if (end > from) store<u8>(end++, 0x20);
  for (let block = from; block < end; block += 64) {
    let spaces = spacesIn(block);
    if (end - block < 64) spaces &= (<u64>1 << (end - block)) - 1;
    for (; spaces != 0; spaces &= spaces - 1) {
      const wordEnd = block + <usize>ctz(spaces);
      const length = wordEnd - word;
      const hash = wordHash(word, wordEnd, masks);
      const kept = <u32>!holds(hash, table, slots, buckets, mask);
      v128.store(to, v128.load(word));
      v128.store(to, v128.load(word, 16), 16);
      for (let i: usize = 32; i <= length; i += 16) v128.store(to + i, v128.load(word + i));
      to += (length + 1) * <usize>kept;
      // a stop word that ends a sentence leaves its end to the word before
      if (load<u8>(wordEnd) != 0x20 && to > start) store<u8>(to - 1, 0x1E);
      words += kept;
      word = wordEnd + 1;
    }
  }
  wordsLeft = words;
  return to > start ? to - 1 : to;
}
