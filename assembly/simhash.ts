// Simhash of a batch of canonical text; the twin of src/engines/scalar/simhash.ts.
//
// The text is worked through in fills of 4 KB: find the word ends, hash all words, then count the bits of each
// document's hashes. Each step is a loop over the whole fill whose branches do not depend on the text.
import { SIMHASH_AT, scratch } from "./scratch";
import { addHashes, clearCounters, fingerprintOfFew, fingerprintOfSome, takeFingerprint } from "./simhash/counters";
import { endedDocuments, initDistinct, keepDistinct, nextDocument, openWords, overfull } from "./simhash/distinct";
import { fillEnd, hashFill, nextStart } from "./simhash/fill";
import { finalizeHashes } from "./simhash/finalize";
import { COUNTS_AT, DOCUMENTS_AT, HASHES_AT, initTables } from "./simhash/layout";
import { MIXED, mostFor, SETS } from "./simhash/mode";
import { fingerprintInPasses } from "./simhash/passes";
import { findDocumentEnds } from "./simhash/word-ends";

export function initSimhash(): void {
  const base = scratch + SIMHASH_AT;
  initTables(base);
  clearCounters(base);
  initDistinct(base);
}

export function simhash(text: usize, offsets: usize, count: usize, mode: u32, out: usize): void {
  const base = scratch + SIMHASH_AT;
  const limit = text + load<u32>(offsets + (count << 2));
  let start = text + load<u32>(offsets);
  let document: usize = 0;
  let counted: usize = 0; // words of the present document in earlier fills
  while (document < count) {
    const hashes = hashFill(base, start, limit);
    let ended = findDocumentEnds(base, start, fillEnd(start, limit), text, offsets + (document << 2), count - document);
    start = nextStart;
    if (mode & SETS) {
      keepDistinct(base, hashes, ended);
      ended = endedDocuments;
    }
    if (mode & MIXED) finalizeHashes(base, hashes);
    let from: usize = 0;
    for (let i: usize = 0; i < ended; i++) {
      const to = <usize>load<u16>(base + (i << 1), DOCUMENTS_AT);
      const words = mode & SETS ? <usize>load<u16>(base + (i << 1), COUNTS_AT) : to - from;
      store<u64>(out + (document << 3), fingerprint(base, from, to, counted, words, mode));
      counted = 0;
      from = to;
      document++;
    }
    if (mode & SETS && overfull) {
      const whole = text + load<u32>(offsets + (document << 2));
      const end = text + load<u32>(offsets + (document << 2), 4);
      store<u64>(out + (document << 3), fingerprintInPasses(base, whole, end, mode));
      counted = 0;
      start = end;
      document++;
    } else if (from < hashes) {
      addHashes(base, base + HASHES_AT + (from << 3), hashes - from);
      counted += mode & SETS ? openWords : hashes - from;
    }
  }
  if (mode & SETS) nextDocument(base);
}

// The fingerprint of a document that ends with hashes [from, to), of which `words` count, and had `counted` words before.
@inline
function fingerprint(base: usize, from: usize, to: usize, counted: usize, words: usize, mode: u32): u64 {
  const hashes = base + HASHES_AT + (from << 3);
  const most = mostFor(counted + words, mode);
  if (counted == 0) {
    if (to - from < 16) return fingerprintOfFew(base, hashes, to - from, most);
    if (to - from < 256) return fingerprintOfSome(base, hashes, to - from, most);
  }
  addHashes(base, hashes, to - from);
  return takeFingerprint(base, counted + words, most);
}
