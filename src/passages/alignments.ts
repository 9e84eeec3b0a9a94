/**
 * All places where two texts agree word by word: runs of equal words (seeds) are looked up, and the agreement around each is
 * followed as far as it reaches. Sentences play no part here: one that was cut in two, or joined with the next, changes nothing.
 */
import { Aligner, type Alignment, diagonalScore, type WordScores } from './align.ts';
import type { Synonyms } from './thesaurus.ts';

/** Equal words in a row that make a seed; more are needed if words are characters. */
const SEED_WORDS = 3;
const SEED_CHARACTERS = 4;
/** A run that B has in more places is no seed; such repetitions are found as sentences of the matrix. */
const SEED_PLACES = 16;
/** A word is frequent if it makes up more than FREQUENT_SHARE of all words and occurs more than FREQUENT_COUNT times. */
const FREQUENT_SHARE = 0.003;
const FREQUENT_COUNT = 4;
/** A seed is followed if the equal words on its diagonal score at least this: more than three words. */
const DIAGONAL_LEAST = 13;
/** A long alignment has this many times the least score. */
const LONG_SCORES = 5;
/** Words between two diagonals that an alignment can cross. */
const NEAR_DIAGONALS = 12;
const MATCH_SCORE = 4;
const FREQUENT_SCORE = 2;

export function findAlignments(
  a: Uint32Array,
  b: Uint32Array,
  scores: WordScores,
  characters: boolean,
  leastScore: number,
): Alignment[] {
  const seedWords = characters ? SEED_CHARACTERS : SEED_WORDS;
  const places = seedPlaces(b, seedWords);
  const aligner = new Aligner(a, b, scores);
  const found: Alignment[] = [];
  const inB = new Uint8Array(b.length);
  const walk = (worthwhile: (i: number, j: number, active: readonly Alignment[]) => boolean): void => {
    // those that reach beyond the current word of A
    let active: Alignment[] = [];
    let ends = Number.POSITIVE_INFINITY;
    for (let i = 0; i + seedWords <= a.length; i++) {
      const first = places.heads.get(seedKey(a, i, seedWords));
      if (first === undefined || seedScore(a, i, seedWords, scores) <= seedWords * FREQUENT_SCORE) continue;
      if (ends <= i) {
        active = active.filter(({ aEnd }) => aEnd > i);
        ends = active.reduce((least, { aEnd }) => Math.min(least, aEnd), Number.POSITIVE_INFINITY);
      }
      for (let j = first; j !== -1; j = places.next[j]) {
        if (!sameWords(a, i, b, j, seedWords) || !worthwhile(i, j, active)) continue;
        if (active.some((alignment) => passesBy(alignment, i, j))) continue;
        if (diagonalScore(a, b, i, j, scores) < DIAGONAL_LEAST) continue;
        const alignment = aligner.around(i, j);
        active.push(alignment);
        ends = Math.min(ends, alignment.aEnd);
        if (alignment.score < leastScore) continue;
        found.push(alignment);
        inB.fill(1, alignment.bStart, alignment.bEnd);
      }
    }
  };
  const isLong = ({ score }: Alignment) => score >= LONG_SCORES * leastScore;
  // words in a long alignment are not looked up again …
  const left = new Uint8Array(a.length);
  walk((i, _, active) => {
    if (active.some(isLong)) left[i] = 1;
    return left[i] === 0;
  });
  // … unless parts of B are left that have them too
  const known = inB.slice();
  walk((i, j) => left[i] === 1 && known[j] === 0);
  return found;
}

/** True if an alignment is so near to the words i and j that one around them would join it. */
function passesBy({ aStart, partners }: Alignment, i: number, j: number): boolean {
  for (let at = i - aStart; at >= 0 && at >= i - aStart - NEAR_DIAGONALS; at--) {
    if (partners[at] !== -1) return Math.abs(j - (partners[at] + i - aStart - at)) <= NEAR_DIAGONALS;
  }
  return false;
}

/** Scores of words by how often both texts have them. */
export function wordScores(
  a: Uint32Array,
  b: Uint32Array,
  vocabulary: number,
  synonyms: Synonyms,
): WordScores {
  const counts = new Uint32Array(vocabulary);
  for (const word of a) counts[word]++;
  for (const word of b) counts[word]++;
  const frequent = Math.max(FREQUENT_COUNT, FREQUENT_SHARE * (a.length + b.length));
  return {
    match: Uint8Array.from(counts, (count) => (count > frequent ? FREQUENT_SCORE : MATCH_SCORE)),
    mayRelate: synonyms.mayRelate,
    related: (word, other) => synonyms.are(word, other),
  };
}

/** A hash of `length` words from `at` on. */
export function seedKey(words: Uint32Array, at: number, length: number): number {
  let key = 0;
  for (let i = 0; i < length; i++) key = Math.imul(key ^ words[at + i], 0x9e3779b1) ^ (key >>> 15);
  return key;
}

function seedScore(words: Uint32Array, at: number, length: number, { match }: WordScores): number {
  let score = 0;
  for (let i = 0; i < length; i++) score += match[words[at + i]];
  return score;
}

function sameWords(a: Uint32Array, i: number, b: Uint32Array, j: number, length: number): boolean {
  for (let k = 0; k < length; k++) if (a[i + k] !== b[j + k]) return false;
  return true;
}

/** The places of the runs of B: lists by key, linked through `next`, in the order of the text. */
function seedPlaces(b: Uint32Array, length: number): { heads: Map<number, number>; next: Int32Array } {
  const heads = new Map<number, number>();
  const counts = new Map<number, number>();
  const next = new Int32Array(b.length).fill(-1);
  for (let j = b.length - length; j >= 0; j--) {
    const key = seedKey(b, j, length);
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    if (count > SEED_PLACES) {
      heads.delete(key);
      continue;
    }
    next[j] = heads.get(key) ?? -1;
    heads.set(key, j);
  }
  return { heads, next };
}
