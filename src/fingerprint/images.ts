/**
 * Document images (paper C; Broder 1997): which of a document's shingles are kept, and what two images say about their documents.
 *
 * An image is a random sample, because checksums are spread evenly. With s shingles looked at, of which the share p is common, the
 * standard error of p is sqrt(p (1 - p) / s):
 * - n smallest: of the union of two images the n smallest are a sample of A ∪ B, s = n. If the documents have fewer than n
 *   shingles together, all of them are in the images and nothing is estimated.
 * - divisible by m: the union of two images is a sample of A ∪ B, about |A ∪ B| / m shingles, and image A one of A.
 * - all: no sample, no error.
 * The n smallest of A are not a sample of what A shares with B (a long B has few of its own among them), so they
 * give no containment.
 */
import { NO_SEED, type ShingleForm, shingleShape } from '../engines/index.ts';
import { shingleRoom } from '../engines/layouts/shingle-bits.ts';
import type { Engine, ShinglesKept } from '../engines.ts';
import { badOption, NeardupError } from '../errors.ts';
import type { Selection } from './shingles.ts';

export interface Image {
  readonly selection: Selection;
  /** The checksums kept, ascending. */
  readonly values: BigUint64Array;
  /** True if these are all checksums of the document. */
  readonly isWhole: boolean;
}

export interface Estimate {
  /** From 0 to 1; NaN if both images are empty. */
  readonly value: number;
  /** Standard error of the value; 0 if it is exact. */
  readonly error: number;
  /** Number of shingles it is based on. */
  readonly sample: number;
}

/** The image of a document, from its distinct shingles in ascending order. */
export function imageOf(shingles: BigUint64Array, selection: Selection): Image {
  const values = select(shingles, selection);
  return { selection, values, isWhole: values.length === shingles.length };
}

/**
 * The image of one canonical text, computed by an engine: on its GPU if it has one that can do it, otherwise by its threads.
 *
 * @example
 * const engine = await openEngine({ engine: 'gpu' });
 * const image = await computeImage(engine, 'one two three four', { width: 3, checksum: 'md5' }, { keep: 'smallest', n: 200 });
 */
export async function computeImage(
  engine: Engine,
  canonical: string,
  form: ShingleForm,
  selection: Selection,
): Promise<Image> {
  const shape = shingleShape(form);
  const kept = shinglesKept(selection);
  const text = new TextEncoder().encode(canonical);
  const found = await engine.gpu?.image(text, shape, kept);
  return found === undefined
    ? imageOf(await shinglesBy(engine, text, shape), selection)
    : { selection, ...found };
}

/** The distinct shingles of a text, ascending, computed by the threads of an engine. */
async function shinglesBy({ heap, call }: Engine, text: Uint8Array, shape: number): Promise<BigUint64Array> {
  const [at, out] = heap.allocateAll([text.length + 1, 16 * shingleRoom(text.length, shape)]);
  try {
    heap.u8.set(text, at);
    heap.u8[at + text.length] = 0;
    const count = await call('shingles', at, text.length, shape, NO_SEED.low, NO_SEED.high, out);
    return heap.u64.slice(out / 8, out / 8 + count);
  } finally {
    heap.release(at);
    heap.release(out);
  }
}

/** |A ∩ B| / |A ∪ B| */
export function resemblance(a: Image, b: Image): Estimate {
  mustMatch(a, b);
  let union = 0;
  let common = 0;
  const most = a.selection.keep === 'smallest' ? a.selection.n : Number.POSITIVE_INFINITY;
  for (let i = 0, j = 0; union < most && (i < a.values.length || j < b.values.length); union++) {
    // after the end of one, the other continues
    const order = i === a.values.length ? 1 : j === b.values.length ? -1 : compare(a.values[i], b.values[j]);
    if (order === 0) common++;
    if (order <= 0) i++;
    if (order >= 0) j++;
  }
  return estimate(common, union, a.isWhole && b.isWhole && union < most);
}

/** |A ∩ B| / |A|: how much of A is in B. */
export function containment(a: Image, b: Image): Estimate {
  mustMatch(a, b);
  if (a.selection.keep === 'smallest') {
    throw new NeardupError('BAD_OPTION', 'The n smallest shingles give resemblance, but no containment.', {
      advice: 'Keep all shingles, or those divisible by m.',
    });
  }
  let common = 0;
  for (let i = 0, j = 0; i < a.values.length && j < b.values.length; ) {
    const order = compare(a.values[i], b.values[j]);
    if (order === 0) common++;
    if (order <= 0) i++;
    if (order >= 0) j++;
  }
  return estimate(common, a.values.length, a.isWhole && b.isWhole);
}

/** 1 - resemblance, with the same error. */
export function resemblanceDistance(a: Image, b: Image): Estimate {
  const found = resemblance(a, b);
  return { ...found, value: 1 - found.value };
}

function select(shingles: BigUint64Array, selection: Selection): BigUint64Array {
  const { least, divisor } = shinglesKept(selection);
  if (selection.keep === 'divisible') return shingles.filter((value) => value % BigInt(divisor) === 0n);
  return selection.keep === 'all' ? shingles : shingles.slice(0, least);
}

/** The selection in numbers. */
function shinglesKept(selection: Selection): ShinglesKept {
  const all = { least: Number.POSITIVE_INFINITY, divisor: 1 };
  switch (selection.keep) {
    case 'all':
      return all;
    case 'smallest':
      if (!Number.isInteger(selection.n) || selection.n < 1)
        throw badOption('n', 'an integer above 0', selection.n);
      return { ...all, least: selection.n };
    case 'divisible': {
      const { m } = selection;
      if (!Number.isInteger(m) || m < 10 || m > 50) throw badOption('m', 'an integer from 10 to 50', m);
      return { ...all, divisor: m };
    }
  }
}

function estimate(common: number, sample: number, isExact: boolean): Estimate {
  const value = common / sample;
  return { value, error: isExact ? 0 : Math.sqrt((value * (1 - value)) / sample), sample };
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function mustMatch(a: Image, b: Image): void {
  const [left, right] = [a, b].map(({ selection }) => Object.values(selection).join(' '));
  if (left === right) return;
  throw new NeardupError('BAD_OPTION', `Expected two images of one kind, got \`${left}\` and \`${right}\`.`, {
    advice: 'Make both images with the same selection.',
  });
}
