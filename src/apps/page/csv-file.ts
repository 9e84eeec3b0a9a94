/** Rows as a file for a spreadsheet. */
import { cellOf, formatRow } from '../../write/csv-cells.ts';

/** Without it Excel takes UTF-8 for the charset of its country. */
const BYTE_ORDER_MARK = '\ufeff';

export function csvFile(rows: readonly (readonly unknown[])[]): Blob {
  const lines = rows.map((row) => `${formatRow(row.map(cellOf))}\n`);
  return new Blob([BYTE_ORDER_MARK, ...lines], { type: 'text/csv' });
}
