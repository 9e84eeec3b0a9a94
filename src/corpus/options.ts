/** The defaults and allowed values of `LoadOptions`. */
import { CANONICALIZE_RULES } from '../canonicalize/index.ts';
import type { LoadOptions } from '../corpus.ts';
import { type OptionRules, oneOf, onOrOff, unchecked } from '../option-rules.ts';

export const LOAD_RULES: OptionRules<LoadOptions> = {
  ...CANONICALIZE_RULES,
  canonical: onOrOff(false),
  duplicateIds: oneOf('error', ['error', 'rename']),
  batch: unchecked(undefined),
};
