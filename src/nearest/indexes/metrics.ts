/** How good a search is, measured against the true nearest. The names and definitions are those of paper B. */

/**
 * DR(p) for p = 1 … positions: the sum of the p true distances over the sum of the p found ones; 0/0 is 1. Where fewer were
 * found than there are, each missing one counts as `missing` bits (half the width, the distance of a random signature).
 */
export function distanceRatios(
  truth: readonly number[],
  found: readonly number[],
  positions: number,
  missing = 512,
): number[] {
  const ratios: number[] = [];
  let [trueSum, foundSum] = [0, 0];
  for (let p = 0; p < Math.min(positions, truth.length); p++) {
    trueSum += truth[p];
    foundSum += found[p] ?? missing;
    ratios.push(foundSum === 0 ? 1 : trueSum / foundSum);
  }
  return ratios;
}

/** CDR@p: the mean of DR(1) … DR(p); 1 if the results are as near as the true nearest at every position. */
export function cumulativeDistanceRatio(
  truth: readonly number[],
  found: readonly number[],
  positions = 10,
  missing = 512,
): number {
  const ratios = distanceRatios(truth, found, positions, missing);
  return ratios.length === 0 ? 1 : ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length;
}

/** Recall@p: the share of the first p found that are no farther than the true p-th. Equally far ones count alike. */
export function recallAt(truth: readonly number[], found: readonly number[], positions = 10): number {
  const p = Math.min(positions, truth.length);
  if (p === 0) return 1;
  return found.slice(0, p).filter((distance) => distance <= truth[p - 1]).length / p;
}
