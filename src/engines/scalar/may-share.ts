/**
 * Which documents may share something with a text? Those with five words in a row from the text, or, anywhere, words in a row whose key
 * (`sentence-keys.ts`) is that of a sentence of the text. This needs no sentences, so it is quick; the documents that pass are
 * then looked at. Words of scripts without spaces depend on where sentences are cut, so documents with such letters always may.
 */

import type { Twin } from '../kernels.ts';
import { LAST_SEPARATOR, MOST_KEY_WORDS, WORD_CLASSES } from '../layouts/anchors.ts';
import { CLASS_MASK, LetterClass } from '../layouts/letter-table.ts';
import type { MayShare } from '../layouts/may-share.ts';
import { MayShareFields } from '../structs.ts';
import { hashWords, runHashes } from './anchors.ts';
import { letterEntry } from './letters.ts';
import { groupOf, keyOf } from './sentence-keys.ts';
import { decodeUtf8 } from './utf8.ts';

export const mayShare: Twin<'mayShare'> = ({ u8, u32 }, asked) => {
  const field = (name: keyof MayShare) => u32[asked / 4 + MayShareFields[name]];
  const [text, offsets, count, out] = [field('text'), field('offsets'), field('count'), field('out')];
  const [words, wordShift, keys, keyShift] = [
    field('words'),
    field('wordShift'),
    field('keys'),
    field('keyShift'),
  ];
  const [letters, factor, lengths] = [field('letters'), field('factor'), field('lengths')];
  const isIn = (set: number, shift: number, value: number) =>
    u32[set / 4 + setSlot(u32, set / 4, shift, factor, value)] === value;
  const isUnspaced = (at: number, end: number) => {
    const code = decodeUtf8(u8, at, end);
    return code >= 0 && (letterEntry(u8, u32, letters, code) & CLASS_MASK) === LetterClass.unspaced;
  };
  for (let i = 0; i < count; i++) {
    const [start, end] = [text + u32[offsets / 4 + i], text + u32[offsets / 4 + i + 1]];
    const hashes = new Uint32Array((end - start + 1) >> 1);
    const own = hashes.subarray(0, hashWords(u8, start, end, hashes, 0));
    u8[out + i] =
      hasUnspaced() || [...runHashes(own)].some((run) => isIn(keys, keyShift, notZero(run))) || hasWindow(own)
        ? 1
        : 0;

    function hasUnspaced(): boolean {
      for (let at = start; at < end; at++) {
        const begins = u8[at] >= 0xe0 && (at === start || u8[at - 1] <= LAST_SEPARATOR);
        if (begins && isUnspaced(at, end)) return true;
      }
      return false;
    }
  }

  /** Whether words in a row that are in the text, all or those of one class, have one of its keys. */
  function hasWindow(own: Uint32Array): boolean {
    for (let group = 0; group <= WORD_CLASSES; group++) {
      const chosen = own.filter((word) => group === 0 || groupOf(word) === group);
      for (let from = 0; from < chosen.length; from++) {
        let sum = 0;
        for (let to = from; to < chosen.length && to - from < MOST_KEY_WORDS; to++) {
          if (!isIn(words, wordShift, notZero(chosen[to]))) break;
          sum = (sum + chosen[to]) | 0;
          const length = to - from + 1;
          const isLength = u8[lengths + (group << 7) + length] !== 0;
          if (isLength && isIn(keys, keyShift, notZero(keyOf(group, length, sum)))) return true;
        }
      }
    }
    return false;
  }
};

/** A set for `mayShare` (open addressing, 0 for an empty place, at most a quarter full), and how a value finds its place there. */
export function placedSet(values: ArrayLike<number>, factor: number): { places: Uint32Array; shift: number } {
  const bits = 2 + Math.ceil(Math.log2(values.length + 1));
  const places = new Uint32Array(1 << bits);
  const shift = 32 - bits;
  for (let i = 0; i < values.length; i++) {
    const value = notZero(values[i]);
    places[setSlot(places, 0, shift, factor, value)] = value;
  }
  return { places, shift };
}

/** The slot of a value, or the empty one where it belongs. An odd factor that no text can know keeps values from meeting on purpose. */
export function setSlot(
  places: Uint32Array,
  first: number,
  shift: number,
  factor: number,
  value: number,
): number {
  const mask = 0xffffffff >>> shift;
  let slot = Math.imul(value, factor) >>> shift;
  while (places[first + slot] !== value && places[first + slot] !== 0) slot = (slot + 1) & mask;
  return slot;
}

/** 0 stands for an empty slot. */
export function notZero(value: number): number {
  return value === 0 ? 1 : value;
}
