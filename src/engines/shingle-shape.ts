/**
 * How a text is cut into shingles, as the one number that the kernels take. A plain number from 1 to 64 is a shape too:
 * that many words, step 1, in their order, with the fast checksum.
 */
import { badOption } from '../errors.ts';
import { Shape, shingleRoom } from './layouts/shingle-bits.ts';

export type ShingleOrder = 'classic' | 'sorted' | 'free';

export interface ShingleForm {
  /** Units in a shingle, 1 to 64. */
  readonly width: number;
  /** The units of a shingle. Characters are those of the words, without separators. */
  readonly unit?: 'word' | 'character' | 'sentence';
  /** Units from the start of one shingle to the start of the next, 1 to 64. One if left out. */
  readonly step?: number;
  /**
   * `classic`: as in the text. `sorted`: the contents of a shingle are sorted first, so that every permutation gives the same shingle
   * (paper C); in a shingle of sentences, the words of all sentences are sorted together. `free`: the words of each sentence are sorted,
   * and no shingle crosses its end, so the place of a word in its sentence does not matter; a sentence shorter than a shingle is one. If
   * the unit is sentences or characters, `free` is the same as `sorted`.
   */
  readonly order?: ShingleOrder;
  /**
   * `fast` works on the hashes of words and sorts by them. The others are taken over the bytes of the shingle, words joined by
   * one space (characters by nothing), sorted by bytes; of MD5 and SHA-1 the first 64 bits count. `fast` if left out.
   */
  readonly checksum?: 'fast' | 'crc32' | 'md5' | 'sha1';
}

export { SENTENCE_END } from './layouts/modes.ts';
export { Shape, shingleRoom };

const UNITS = { word: 0, character: Shape.character, sentence: Shape.sentence };
const ORDERS = { classic: 0, sorted: Shape.free, free: Shape.free };
const CHECKSUMS = { fast: 0, crc32: Shape.crc32, md5: Shape.md5, sha1: Shape.sha1 };

export function shingleShape(form: ShingleForm): number {
  const { width, unit = 'word', step = 1, order = 'classic', checksum = 'fast' } = form;
  for (const [name, value] of [
    ['width', width],
    ['step', step],
  ] as const) {
    if (!Number.isInteger(value) || value < 1 || value > 64)
      throw badOption(name, 'an integer from 1 to 64', value);
  }
  const plain = choice('unit', UNITS, unit) | choice('order', ORDERS, order);
  const bits = unit === 'word' && order === 'free' ? Shape.sentenceWord : plain;
  return width | ((step - 1) << Shape.stepShift) | bits | choice('checksum', CHECKSUMS, checksum);
}

/** Whether shingles are of words with the fast checksum: these need no work space. */
export function isPlain(shape: number): boolean {
  return (shape & (Shape.unitMask | Shape.checksumMask)) === 0;
}

function choice<T extends string>(name: string, values: Record<T, number>, value: T): number {
  if (Object.hasOwn(values, value)) return values[value];
  throw badOption(
    name,
    Object.keys(values)
      .map((word) => `\`${word}\``)
      .join(' or '),
    value,
  );
}
