// Runs of unspaced letters (Han, kana, Thai …) as overlapping words of n letters.
import {
  CLASS_MASK, DELETED, LENGTH_MASK, MARK, PAYLOAD_SHIFT, SPACE, UNSETTLED, UNSPACED, append, bytesOf, decode, entryOf, wordIsOpen,
} from "./letters";

// Where the text goes on after foldUnspaced().
export let afterRun: usize = 0;

// Folds the run that starts at p and leaves a space after it. `unsettled` is UNSETTLED where the text must be checked for
// NFC, else 0. Returns the new o, or 0 where the text must be normalized first.
export function foldUnspaced(p: usize, end: usize, start: usize, o: usize, letters: usize, n: u32, unsettled: u32): usize {
  if (wordIsOpen(start, o)) store<u8>(o++, SPACE);
  // unspaced letters in the open word, and where its second and third start
  let inWord: u32 = 0;
  let second = o;
  let third = o;
  let order: u32 = 0;
  while (p < end) {
    const decoded = decode(p);
    const entry = entryOf(letters, decoded);
    const letterClass = entry & CLASS_MASK;
    if ((entry & unsettled) != 0) return 0;
    if (letterClass == UNSPACED) {
      if (inWord == n) {
        const kept = n > 1 ? o - second : 0;
        store<u8>(o++, SPACE);
        memory.copy(o, o - 1 - kept, kept);
        second = o + (third - second);
        o += kept;
        inWord--;
      }
      inWord++;
      if (inWord == 2) second = o;
      else if (inWord == 3) third = o;
      o = append(letters, entry, p, o);
      order = 0;
    } else if (letterClass == MARK || letterClass == DELETED) {
      const next = entry >> PAYLOAD_SHIFT;
      if (unsettled != 0 && next != 0 && next < order) return 0;
      order = next;
      if (letterClass == MARK) {
        store<u32>(o, load<u32>(p));
        o += bytesOf(decoded);
      }
    } else break;
    p += bytesOf(decoded);
  }
  store<u8>(o++, SPACE);
  afterRun = p;
  return o;
}
