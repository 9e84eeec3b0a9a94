/** Precision, recall and F1 of pairs that were found, against pairs that are known. */
import type { CurvePoint } from '../answers/copies.ts';
import { rounded } from '../report/index.ts';

/** @param found Pairs that were found, if no other is among those that count. */
export function measuresAt(threshold: number, hits: number, found: number, known: number): CurvePoint {
  const precision = found === 0 ? 1 : hits / found;
  const recall = hits / known;
  const f1 = hits === 0 ? 0 : (2 * precision * recall) / (precision + recall);
  return { threshold: rounded(threshold), hits, found, precision, recall, f1 };
}

/** How many of these were found at a threshold. */
export function countAt(resemblances: readonly (number | undefined)[], threshold: number): number {
  // a sum of decimal steps is not quite the decimal number
  return resemblances.filter((each) => each !== undefined && each >= threshold - 1e-9).length;
}
