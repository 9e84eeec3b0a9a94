/** The pairs that are shown as a table for a spreadsheet, with verdicts and notes. */
import { SHARING_COLUMNS, sharingRow } from '../../src/report/sharing-table.ts';
import { cellOf, formatRow } from '../../src/write/csv-cells.ts';
import { reviewOf } from '../api/reviews.ts';
import type { SharingLine } from '../api/types.ts';

/** Without it Excel takes UTF-8 for the charset of its country. */
const BYTE_ORDER_MARK = '\ufeff';

export function classCsv(pairs: readonly SharingLine[]): Blob {
  const rows = pairs.map((pair) => {
    const { state, note } = reviewOf(pair) ?? {};
    return [...sharingRow(pair), state, note];
  });
  return csvFile([[...SHARING_COLUMNS, 'verdict', 'note'], ...rows]);
}

export function csvFile(rows: readonly (readonly unknown[])[]): Blob {
  const lines = rows.map((row) => `${formatRow(row.map(cellOf))}\n`);
  return new Blob([BYTE_ORDER_MARK, ...lines], { type: 'text/csv' });
}
