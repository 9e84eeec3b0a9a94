/**
 * The table of regional words that the `regionalWords` kernels read: words of Chinese that other regions have another word for.
 *
 * | offset         | holds                                                                                            |
 * |----------------|--------------------------------------------------------------------------------------------------|
 * | 0              | u32: shift, 32 - log2 of the number of slots                                                     |
 * | 4              | u32: mask, the number of slots - 1                                                               |
 * | KINDS_AT       | u16[65536], by code point: the number of a character that words have, or 0; and BEGINS           |
 * | REGIONAL_SLOTS | u32 per slot: where an entry lies in the table, or 0                                             |
 * | then           | entries: u8 characters of the word, u8 bytes of what it becomes, u16 a character, then the bytes |
 *
 * No word becomes longer. The variants of a character (traditional, simplified) have one number. The hash of a word starts as 0 and is
 * `(hash ^ number) * REGIONAL_MULTIPLIER` after every character; its first slot is `hash >>> shift`, the others follow.
 */
export const KINDS_AT = 64;
export const REGIONAL_SLOTS = KINDS_AT + 2 * 0x10000;
export const REGIONAL_MULTIPLIER = 0x9e3779b1;
/** The bit of a kind that says that a word begins with the character. */
export const BEGINS = 0x8000;
/** Characters of the longest word. */
export const LONGEST_REGIONAL = 12;

/** The hash of a word, given the numbers of its characters. */
export function regionalHash(numbers: ArrayLike<number>): number {
  let hash = 0;
  for (let i = 0; i < numbers.length; i++) hash = Math.imul(hash ^ numbers[i], REGIONAL_MULTIPLIER);
  return hash >>> 0;
}
