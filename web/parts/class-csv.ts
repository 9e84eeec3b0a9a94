/** The pairs that are shown as a table for a spreadsheet, with verdicts and notes. */

import type { UnreadFile } from '../../src/answers/comparisons.ts';
import { csvFile } from '../../src/apps/page/csv-file.ts';
import { csvRows } from '../../src/report/pages/class/csv-rows.ts';
import { reviewOf } from '../api/reviews.ts';
import type { SharingLine } from '../api/types.ts';
import type { ListedPair } from '../work.ts';

export function classCsv(pairs: readonly (SharingLine & ListedPair)[], unread: readonly UnreadFile[]): Blob {
  const rows = pairs.map((pair) => {
    const { state, note } = reviewOf(pair) ?? {};
    return { ...pair, ...pair.names, ...(state && { state }), ...(note !== undefined && { note }) };
  });
  return csvFile(csvRows(rows, unread));
}
