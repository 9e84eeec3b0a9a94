/**
 * Leaders: goes through texts in a given order and decides for each whether it leads (nothing before it is like it) or
 * follows the leader most like it. Every follower was compared with its own leader, and with as few others as possible:
 * a cluster of a thousand copies costs a thousand comparisons, not half a million.
 */
import { longestText } from '../../corpus/index.ts';
import type { ContainmentOf, ProofOptions } from '../../duplicates.ts';
import type { Address, Heap, Job, Seed } from '../../engines/index.ts';
import { shingleRoom } from '../../engines/layouts/shingle-bits.ts';
import type { Kernels } from '../../engines.ts';
import { openTexts } from '../../platform/spool.ts';
import type { TextsInFile } from '../../platform.ts';
import { isProved, resemblanceOf } from '../proof/evidence.ts';
import { mayResemble, type RuledOut } from '../proof/ruled-out.ts';
import { KeyLeaders } from './key-leaders.ts';
import { PostedLeaders } from './posted-leaders.ts';
import { ShingleCache } from './shingle-cache.ts';

/** Roles of a text. */
export const Role = {
  /** Leads or follows. */
  any: 0,
  /** Leads in any case, and is not compared with leaders before it. */
  leads: 1,
  /** Follows or stands alone; nothing follows it. */
  follows: 2,
} as const;

/** The texts are in the order of the decision. Follower and leader need to share as much as `ProofOptions` demands. */
export interface LeadArguments extends Pick<TextsInFile, 'ranges'>, ProofOptions {
  /** Descriptor, open for reading. If left out, the positions of the ranges are addresses on the heap. */
  file?: number;
  /** Whose share containment counts. */
  containmentOf?: ContainmentOf;
  /** Role of every text. */
  roles: Uint8Array;
  /** The cell of every text. A text is compared with those posted in a bucket that its cell looks into. */
  cells: Uint32Array;
  /** Number of buckets. */
  buckets: number;
  /** Buckets that cell c looks into: `looks.subarray(lookStarts[c], lookStarts[c + 1])`. */
  lookStarts: Uint32Array;
  looks: Uint32Array;
  /** Buckets that texts of cell c are posted in, in the same way. */
  postStarts: Uint32Array;
  posts: Uint32Array;
  /** Texts that were looked at beforehand. */
  ruledOut?: RuledOut;
  /** The key of every text, 0 for none: a text follows a leader with its key, however little they share. */
  keys?: Uint32Array;
  /** The time of every text, NaN for none: follower and leader are at most `window` apart. */
  times?: Float64Array;
  window?: number;
  /** How many candidates a text is compared with, at most; see `candidates/limit.ts`. */
  most: number;
  /** How texts are cut into shingles, from `shingleShape`. */
  shape: number;
  /** Of the shingles' values. */
  seed: Seed;
  /** How fingerprints are made: of `Kernels.simhash`. */
  simhashMode: number;
  /** Work space: `leadSpace(ranges, shape)` bytes. */
  work: Address;
  workBytes: number;
}

export interface LeadResult {
  /** Index of the leader of every text, or -1 for a text that follows no other. */
  leaders: Int32Array;
  /** Distinct shingles of follower and leader, and how many they share: 3 numbers for every text, 0 without a leader. */
  counts: Uint32Array;
  /** Differing bits of the fingerprints of follower and leader; 0 without a leader. */
  distances: Uint8Array;
  /** Texts that were not compared with all of their candidates. */
  truncated: number;
}

/** Room for the shingles of many leaders, so that they need not be made again for every follower. */
const CACHE_BYTES = 16 << 20;

/** Bytes of work space that a job over these texts needs. */
export function leadSpace(ranges: Float64Array, shape: number): number {
  const longest = longestText(ranges);
  return longest + 256 + Math.max(CACHE_BYTES, 4 * 8 * shingleRoom(longest, shape));
}

export const leadJob: Job<LeadArguments, LeadResult> = {
  name: 'lead',
  prepare: openTexts,
  run: lead,
};

function lead(job: LeadArguments, kernels: Kernels, heap: Heap): LeadResult {
  const texts = job.roles.length;
  const leaders = new Int32Array(texts).fill(-1);
  const counts = new Uint32Array(3 * texts);
  const distances = new Uint8Array(texts);
  const cache = new ShingleCache(job, kernels, heap);
  const posted = new PostedLeaders(job);
  const keyed = new KeyLeaders(job);
  const { ruledOut } = job;
  for (let i = 0; i < texts; i++) {
    if (job.roles[i] !== Role.leads) {
      let best = 0;
      const isAlone = ruledOut?.skipped[i] === 1 || cache.isAlone(i, posted);
      const likely = isAlone ? posted.none(i) : cache.likely(i, posted.candidates(i));
      const sameKey = keyed.of(i);
      for (const other of sameKey.length === 0 ? likely : new Set([...sameKey, ...likely])) {
        const isSameKey = sameKey.includes(other);
        if (!isSameKey && ruledOut !== undefined && !mayResemble(ruledOut, i, other)) continue;
        if (!isSameKey && !(keyed.meets(i, other) && cache.mayMatch(i, other))) continue;
        const common = cache.common(i, other);
        const size = cache.sizes[i];
        const otherSize = cache.sizes[other];
        const resemblance = resemblanceOf(size, otherSize, common);
        const inside = contained(job, other, common, size, otherSize);
        if (!isSameKey && !isProved(resemblance, inside, job)) continue;
        // the most alike; among equals the one that came first
        const isBefore =
          leaders[i] === -1 || resemblance > best || (resemblance === best && other < leaders[i]);
        if (!isBefore) continue;
        best = resemblance;
        leaders[i] = other;
        counts.set([size, otherSize, common], 3 * i);
      }
    }
    if (leaders[i] !== -1) distances[i] = cache.distance(i, leaders[i]);
    else if (job.roles[i] !== Role.follows) {
      posted.add(i);
      keyed.add(i);
    }
  }
  return { leaders, counts, distances, truncated: posted.truncated };
}

/** The containment that counts. Only texts of the reference lead in any case. */
function contained(
  { containmentOf, roles }: LeadArguments,
  other: number,
  common: number,
  size: number,
  otherSize: number,
): number {
  if (containmentOf !== 'reference') return common / size;
  return roles[other] === Role.leads ? common / otherSize : 0;
}
