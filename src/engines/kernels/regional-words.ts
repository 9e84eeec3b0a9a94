/**
 * The table of regional words that the `regionalWords` kernels read: Chinese words for which other regions have another word.
 *
 * | offset         | holds                                                                                            |
 * |----------------|--------------------------------------------------------------------------------------------------|
 * | 0              | u32: shift, 32 - log2 of the number of slots                                                     |
 * | 4              | u32: mask, the number of slots - 1                                                               |
 * | KINDS_AT       | u16[65536], by code point: the number of a character that words have, or 0; and BEGINS           |
 * | REGIONAL_SLOTS | u32 per slot: where an entry is in the table, or 0                                               |
 * | then           | entries: u8 characters of the word, u8 bytes of what it becomes, u16 a character, then the bytes |
 *
 * No word becomes longer. The variants of a character (traditional, simplified) have one number. The hash of a word starts as 0 and is
 * `(hash ^ number) * REGIONAL_MULTIPLIER` after every character; its first slot is `hash >>> shift`, the others follow.
 */
import { REGIONAL_MULTIPLIER } from '../layouts/word-tables.ts';

export {
  BEGINS,
  KINDS_AT,
  LONGEST_REGIONAL,
  REGIONAL_MULTIPLIER,
  REGIONAL_SLOTS,
} from '../layouts/word-tables.ts';

/** The hash of a word, given the numbers of its characters. */
export function regionalHash(numbers: ArrayLike<number>): number {
  let hash = 0;
  for (let i = 0; i < numbers.length; i++) hash = Math.imul(hash ^ numbers[i], REGIONAL_MULTIPLIER);
  return hash >>> 0;
}
