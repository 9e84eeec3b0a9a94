// Counts the hashes of a fill, document by document, and writes the fingerprints of those that end in it.
import { SimhashMode } from '../../src/engines/layouts/modes';
import { DOCUMENTS_AT, HASHES_AT } from '../memory';
import { addHashes, fingerprintOfFew, fingerprintOfSome, takeFingerprint } from './counters';
import { endedDocuments, keepDistinct, overfull } from './distinct';
import { mostFor } from './majority';

// The number of the current document, and its words in earlier fills.
export let document: usize = 0;
let counted: usize = 0;

// @inline
export function startCounting(): void {
  document = 0;
  counted = 0;
}

// The fingerprint of the current document was made in another way.
// @inline
export function skipDocument(): void {
  document++;
  counted = 0;
}

// Takes the hashes of a fill in which `documents` documents end. In a set mode it stops at a document with too many words, and reports it
// (`overfull`).
// @inline
export function countFill(base: usize, hashes: usize, documents: usize, mode: u32, out: usize): void {
  let ended = documents;
  if (mode & SimhashMode.sets) {
    hashes = keepDistinct(base, hashes, ended);
    ended = endedDocuments;
  }
  let from: usize = 0;
  let words = counted;
  let number = document;
  for (let i: usize = 0; i < ended; i++) {
    const to = <usize>load<u16>(base + (i << 1), DOCUMENTS_AT);
    store<u64>(out + (number << 3), fingerprint(base, from, to, words, mode));
    words = 0;
    from = to;
    number++;
  }
  document = number;
  if (from < hashes && !(mode & SimhashMode.sets && overfull)) {
    addHashes(base, base + HASHES_AT + (from << 3), hashes - from);
    words += hashes - from;
  }
  counted = words;
}

// The fingerprint of a document that ends with hashes [from, to) and had `before` words before.
// @inline
function fingerprint(base: usize, from: usize, to: usize, before: usize, mode: u32): u64 {
  const hashes = base + HASHES_AT + (from << 3);
  const words = before + to - from;
  const most = mostFor(words, mode);
  if (before === 0) {
    if (to - from < 16) return fingerprintOfFew(base, hashes, to - from, most);
    if (to - from < 256) return fingerprintOfSome(base, hashes, to - from, most);
  }
  addHashes(base, hashes, to - from);
  return takeFingerprint(base, words, most);
}
