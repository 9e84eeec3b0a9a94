/**
 * How a join is cut to fit the heap. It needs 8 bytes a fingerprint for the input, and for every thread 12 bytes a
 * fingerprint of its current round and 36 of the round's largest chunk. If that is too much, each block is done
 * in several rounds, over a part of its chunks each; if the input itself is too much, it is read piece by piece in every round.
 *
 * By halves (`join-halves.ts`) it needs the 12 bytes a fingerprint once, and 4 for bitmaps, but all at once.
 */
import {
  joinWorkBytes,
  PAIR_BYTES,
  RECORD_BYTES,
} from '../../../engines/kernels/join.ts';
import { NeardupError } from '../../../errors.ts';
import { MAX_CHUNK_BITS } from './chunk-bits.ts';

/** How many fingerprints there are in each chunk, when they are scattered by `bits` bits of block `first`, from `shift` on. */
export interface ChunkCounts {
  /** Address of the buckets that the fingerprints are limited to, 0 for all; see `Kernels.joinCount`. */
  readonly only: number;
  readonly first: number;
  readonly shift: number;
  readonly bits: number;
  readonly counts: Uint32Array;
}

/** The chunks `[low, high)` of a block. */
export interface Round extends ChunkCounts {
  readonly low: number;
  readonly high: number;
  /** Fingerprints of this round. */
  readonly items: number;
  /** Fingerprints in the largest chunk of this round. */
  readonly largest: number;
}

export interface JoinPlan {
  readonly rounds: readonly Round[];
  /** Fingerprints in the largest chunk. */
  readonly largest: number;
  /** Bytes of records and of work space that every thread needs. */
  readonly recordBytes: number;
  readonly workBytes: number;
}

/** Rounds that are done at a time, and threads that work on each. */
export interface JoinCrew {
  readonly lanes: number;
  readonly spaces: number;
}

/** A join by halves. */
export interface HalvesPlan {
  /** Is there room for the input as a whole? */
  readonly holdsInput: boolean;
  /** Fingerprints that a thread counts or scatters at a time. */
  readonly slice: number;
  readonly chunkBits: number;
  readonly groupBits: number;
  readonly foldBits: number;
  /** Bytes that are left for the work space of each thread. */
  readonly workBytes: number;
}

/** Room for pairs, before any were found: at least, and if there are large chunks and enough memory. */
const FIRST_PAIRS = 1 << 16;
const MOST_FIRST_PAIRS = 1 << 23;
const PIECE = 1 << 20;
/** Fingerprints in a chunk: in rounds; by halves. */
const CHUNK = 1 << 14;
const HALVES_CHUNK = 1 << 15;
/** Fingerprints in a group, and bits of a bitmap for each of those in a bucket. */
const GROUP = 8;
const FOLD = 32;
const BUCKETS = 65_536;
/** Bytes for counters and for rounding up blocks. */
const SPARE = 1 << 21;

/**
 * Pairs to make room for, given the fingerprints of the largest chunk: a chunk whose pairs do not fit is done again, which
 * is expensive for a large chunk.
 */
export function firstPairs(largest: number, available: number): number {
  const wanted = Math.min(MOST_FIRST_PAIRS, 16 * largest);
  return wanted > FIRST_PAIRS && 16 * PAIR_BYTES * wanted <= available ? wanted : FIRST_PAIRS;
}

/** Fingerprints held in the heap at a time, if it has `bytes` for the join: all, or a piece for each thread. */
export function pieceSize(count: number, bytes: number, threads: number): number {
  if (8 * count <= 0.6 * bytes) return count;
  return Math.max(1024, Math.min(PIECE, Math.floor(bytes / (64 * threads))));
}

