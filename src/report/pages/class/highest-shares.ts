/** The highest share of each document of a class, and the documents whose share stands out. */
import { LEAST_SHARE, shareOf } from '../../pair-shares.ts';
import type { ClassRows } from './rows.ts';

export interface HighestShare {
  /** '' for documents that share nothing, which have no name in the pairs. */
  readonly id: string;
  readonly share: number;
  /** The number of the pair that has it. */
  readonly pair?: number;
}

/** Of every document of the class, the highest first. @param rows The pairs that share most come first. */
export function highestShares({ pairs, documents }: Pick<ClassRows, 'pairs' | 'documents'>): HighestShare[] {
  const found = new Map<string, HighestShare>();
  for (const [number, pair] of pairs.entries()) {
    const { a, b, inCollection } = pair;
    for (const id of inCollection === true ? [a] : [a, b])
      if (!found.has(id)) found.set(id, { id, share: shareOf(pair), pair: number });
  }
  const none = Array.from({ length: documents - found.size }, () => ({ id: '', share: 0 }));
  return [...found.values(), ...none];
}

/** Those that are further above the third quarter than 1.5 times the distance of the first and the third (Tukey's rule). */
export function outliersOf(highest: readonly HighestShare[]): HighestShare[] {
  const quarter = (part: number) => highest[Math.floor((highest.length - 1) * (1 - part))]?.share ?? 0;
  const limit = quarter(0.75) + 1.5 * (quarter(0.75) - quarter(0.25));
  return highest.filter(({ share }) => share > limit && share >= LEAST_SHARE);
}
