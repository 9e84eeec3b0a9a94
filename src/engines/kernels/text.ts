/** Kernels from lines and raw text to canonical text and fingerprints. */
import type { Address } from '../heap.ts';
import type { CanonicalizeCall, RegionalWordsCall, StemWordsCall } from '../layouts/calls.ts';
import type { ItemProbeCall } from '../layouts/item-probe.ts';
import type { WindowAnchorsCall, WindowKeysCall } from '../layouts/window-anchors.ts';
import type { ArgumentsOf } from '../structs.ts';

export interface TextKernels {
  /**
   * Canonical text of a batch. `letters` is the letter table (`engines/layouts/letter-table.ts`), `stops` the address
   * of u32[count], for every document the address of its stop-word table or 0; `stops` itself may be 0.
   * Writes a canonical batch (`out`, `outOffsets`) and the number of words of every document (`words`, u32[count]).
   * `out` must hold `CANONICAL_GROWTH * bytes + 2 * count + 64` bytes.
   * Returns the bytes written, or NEEDS_NORMALIZATION as soon as a character occurs that NFC might change.
   *
   * `places`, if it is not 0, gets where each word that was written begins and ends in `text`: two u32 for each, one document's words
   * after the other's. It must hold `placeBytes` bytes. Places cost speed: they take the slow path for all letters.
   */
  canonicalize(call: ArgumentsOf<CanonicalizeCall>): number;

  /** Simhash of every document of a canonical batch into `out`, u64[count]; a document without words gives 0. */
  simhash(text: Address, offsets: Address, count: number, mode: number, out: Address): void;

  /**
   * Simhash in which words have weights, of every document of a canonical batch into `out`, u64[count]; 0 if nothing has weight.
   * `weights`, u8[2^20], has the weight of every word, 0 to 5, at the place at which `termCounts` counts it. Of `mode`,
   * `sets` and `tiesToOne` count; the value of a word is always the mixed one.
   */
  weightedSimhash(
    text: Address,
    offsets: Address,
    count: number,
    weights: Address,
    mode: number,
    out: Address,
  ): void;

  /** A 128-bit hash of every document's bytes into `out`, u64[2 * count]: equal texts have equal hashes. */
  contentHash(text: Address, offsets: Address, count: number, out: Address): void;

  /** Writes u8[count] to `out`: 1 if a text may have disguised words. The texts are those that were read, not canonical ones. */
  suspects(text: Address, offsets: Address, count: number, out: Address): void;

  /**
   * Replaces every word by its stem. `tables` is the address of u32[count]: for every document the address of its
   * stem table (`engines/layouts/word-tables.ts`), or 0 if its words are kept. Words over 255 bytes are kept.
   * Writes a canonical batch (`out`, `outOffsets`) that is no longer than `text`; `out` must hold 64 bytes more. What separates
   * words stays.
   * Returns the bytes written; or, if words were not in their table, minus the number of those listed at `missing`
   * (24 bytes each: hash u64, start in `text` u32, length u32, table u32), and then the output is undefined. At most
   * `room` are listed: put them into the tables and call again.
   */
  stemWords(call: ArgumentsOf<StemWordsCall>): number;

  /**
   * Replaces the words of one region by those of another: a batch like the given one and no longer, into `out`
   * (room for 64 bytes more) and `outOffsets`. `table` is described in `engines/layouts/word-tables.ts`.
   * Returns the bytes written, or 0 if there are no such words, and then `out` is undefined.
   *
   * `moves`, if it is not 0, gets how the places in `out` and `text` differ: u32 how many moves, u32 0, then for each word that
   * became shorter where it ends in `out` and in `text`. After it, both advance together up to the next move. It must hold
   * `moveBytes` bytes.
   */
  regionalWords(call: ArgumentsOf<RegionalWordsCall>): number;

  /**
   * Anchors of every document of a canonical batch, in order, each with the number of its document, into `out`, u32[2] each;
   * `placeBytes` gives the room. Documents may have any separators up to LAST_SEPARATOR between words. Returns how many.
   */
  anchors(text: Address, offsets: Address, count: number, out: Address): number;

  /**
   * Keys of every sentence (document) of a canonical batch, at most four, each with the number of its sentence, into `out`,
   * u32[2] each. Returns how many. `scalar/sentence-keys.ts` defines the keys.
   */
  sentenceKeys(text: Address, offsets: Address, count: number, out: Address): number;

  /**
   * Runs of words of a canonical batch that are in a set, into `out`; `foundRunBytes` gives the room. Returns how many.
   * `scalar/item-probe.ts` says which runs are looked for.
   */
  itemProbe(call: ArgumentsOf<ItemProbeCall>): number;

  /**
   * The words of a canonical text, its windows and their anchors: WORK_BYTES of work and ANCHOR_BYTES of anchors for each word there is room for.
   * Returns how many anchors there are. `scalar/window-anchors.ts` says which.
   */
  windowAnchors(call: ArgumentsOf<WindowAnchorsCall>): number;

  /** Keys of windows that follow each other, of the text that `windowAnchors` has read. `scalar/window-keys.ts` says what a key is. */
  windowKeys(call: ArgumentsOf<WindowKeysCall>): void;

  /** Which documents of a canonical batch may share something with a text, as the `MayShare` at `asked` says. `scalar/may-share.ts` says when. */
  mayShare(asked: Address): void;

  /**
   * Text of `length` bytes as the inside of a JSON string, into `out`, which must hold `escapedBytes(length)` bytes. Returns the bytes written.
   */
  escapeJson(text: Address, length: number, out: Address): number;

  /** Finds texts and ids in JSON lines, as the `JsonlScan` at `scan` says. See `engines/layouts/jsonl-scan.ts`. */
  scanJsonl(scan: Address): void;
}
