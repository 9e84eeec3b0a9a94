// Tables of docs as Markdown, printed by the tasks that measure them (`--markdown`), so that nobody types figures.

/** The first column is text, all others are numbers. */
export function markdownTable(titles, rows) {
  const cells = [titles.map(String), ...rows.map((row) => row.map((cell) => String(cell ?? '')))];
  const widths = titles.map((_, column) => Math.max(3, ...cells.map((row) => row[column].length)));
  const line = (row) =>
    `| ${row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column]))).join(' | ')} |`;
  const rule = `| ${widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`;
  return [line(cells[0]), rule, ...cells.slice(1).map(line)].join('\n');
}

/** 4.62 → 4.6, 124.04 → 124, 0.0953 → 0.095. */
export function short(value, digits = 3) {
  if (value === undefined || value === null || Number.isNaN(value)) return '';
  return value >= 100 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(digits)));
}

/** 0.9083 → 0.908, 0.99973 → 0.9997 (never 1 if something is missing), 1 → 1. */
export function share(value) {
  if (value === undefined) return '';
  if (value === 0 || value === 1) return String(value);
  return value.toFixed(value > 0.9995 ? 4 : 3);
}
