/** The pairs that are shown as a table for a spreadsheet, with verdicts and notes. */
import { csvFile } from '../../src/apps/page/csv-file.ts';
import { SHARING_COLUMNS, sharingRow } from '../../src/report/sharing-table.ts';
import { reviewOf } from '../api/reviews.ts';
import type { SharingLine } from '../api/types.ts';
import type { ListedPair } from '../work.ts';

export function classCsv(pairs: readonly (SharingLine & ListedPair)[]): Blob {
  const rows = pairs.map((pair) => {
    const { state, note } = reviewOf(pair) ?? {};
    return [...sharingRow({ ...pair, ...pair.names }), state, note];
  });
  return csvFile([[...SHARING_COLUMNS, 'verdict', 'note'], ...rows]);
}
