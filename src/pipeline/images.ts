/** `documentImages`: which shingles stand for each document (paper C). */
import type { DOCUMENT_IMAGE } from '../answers/runs.ts';
import { computeImage, formatFingerprint, type Image, type Selection } from '../fingerprint/index.ts';
import { type Run, runVerb } from '../pipeline.ts';
import type { Input } from '../read/index.ts';
import type { RunStream } from '../run-stream.ts';
import type { Value } from '../schema.ts';
import {
  DOCUMENT_IMAGES_RULES,
  type DocumentImagesOptions,
  IMAGE_KINDS,
  type ImageOptions,
  resolveImageOptions,
} from './options.ts';

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
  const [, smallest, n, divisible, m] = IMAGE_KINDS.exec(image) ?? [];
  if (smallest !== undefined) return { keep: 'smallest', n: Number(n) };
  if (divisible !== undefined) return { keep: 'divisible', m: Number(m) };
  return { keep: 'all' };
}
