/**
 * Five levels of words (paper D): 1 for the most common, 5 for the most significant. They come from the statistics of a
 * collection or from the user, and are kept as a table by the places of `TermStatistics`, for `Kernels.weightedSimhash`.
 *
 * The words of a collection are sorted by the number of its parts (sentences) that have them, that is, by their idf; all
 * occurrences are then divided into five equal shares. A fifth of all occurrences is words like "the" and "of", which get level 1,
 * the last fifth is rare words, which get level 5. Words that are equally frequent get the same level, that of the
 * middle of their share. Two rules always hold: a word that at least half of the parts have (idf up to 1) has level 1,
 * a word that was never seen has level 5.
 */
import { mixedHash } from '../engines/index.ts';
import { SLOT_SHIFT } from '../engines/layouts/modes.ts';
import { badOption } from '../errors.ts';
import { TERM_SLOTS, type TermStatistics } from './term-statistics.ts';

export const LEVELS = 5;

export class WordLevels {
  /** The level of every place, 1 to 5; u8[TERM_SLOTS]. */
  readonly table: Uint8Array;

  /** The same level for all words. */
  constructor(level = 3) {
    this.table = new Uint8Array(TERM_SLOTS).fill(checkedLevel(level));
  }

  static from(statistics: TermStatistics): WordLevels {
    const levels = new WordLevels();
    const byCount = levelsByCount(statistics);
    for (let slot = 0; slot < TERM_SLOTS; slot++) {
      levels.table[slot] = byCount.get(statistics.counts[slot]) ?? LEVELS;
    }
    return levels;
  }

  /** Gives a word of canonical text its level. */
  set(word: string, level: number): void {
    this.table[slotOf(word)] = checkedLevel(level);
  }

  get(word: string): number {
    return this.table[slotOf(word)];
  }
}

/** The level of all words that this number of parts have. */
function levelsByCount({ counts, documents }: TermStatistics): Map<number, number> {
  const occurrences = new Map<number, number>();
  let all = 0;
  for (const count of counts) {
    if (count === 0) continue;
    occurrences.set(count, (occurrences.get(count) ?? 0) + count);
    all += count;
  }
  const levels = new Map<number, number>();
  let before = 0;
  for (const count of [...occurrences.keys()].sort((a, b) => b - a)) {
    const own = occurrences.get(count)!;
    const level = Math.min(LEVELS, 1 + Math.floor((LEVELS * (before + own / 2)) / all));
    levels.set(count, 2 * count >= documents + 1 ? 1 : level);
    before += own;
  }
  return levels;
}

/** The place of a word: the highest 20 bits of its mixed value. */
function slotOf(word: string): number {
  const bytes = new TextEncoder().encode(word);
  const value = new Uint32Array(2);
  mixedHash(bytes, 0, bytes.length, value);
  return value[1] >>> SLOT_SHIFT;
}

function checkedLevel(level: number): number {
  if (Number.isInteger(level) && level >= 1 && level <= LEVELS) return level;
  throw badOption('level', 'an integer from 1 to 5', level);
}
