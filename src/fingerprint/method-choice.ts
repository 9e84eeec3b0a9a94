/** How candidates are found if the options leave it open. */

export type Method = 'simhash' | 'bands' | 'exact';

export interface MethodOptions {
  /**
   * `bands`: texts with a band of min-hashes in common, which misses one in a thousand of the pairs at the threshold and fewer
   * above; with `containment` the same as `exact`. `exact`: texts that share rare shingles; misses none.
   * `simhash`: fingerprints within `maxDistance` bits. `auto`: bands if they are as good as exact and faster, otherwise
   * exact.
   */
  readonly method: 'auto' | Method;
  readonly threshold: number;
  readonly containment?: number;
}

/** Below this threshold bands have one or two min-hashes, give many false candidates, and take longer than the exact method. */
const LEAST_FOR_BANDS = 0.3;

export function methodFor({ method, threshold, containment }: MethodOptions): Method {
  if (method === 'simhash' || method === 'exact') return method;
  // two texts of which one is inside the other may have few min-hashes in common
  if (containment !== undefined) return 'exact';
  return method === 'auto' && threshold < LEAST_FOR_BANDS ? 'exact' : 'bands';
}
