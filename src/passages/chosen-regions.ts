/** Of regions that claim the same words, the strongest is chosen; of equally strong ones, the one that continues its neighbors. */
import { distanceTo, type Neighbors } from './neighbors.ts';
import type { Covered, Region } from './regions.ts';

/** Equally strong regions are rivals if their ends in A are apart by no more than this share of their words. */
const RIVAL_ENDS = 0.2;

/** The strongest first. A region that adds little to either side, because others have its words, is left out. */
export function chooseRegions(regions: readonly Region[], covered: Covered, neighbors: Neighbors): Region[] {
  const sorted = [...regions].sort(
    (x, y) => y.strength - x.strength || x.aStart - y.aStart || x.bStart - y.bStart,
  );
  return decided(sorted, covered.a.length, neighbors).filter(({ aStart, aEnd, bStart, bEnd }) => {
    if (!mostlyNew(covered.a, aStart, aEnd) && !mostlyNew(covered.b, bStart, bEnd)) return false;
    covered.a.fill(1, aStart, aEnd);
    covered.b.fill(1, bStart, bEnd);
    return true;
  });
}

export function mostlyNew(covered: Uint8Array, from: number, to: number): boolean {
  let words = 0;
  for (let word = from; word < to; word++) words += 1 - covered[word];
  return 2 * words >= to - from;
}

/** The same regions; of rivals, the one that continues its neighbors comes first and is the strongest. */
function decided(sorted: readonly Region[], words: number, neighbors: Neighbors): Region[] {
  const claims = claimsOf(sorted, words);
  const open = new Set<Region[]>();
  for (const claim of claims) {
    if (claim.length > 1) open.add(claim);
    else neighbors.add(claim[0]);
  }
  const byPlace = [...open].sort(([x], [y]) => x.aStart - y.aStart);
  const decide = (order: readonly Region[][], least: number): void => {
    for (const claim of order) {
      const near = open.has(claim) ? neighbors.of(claim[0].aStart, claim[0].aEnd) : [];
      if (!open.has(claim) || near.length < least) continue;
      open.delete(claim);
      const { strength } = claim[0];
      claim.sort((x, y) => distanceTo(near, x) - distanceTo(near, y));
      claim[0] = { ...claim[0], strength: strength + 1 };
      neighbors.add(claim[0]);
    }
  };
  decide(byPlace, 1);
  decide(byPlace.toReversed(), 1);
  // those without a neighbor: the first place is as good as any, and the next ones continue it
  decide(byPlace, 0);
  return claims.flat();
}

/** Regions by the words of A they claim: each with its rivals, the strongest first. */
function claimsOf(sorted: readonly Region[], words: number): Region[][] {
  const claims: Region[][] = [];
  // 1 + the number of the claim that has a word
  const claimOf = new Uint32Array(words);
  for (const region of sorted) {
    const { aStart, aEnd } = region;
    const known = claims[claimOf[(aStart + aEnd) >> 1] - 1];
    if (known !== undefined && areRivals(known[0], region)) known.push(region);
    else {
      claims.push([region]);
      if (known === undefined) claimOf.fill(claims.length, aStart, aEnd);
    }
  }
  return claims;
}

function areRivals(first: Region, other: Region): boolean {
  const ends = Math.abs(first.aStart - other.aStart) + Math.abs(first.aEnd - other.aEnd);
  return other.strength === first.strength && ends <= RIVAL_ENDS * (first.aEnd - first.aStart);
}
