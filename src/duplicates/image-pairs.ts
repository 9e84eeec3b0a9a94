/**
 * `pairs --image`: pairs of documents whose images (paper C) resemble each other. An image may be a sample of the shingles, so
 * the result is an estimate with its error, and says `verified: false`.
 *
 * An image that shares the share t of its checksums with another has one of its 1 - t rarest checksums in common with it, so only
 * these are looked up. Memory: the images, and a list for every checksum.
 */
import type { ImagePair } from '../answers/copies.ts';
import { containment, type Image, resemblance } from '../fingerprint/index.ts';
import { firstGiven, uselessOption } from '../option-rules.ts';
import { computeImages, imageTexts, resolveImageOptions } from '../pipeline/index.ts';
import { runVerb } from '../pipeline.ts';
import type { Input } from '../read/index.ts';
import { rounded } from '../report/index.ts';
import type { RunStream } from '../run-stream.ts';
import { option, wording } from '../wording.ts';
import { type AllImagePairOptions, IMAGE_PAIRS_RULES, type ImagePairsOptions } from './options.ts';

/** Images that one is compared with at most. */
const MOST_CANDIDATES = 1000;

/**
 * Finds the pairs of documents whose images resemble each other. Of documents with equal images each is paired with the first one only.
 *
 * @example
 * for await (const { a, b, resemblance, error } of imagePairs('corpus.jsonl', { image: 'smallest:200' })) console.log(a, b, resemblance, error);
 */
export function imagePairs(input: Input, given: ImagePairsOptions = {}): RunStream<ImagePair> {
  const options = resolveImageOptions(IMAGE_PAIRS_RULES, given);
  if (firstGiven(given, ['containment']) !== undefined && options.image.startsWith('smallest')) {
    const why = wording`the n smallest checksums of ${option('image', options.image)} give resemblance, but no containment`;
    throw uselessOption(
      'containment',
      why,
      wording`Leave it out, or set ${option('image', 'divisible:25')}.`,
    );
  }
  return runVerb(input, options, {
    candidates: imageTexts(options),
    async *results(run) {
      const images: Image[] = [];
      for await (const [, image] of computeImages(run, options)) images.push(image);
      const table = new ImageTable(images, options);
      const { ids } = run.corpus;
      for (const { a, b, ...pair } of table.pairs()) yield { a: ids.get(a), b: ids.get(b), ...pair };
      return { pairs: table.count, truncated: table.truncated };
    },
  });
}

interface NumberedPair extends Omit<ImagePair, 'a' | 'b'> {
  readonly a: number;
  readonly b: number;
}

class ImageTable {
  count = 0;
  /** Images with more candidates than were compared. */
  truncated = 0;
  /** The images that have a checksum, without those that are equal to an earlier one. */
  private readonly lists = new Map<bigint, number[]>();
  /** Of every image the first that is equal to it. */
  private readonly firsts: number[];

  constructor(
    private readonly images: readonly Image[],
    private readonly options: Pick<AllImagePairOptions, 'threshold' | 'containment'>,
  ) {
    this.firsts = firstsOf(images);
    for (const [number, { values }] of images.entries()) {
      if (this.firsts[number] !== number) continue;
      for (const value of values) {
        const list = this.lists.get(value);
        if (list === undefined) this.lists.set(value, [number]);
        else list.push(number);
      }
    }
  }

  *pairs(): Generator<NumberedPair> {
    const found = new Set<number>();
    const pairs: NumberedPair[] = [];
    const { images, firsts } = this;
    for (const [number, { values }] of images.entries()) {
      if (values.length === 0) continue;
      const first = firsts[number];
      // an image of a pair may be the one that knows the other
      for (const other of first === number ? this.candidates(number) : [first]) {
        const [a, b] = [Math.min(number, other), Math.max(number, other)];
        const key = a * images.length + b;
        if (found.has(key)) continue;
        found.add(key);
        const pair = this.compared(a, b);
        if (pair !== undefined) pairs.push(pair);
      }
    }
    this.count = pairs.length;
    yield* pairs.sort((x, y) => x.a - y.a || x.b - y.b);
  }

  /** Images that have one of the rarest checksums of an image. */
  private candidates(number: number): Set<number> {
    const { lists, images, options } = this;
    const { values } = images[number];
    const least = Math.ceil(Math.min(options.threshold, options.containment ?? 1) * values.length);
    const rarest = [...values].sort((x, y) => lists.get(x)!.length - lists.get(y)!.length);
    const found = new Set<number>();
    for (const value of rarest.slice(0, values.length - least + 1)) {
      for (const other of lists.get(value)!) {
        if (other !== number) found.add(other);
        if (found.size < MOST_CANDIDATES) continue;
        this.truncated++;
        return found;
      }
    }
    return found;
  }

  private compared(a: number, b: number): NumberedPair | undefined {
    const [left, right] = [this.images[a], this.images[b]];
    const { value, error } = resemblance(left, right);
    const contains = left.selection.keep !== 'smallest';
    const [aInB, bInA] = contains ? [containment(left, right).value, containment(right, left).value] : [];
    const { threshold, containment: least = Number.POSITIVE_INFINITY } = this.options;
    if (value < threshold && Math.max(aInB ?? 0, bInA ?? 0) < least) return undefined;
    return {
      ...{ a, b, resemblance: rounded(value), error: rounded(error) },
      ...(aInB !== undefined &&
        bInA !== undefined && { containment: { aInB: rounded(aInB), bInA: rounded(bInA) } }),
      verified: false,
    };
  }
}

/** Equal images are found by a few facts about them, and compared. */
function firstsOf(images: readonly Image[]): number[] {
  const known = new Map<string, number[]>();
  return images.map(({ values }, number) => {
    const facts = `${values.length} ${values[0]} ${values.at(-1)} ${values[values.length >> 1]}`;
    const alike = known.get(facts) ?? [];
    known.set(facts, alike);
    const first = alike.find((other) => images[other].values.every((value, i) => value === values[i]));
    if (first === undefined) alike.push(number);
    return first ?? number;
  });
}
