/** Seeds: numbers of one run that no input can know beforehand. They enter values that are only compared with each other, never an answer. */

/** 64 bits in two halves, unsigned. */
export interface Seed {
  readonly low: number;
  readonly high: number;
}

/** The seed of values that must be the same in every run. */
export const NO_SEED: Seed = { low: 0, high: 0 };

export function randomSeed(): Seed {
  const [low, high] = crypto.getRandomValues(new Uint32Array(2));
  return { low, high };
}
