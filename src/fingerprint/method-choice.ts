/** Which way candidates are found, where that is left open. */

export type Method = 'simhash' | 'bands' | 'exact';

export interface MethodOptions {
  /**
   * `bands`: texts with a band of min-hashes in common, which misses one in a thousand of the pairs at the threshold and fewer
   * above; where containment is asked for, as `exact`. `exact`: texts that share rare shingles; misses none.
   * `simhash`: fingerprints within `maxDistance` bits. `auto`: bands where they are as good as exact and faster, otherwise
   * exact. @default 'auto'
   */
  readonly method: 'auto' | Method;
  readonly threshold: number;
  readonly containment?: number;
}

/** Below this threshold bands are of one or two min-hashes, bring together what has little in common, and take longer than the exact way. */
const LEAST_FOR_BANDS = 0.3;

export function methodFor({ method, threshold, containment }: MethodOptions): Method {
  if (method === 'simhash' || method === 'exact') return method;
  // two texts of which one is inside the other may have few min-hashes in common
  if (containment !== undefined) return 'exact';
  return method === 'auto' && threshold < LEAST_FOR_BANDS ? 'exact' : 'bands';
}
