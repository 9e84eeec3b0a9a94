/**
 * How a join is cut to fit the heap. It needs 8 bytes a fingerprint for the input, and for every thread 12 bytes a
 * fingerprint of the round it is at and 26 of the round's largest chunk. Where that is too much, each block is done
 * in several rounds, over a part of its chunks each; where the input itself is too much, it is read piece by piece in every round.
 */
import { joinWorkBytes, MAX_CHUNK_BITS, PAIR_BYTES, RECORD_BYTES } from '../engines/join.ts';
import { NeardupError } from '../errors.ts';

/** How many fingerprints there are in each chunk, when they are scattered by `bits` bits of block `first`, from `shift` on. */
export interface ChunkCounts {
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
  /** Bytes of records and of work space that every thread needs. */
  readonly recordBytes: number;
  readonly workBytes: number;
}

/** Room for pairs, before any were found. */
export const FIRST_PAIRS = 1 << 16;
const PIECE = 1 << 20;
/** Fingerprints in a chunk. */
const CHUNK = 1 << 14;
/** What blocks are rounded up by, and counters. */
const SPARE = 1 << 21;

/** Fingerprints held in the heap at a time, if it has `bytes` for the join: all, or a piece of them for each thread. */
export function pieceSize(count: number, bytes: number, threads: number): number {
  if (8 * count <= 0.6 * bytes) return count;
  return Math.max(1024, Math.min(PIECE, Math.floor(bytes / (64 * threads))));
}

/** Bits that make chunks which stay in the cache, of which there are not too many to write to at once. */
export function wantedChunkBits(count: number): number {
  return Math.min(MAX_CHUNK_BITS, Math.max(8, Math.ceil(Math.log2(count / CHUNK))));
}

/** Rounds over the chunks of every block. */
export function planRounds(
  blocks: readonly ChunkCounts[],
  pieces: { readonly size: number; readonly count: number; readonly areHeld: boolean },
  threads: number,
  bytes: number,
): JoinPlan {
  const input = 8 * pieces.size * (pieces.areHeld ? 1 : threads);
  const each = (bytes - input) / threads - 2 * PAIR_BYTES * FIRST_PAIRS - SPARE;
  // every thread should have something to do
  const share = Math.ceil(pieces.count / Math.ceil(threads / blocks.length));
  const rounds = blocks.flatMap((block) => cutRounds(block, each, share));
  const worst = (field: 'items' | 'largest') =>
    rounds.reduce((most, round) => Math.max(most, round[field]), 0);
  return { rounds, recordBytes: RECORD_BYTES * worst('items'), workBytes: joinWorkBytes(worst('largest')) };
}

function cutRounds(block: ChunkCounts, bytes: number, share: number): Round[] {
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
      if (items > 0 && (more > share || roundBytes(more, most) > bytes)) break;
      items = more;
      largest = most;
    }
    if (roundBytes(items, largest) > bytes) throw outOfMemory(roundBytes(items, largest), bytes);
    if (items > 1) rounds.push({ ...block, low, high, items, largest });
    low = high;
  }
  return rounds;
}

function roundBytes(items: number, largest: number): number {
  return RECORD_BYTES * items + joinWorkBytes(largest);
}

function outOfMemory(wanted: number, had: number): NeardupError {
  const [needs, has] = [wanted, Math.max(0, had)].map((bytes) => Math.ceil(bytes / 2 ** 20));
  return new NeardupError('OUT_OF_MEMORY', `A thread of the join needs ${needs} MB, but has ${has} MB.`, {
    advice: 'Use fewer threads.',
  });
}
