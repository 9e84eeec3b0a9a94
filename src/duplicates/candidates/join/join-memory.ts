/**
 * How a join is cut to fit the heap. It needs 8 bytes a fingerprint for the input, and for every thread 12 bytes a
 * fingerprint of its current round and 36 of the round's largest chunk. If that is too much, each block is done
 * in several rounds, over a part of its chunks each; if the input itself is too much, it is read piece by piece in every round.
 */
import { joinWorkBytes, PAIR_BYTES, RECORD_BYTES } from '../../../engines/layouts/join-memory.ts';
import { NeardupError } from '../../../errors.ts';
import { MAX_CHUNK_BITS } from './chunk-bits.ts';

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
  /** Fingerprints in the largest chunk. */
  readonly largest: number;
  /** Bytes of records and of work space that every thread needs. */
  readonly recordBytes: number;
  readonly workBytes: number;
}

/** Room for pairs, before any were found: at least, and if there are large chunks and enough memory. */
const FIRST_PAIRS = 1 << 16;
const MOST_FIRST_PAIRS = 1 << 23;
const PIECE = 1 << 20;
/** Fingerprints in a chunk. */
const CHUNK = 1 << 14;
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

/** Bits that make chunks which stay in the cache, and are not too many to write to at once. */
export function wantedChunkBits(count: number): number {
  return Math.min(MAX_CHUNK_BITS, Math.max(8, Math.ceil(Math.log2(count / CHUNK))));
}

/** Rounds over the chunks of every block. */
export function planRounds(
  blocks: readonly ChunkCounts[],
  pieces: { readonly size: number; readonly count: number; readonly areHeld: boolean },
  lanes: number,
  bytes: number,
): JoinPlan {
  const input = 8 * pieces.size * (pieces.areHeld ? 1 : lanes);
  const each = (bytes - input) / lanes - (2 * PAIR_BYTES * FIRST_PAIRS + SPARE);
  // every thread should have something to do
  const share = Math.ceil(pieces.count / Math.ceil(lanes / blocks.length));
  const rounds = blocks.flatMap((block) => cutRounds(block, each, share, lanes));
  const worst = (field: 'items' | 'largest') =>
    rounds.reduce((most, round) => Math.max(most, round[field]), 0);
  const largest = worst('largest');
  return { rounds, largest, recordBytes: RECORD_BYTES * worst('items'), workBytes: joinWorkBytes(largest) };
}

function cutRounds(block: ChunkCounts, bytes: number, share: number, lanes: number): Round[] {
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
    const needs = roundBytes(items, largest);
    if (needs > bytes) throw outOfMemory(needs, bytes, lanes);
    if (items > 1) rounds.push({ ...block, low, high, items, largest });
    low = high;
  }
  return rounds;
}

function roundBytes(items: number, largest: number): number {
  return RECORD_BYTES * items + joinWorkBytes(largest);
}

function outOfMemory(wanted: number, had: number, threads: number): NeardupError {
  const [needs, has] = [wanted, Math.max(0, had)].map((bytes) => Math.ceil(bytes / 2 ** 20));
  return new NeardupError('OUT_OF_MEMORY', `A thread of the join needs ${needs} MB, but has ${has} MB.`, {
    advice: `${threads > 1 ? 'Use fewer threads, split' : 'Split'} the input, or raise \`memory\` if it is set.`,
  });
}
