/** `documentImages`: which shingles stand for each document (paper C). */
import type { DOCUMENT_IMAGE } from '../answers/runs.ts';
import {
  computeImage,
  defaultShingle,
  formatFingerprint,
  type Image,
  refuseUselessOrder,
  type Selection,
  SHINGLE_RULES,
} from '../fingerprint/index.ts';
import type { ShingleOptions } from '../fingerprint.ts';
import { integer, type OptionRule, type OptionRules, oneOf } from '../option-rules.ts';
import { type Run, runVerb } from '../pipeline.ts';
import type { Input } from '../read/index.ts';
import type { RunStream } from '../run-stream.ts';
import type { Value } from '../schema.ts';
import { resolveVerbOptions, VERB_RULES, type VerbOptions } from './options.ts';

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

const KINDS = /^(?:all|(smallest):([1-9]\d{0,8})|(divisible):([1-4]\d|50))$/;

const IMAGE: OptionRule<string> = {
  default: 'all',
  schema: { type: 'string', pattern: KINDS.source },
  isAllowed: (value) => typeof value === 'string' && KINDS.test(value),
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

/** Which shingles stand for a document. */
export interface DocumentImage extends Value<typeof DOCUMENT_IMAGE> {}

/**
 * Computes the image of every document, in input order.
 *
 * @example
 * for await (const { id, values } of documentImages('corpus.jsonl', { image: 'smallest:200', order: 'sorted' }))
 *   console.log(id, values.length);
 */
export function documentImages(input: Input, given: DocumentImagesOptions = {}): RunStream<DocumentImage> {
  const options = resolveImageOptions(DOCUMENT_IMAGES_RULES, given);
  const { image, checksum } = options;
  return runVerb(input, options, {
    candidates: imageTexts(options),
    async *results(run) {
      for await (const [number, { values }] of computeImages(run, options)) {
        yield {
          id: run.corpus.ids.get(number),
          image,
          checksum,
          values: Array.from(values, formatFingerprint),
        };
      }
      return {};
    },
  });
}

/** Fills in the defaults, and refuses options without effect. */
export function resolveImageOptions<T extends VerbOptions & ImageOptions>(
  rules: OptionRules<T>,
  given: Partial<T>,
): T {
  const options = resolveVerbOptions(rules, given);
  refuseUselessOrder(given);
  return given.shingle === undefined ? { ...options, shingle: defaultShingle(options) } : options;
}

/** What a run must keep of texts for their images: canonical text has the ends of sentences if shingles need them. */
export function imageTexts({ shingle, unit, order }: ImageOptions) {
  return { shingle, unit, order, method: 'exact', threshold: 1 } as const;
}

/** The image of every document, by number. */
export async function* computeImages(
  { corpus, engine }: Pick<Run, 'corpus' | 'engine'>,
  { image, shingle, unit, order, checksum, step }: ImageOptions,
): AsyncGenerator<[number: number, image: Image]> {
  const decoder = new TextDecoder();
  const form = { width: shingle, unit, order, checksum, step };
  for (let number = 0; number < corpus.length; number++) {
    const text = decoder.decode(corpus.canonicalText(number));
    yield [number, await computeImage(engine, text, form, selectionOf(image))];
  }
}

function selectionOf(image: string): Selection {
  const [, smallest, n, divisible, m] = KINDS.exec(image) ?? [];
  if (smallest !== undefined) return { keep: 'smallest', n: Number(n) };
  if (divisible !== undefined) return { keep: 'divisible', m: Number(m) };
  return { keep: 'all' };
}
