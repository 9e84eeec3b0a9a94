/** The options of every verb that loads documents, and of those of this room, with defaults and allowed values. */
import { refuseUseless } from '../canonicalize/index.ts';
import { LOAD_RULES } from '../corpus/index.ts';
import type { LoadOptions } from '../corpus.ts';
import { ENGINE_RULES, type EngineOptions } from '../engines/index.ts';
import {
  defaultShingle,
  FINGERPRINT_RULES,
  refuseUselessOrder,
  SHINGLE_RULES,
} from '../fingerprint/index.ts';
import type { FingerprintOptions, ShingleOptions } from '../fingerprint.ts';
import { integer, type OptionRule, type OptionRules, oneOf, resolveOptions } from '../option-rules.ts';
import { READ_RUN_RULES, type ReadRunOptions, refuseUselessReading } from '../read/index.ts';

/** How documents are read, made canonical and loaded, and by how many threads. */
export interface VerbOptions extends ReadRunOptions, LoadOptions, EngineOptions {}

export const VERB_RULES: OptionRules<VerbOptions> = { ...READ_RUN_RULES, ...LOAD_RULES, ...ENGINE_RULES };

/** Fills in the defaults of a verb, and refuses unknown names, values out of range and options without effect. */
export function resolveVerbOptions<T extends VerbOptions>(rules: OptionRules<T>, given: Partial<T>): T {
  const options = resolveOptions(rules, given);
  refuseUseless(given);
  refuseUselessReading(given);
  return options;
}

/** Options of `canonicalTexts`. */
export interface CanonicalTextsOptions extends Partial<Omit<VerbOptions, 'canonical'>> {}

const { canonical: _, ...MADE_CANONICAL } = VERB_RULES;
export const CANONICAL_TEXTS_RULES: OptionRules<Omit<VerbOptions, 'canonical'>> = MADE_CANONICAL;

/** Options of `fingerprint`. */
export interface FingerprintRunOptions extends Partial<VerbOptions>, Partial<FingerprintOptions> {}

export const FINGERPRINT_RUN_RULES: OptionRules<VerbOptions & FingerprintOptions> = {
  ...VERB_RULES,
  ...FINGERPRINT_RULES,
};

/** The shape of an image. */
export interface ImageOptions extends ShingleOptions {
  /**
   * `all` checksums; the n smallest, `smallest:200`: of one size, for resemblance only; or those divisible by m, `divisible:25`, 10 to 50:
   * for resemblance and containment.
   */
  readonly image: string;
  readonly checksum: 'fast' | 'crc32' | 'md5' | 'sha1';
  /** Units from the start of one shingle to the start of the next, 1 to 64. */
  readonly step: number;
}

/** Options of `documentImages`. */
export interface DocumentImagesOptions extends Partial<VerbOptions>, Partial<ImageOptions> {}

/** What `image` may be, with its number. */
export const IMAGE_KINDS = /^(?:all|(smallest):([1-9]\d{0,8})|(divisible):([1-4]\d|50))$/;

const IMAGE: OptionRule<string> = {
  default: 'all',
  schema: { type: 'string', pattern: IMAGE_KINDS.source },
  isAllowed: (value) => typeof value === 'string' && IMAGE_KINDS.test(value),
  expected:
    '`all`, `smallest:` with a number (`smallest:200`) or `divisible:` with 10 to 50 (`divisible:25`)',
};

export const DOCUMENT_IMAGES_RULES: OptionRules<VerbOptions & ImageOptions> = {
  ...VERB_RULES,
  ...SHINGLE_RULES,
  image: IMAGE,
  checksum: oneOf('fast', ['fast', 'crc32', 'md5', 'sha1']),
  step: integer(1, 1, 64),
};

/** Fills in the defaults, and refuses options without effect. */
export function resolveImageOptions<T extends VerbOptions & ImageOptions>(
  rules: OptionRules<T>,
  given: Partial<T>,
): T {
  const options = resolveVerbOptions(rules, given);
  refuseUselessOrder(given);
  return given.shingle === undefined ? { ...options, shingle: defaultShingle(options) } : options;
}
