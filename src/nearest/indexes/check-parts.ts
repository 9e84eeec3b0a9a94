/**
 * Checks the parts of a stored index before any part is used: every length must follow from the counts, and every number must be in its
 * range, so that no search reads beyond its memory or goes round in circles.
 */
import { BLOCK_SIGNATURES, NO_BLOCK, NO_SIGNATURE } from '../../engines/layouts/signature-search.ts';
import { NeardupError } from '../../errors.ts';
import type { PartSource } from '../../nearest.ts';
import { cutSlices, sliceEndsLength } from './cut-slices.ts';

/** The signatures that an index is of. */
interface Signatures {
  /** Bits of one. */
  readonly width: number;
  readonly size: number;
}

const TWICE = 'it names a signature twice, or a missing one';

export interface SliceParts {
  readonly bits: number;
  readonly listed: number;
  readonly ends: Uint32Array;
  readonly lists: Uint32Array;
}

export function slicePartsOf(parts: PartSource, { width, size }: Signatures): SliceParts {
  const [bits, listed] = numbers(parts, 'slices', 2);
  expect(bits >= 2 && bits <= 26 && bits <= width && listed <= size, 'its slices are none');
  const cut = cutSlices(width, bits);
  expect(cut.bits <= 26, 'its slices are too wide');
  const ends = numbers(parts, 'ends', sliceEndsLength(cut));
  const lists = numbers(parts, 'lists', cut.slices * listed);
  const seen = new Uint32Array(listed);
  let from = 0;
  for (let slice = 0; slice < cut.slices; slice++) {
    const length = 2 ** (slice < cut.wide ? cut.bits : cut.bits - 1) + 1;
    checkEnds(ends.subarray(from, from + length), listed);
    from += length;
    for (const number of lists.subarray(slice * listed, (slice + 1) * listed)) {
      expect(number < listed && seen[number] === slice, TWICE);
      seen[number] = slice + 1;
    }
  }
  return { bits, listed, ends, lists };
}

export interface ClusterParts {
  readonly learned: number;
  /** Pairs of probes and the recall they reach. */
  readonly recall: Uint32Array;
  readonly centroids: Uint8Array;
  readonly first: Uint32Array;
  readonly next: Uint32Array;
  readonly slots: Uint32Array;
}

export function clusterPartsOf(parts: PartSource, { width, size }: Signatures): ClusterParts {
  const [lists, learned] = numbers(parts, 'clusters', 2);
  expect(learned <= size && lists > 0, 'its clusters are none');
  const slots = numbers(parts, 'slots');
  const blocks = slots.length / BLOCK_SIGNATURES;
  expect(Number.isInteger(blocks), 'its slots have a wrong length');
  checkSlots(slots, size);
  const recall = numbers(parts, 'recall');
  checkRecall(recall, lists);
  const centroids = part(parts, 'lists');
  expect(centroids.length === lists * (width / 8), 'its part `lists` has a wrong length');
  const first = numbers(parts, 'first', lists);
  const next = numbers(parts, 'next', blocks);
  // a block that only one other leads to is on no circle that a list can reach
  const reached = new Uint8Array(blocks);
  for (const links of [first, next])
    for (const block of links) {
      if (block === NO_BLOCK) continue;
      expect(block < blocks && reached[block] === 0, 'its lists run into each other, or beyond their end');
      reached[block] = 1;
    }
  return { learned, recall, centroids, first, next, slots };
}

function checkSlots(slots: Uint32Array, size: number): void {
  const seen = new Uint8Array(size);
  let found = 0;
  for (const number of slots) {
    if (number === NO_SIGNATURE) continue;
    expect(number < size && seen[number] === 0, TWICE);
    seen[number] = 1;
    found++;
  }
  expect(found === size, 'its slots leave out signatures');
}

function checkRecall(steps: Uint32Array, lists: number): void {
  expect(steps.length % 2 === 0, 'its recall has a wrong length');
  for (let i = 0; i < steps.length; i += 2) {
    const rises = i === 0 || (steps[i] > steps[i - 2] && steps[i + 1] > steps[i - 1]);
    expect(rises && steps[i] >= 1 && steps[i] <= lists && steps[i + 1] <= 10_000, 'its recall is none');
  }
}

function checkEnds(ends: Uint32Array, last: number): void {
  let before = 0;
  for (const end of ends) {
    expect(end >= before, 'its part `ends` does not ascend');
    before = end;
  }
  expect(ends[0] === 0 && before === last, 'its part `ends` does not end where it should');
}

/** A part as numbers, a copy. */
function numbers(parts: PartSource, name: string, length?: number): Uint32Array {
  const bytes = part(parts, name);
  const isWhole = length === undefined ? bytes.length % 4 === 0 : bytes.length === 4 * length;
  expect(isWhole, `its part \`${name}\` has a wrong length`);
  return new Uint32Array(bytes.slice().buffer);
}

function part(parts: PartSource, name: string): Uint8Array {
  const bytes = parts.get(name);
  if (bytes === undefined) throw badIndex(`its part \`${name}\` is missing`);
  return bytes;
}

function expect(holds: boolean, reason: string): void {
  if (!holds) throw badIndex(reason);
}

function badIndex(reason: string): NeardupError {
  return new NeardupError('BAD_INDEX', `The parts are not those of such an index: ${reason}.`);
}
