/** The summary of a run: what every verb says at its end. */
import type { Summary } from './answers/runs.ts';

/** The summary of a run. @param start When it began, by `performance.now()`. @param more Counts besides the usual ones. */
export function summaryOf(start: number, counts: SummaryCounts, more: Partial<Summary> = {}): Summary {
  const { documents, empty, short, unreadable, engine, inBoth } = counts;
  const seconds = Math.round(performance.now() - start) / 1000;
  const some = { ...(short !== undefined && { short }), ...(inBoth !== undefined && { inBoth }) };
  return { documents, ...more, empty, unreadable, ...some, seconds, engine };
}

type SummaryCounts = Pick<Summary, 'documents' | 'empty' | 'short' | 'unreadable' | 'engine' | 'inBoth'>;
