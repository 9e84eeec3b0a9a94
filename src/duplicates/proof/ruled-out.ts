/** Pairs of texts that need not be compared, by what looking at each text told. */

/** What looking at texts beforehand told of them, a number for each. */
export interface RuledOut {
  /** 1 + the place of a text among those that were taken; 0 for the others. */
  readonly turns: ArrayLike<number>;
  /** 1 for texts that resemble no text that was taken before them. */
  readonly alone: ArrayLike<number>;
  /** 1 for texts that are alone, and all of whose candidates were taken: they resemble none before them. */
  readonly skipped: ArrayLike<number>;
}

/** False if two texts cannot resemble each other enough: the one that was taken later has too little of all before it. */
export function mayResemble({ turns, alone }: RuledOut, a: number, b: number): boolean {
  if (turns[a] === 0 || turns[b] === 0) return true;
  return alone[turns[a] > turns[b] ? a : b] === 0;
}