/** How a join by halves would go; undefined if it does not fit. */
export function planHalves(count: number, bytes: number, threads: number): HalvesPlan | undefined {
  if (count < 2) return undefined;
  const chunkBits = wantedChunkBits(count, HALVES_CHUNK);
  const inBucket = Math.log2(Math.max(1, count / BUCKETS));
  const groupBits = Math.max(0, Math.min(8, Math.floor(inBucket - Math.log2(GROUP))));
  const foldBits = Math.max(8, Math.min(16, Math.round(inBucket + Math.log2(FOLD))));
  const slice = Math.max(1 << 14, Math.min(PIECE, Math.ceil(count / (8 * threads))));
  const counts = 8 * (Math.ceil(count / slice) + 1) * 2 ** chunkBits;
  const groups = 4 * (BUCKETS * 2 ** groupBits + 2 ** chunkBits);
  const folds = (BUCKETS / 8) * 2 ** foldBits;
  const shared = RECORD_BYTES * count + counts + groups + folds + BUCKETS + 8 * SPARE;
  const each = (input: number) => (bytes - shared - input) / threads - 2 * PAIR_BYTES * FIRST_PAIRS - SPARE;
  const least = joinWorkBytes(2 * Math.ceil(count / 2 ** chunkBits));
  const fits = (input: number) => each(input) >= least;
  const holdsInput = fits(8 * count);
  const input = 8 * (holdsInput ? count : slice * threads);
  if (!fits(input)) return undefined;
  return { holdsInput, slice, chunkBits, groupBits, foldBits, workBytes: each(input) };
}

/** Work space for chunks of a size, if there is room for it. */
export function workBytesOf(plan: HalvesPlan, largest: number): number | undefined {
  const bytes = joinWorkBytes(largest);
  return bytes <= plan.workBytes ? bytes : undefined;
}

/** Bits that make chunks of a size, to stay in the cache, of which there are not too many to write to at once. */
export function wantedChunkBits(count: number, size = CHUNK): number {
  return Math.min(MAX_CHUNK_BITS, Math.max(8, Math.ceil(Math.log2(count / size))));
}

/** Rounds over the chunks of every block. */
export function planRounds(
  blocks: readonly ChunkCounts[],
  pieces: { readonly size: number; readonly count: number; readonly areHeld: boolean },
  crew: JoinCrew,
  bytes: number,
): JoinPlan {
  const { lanes, spaces } = crew;
  const input = 8 * pieces.size * (pieces.areHeld ? 1 : lanes);
  const each = (bytes - input) / lanes - spaces * (2 * PAIR_BYTES * FIRST_PAIRS + SPARE);
  // every thread should have something to do
  const share = Math.ceil(pieces.count / Math.ceil(lanes / blocks.length));
  const rounds = blocks.flatMap((block) => cutRounds(block, each, share, crew));
  const worst = (field: 'items' | 'largest') =>
    rounds.reduce((most, round) => Math.max(most, round[field]), 0);
  const largest = worst('largest');
  return { rounds, largest, recordBytes: RECORD_BYTES * worst('items'), workBytes: joinWorkBytes(largest) };
}

function cutRounds(block: ChunkCounts, bytes: number, share: number, { lanes, spaces }: JoinCrew): Round[] {
  const { counts } = block;
  const rounds: Round[] = [];
  let low = 0;
  while (low < counts.length) {
    let high = low;
    let items = 0;
    let largest = 0;
    for (; high < counts.length; high++) {
      const more = items + counts[high];
      const most = Math.max(largest, counts[high]);
      if (items > 0 && (more > share || roundBytes(more, most, spaces) > bytes)) break;
      items = more;
      largest = most;
    }
    const needs = roundBytes(items, largest, spaces);
    if (needs > bytes) throw outOfMemory(needs, bytes, lanes * spaces);
    if (items > 1) rounds.push({ ...block, low, high, items, largest });
    low = high;
  }
  return rounds;
}

function roundBytes(items: number, largest: number, spaces: number): number {
  return RECORD_BYTES * items + spaces * joinWorkBytes(largest);
}

function outOfMemory(wanted: number, had: number, threads: number): NeardupError {
  const [needs, has] = [wanted, Math.max(0, had)].map((bytes) => Math.ceil(bytes / 2 ** 20));
  return new NeardupError('OUT_OF_MEMORY', `A thread of the join needs ${needs} MB, but has ${has} MB.`, {
    advice: `${threads > 1 ? 'Use fewer threads, split' : 'Split'} the input, or raise \`memory\` if it is set.`,
  });
}
