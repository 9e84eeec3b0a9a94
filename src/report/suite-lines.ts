/** What was found of each evaluation set, as a table for the terminal. */
import type { Suite } from '../answers/runs.ts';
import { visible } from '../visible.ts';
import { formatNumber, percent } from './numbers.ts';
import type { Paint } from './paint.ts';

/** The table, and an empty line after it; nothing if there are no suites. */
export function suiteLines(suites: readonly Suite[], paint: Paint): string[] {
  if (suites.length === 0) return [];
  const rows = [
    ['suite', 'items', 'found', '', 'documents', 'too short'],
    ...suites.map(({ suite, items, short, found, documents }) => [
      ...[visible(suite), formatNumber(items), formatNumber(found), percent(found / Math.max(1, items))],
      ...[formatNumber(documents), formatNumber(short)],
    ]),
  ];
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const lines = rows.map(([name, ...cells], row) => {
    const line = [name.padEnd(widths[0]), ...cells.map((cell, i) => cell.padStart(widths[i + 1]))].join('  ');
    return `  ${row === 0 ? paint('dim', line) : line}`;
  });
  return [...lines, ''];
}
