/** Defaults and allowed values of `FingerprintOptions` and `ShingleOptions`. */
import { SimhashMode } from '../engines/layouts/modes.ts';
import type { FingerprintOptions, HashName, ShingleOptions } from '../fingerprint.ts';
import { integer, type OptionRules, oneOf, uselessOption } from '../option-rules.ts';
import { option, wording } from '../wording.ts';

/** The hashes of words, with their modes. A new one is an entry here and a case of `scalar/simhash.ts` and `assembly/simhash/hash-fill.ts`. */
export const HASHES = { mixed: SimhashMode.mixed, sdbm: 0 } as const;

export const FINGERPRINT_RULES: OptionRules<FingerprintOptions> = {
  hash: oneOf('mixed', Object.keys(HASHES) as HashName[]),
  features: oneOf('sets', ['sets', 'counts']),
  ties: oneOf(0, [0, 1]),
};

/** Words of a shingle. Fewer in free order, because an edit gives sorted words more new neighbors. */
const SHINGLE = 3;
const SHINGLE_IN_FREE_ORDER = 2;

export const SHINGLE_RULES: OptionRules<ShingleOptions> = {
  shingle: {
    ...integer(SHINGLE, 1, 16),
    leftOut: wording`${SHINGLE}; with ${option('order', 'free')} ${SHINGLE_IN_FREE_ORDER}`,
  },
  unit: oneOf('word', ['word', 'character', 'sentence']),
  order: oneOf('classic', ['classic', 'sorted', 'free']),
};

/** The default number of words in a shingle. */
export function defaultShingle({ unit = 'word', order }: Partial<ShingleOptions>): number {
  return order === 'free' && unit === 'word' ? SHINGLE_IN_FREE_ORDER : SHINGLE;
}

/** Refuses an order of words that changes nothing. */
export function refuseUselessOrder({ order, shingle, unit = 'word' }: Partial<ShingleOptions>): void {
  if (order === undefined || order === 'classic' || shingle !== 1 || unit !== 'word') return;
  throw uselessOption(
    'order',
    'a shingle of one word has no order',
    wording`Leave it out, or raise ${option('shingle')}.`,
  );
}
