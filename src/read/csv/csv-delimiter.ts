/** Comma, tab, semicolon or bar? The one that gives the wanted column, or else the most regular table. */
import { splitRow } from './csv-splitter.ts';

const DELIMITERS = [',', '\t', ';', '|'];

/** For a table with one column: a character that no text contains. */
const NONE = '\x1f';

/** @param head The beginning of the table. @param wanted Columns of which one should be there. */
export function detectDelimiter(head: string, wanted: readonly string[]): string {
  // line ends inside quotes only cost a little regularity here
  const rows = head.split(/\r\n?|\n/, 21).filter((row) => row !== '');
  const ranked = DELIMITERS.map((delimiter) => {
    const [header, ...rest] = rows.map((row) => splitRow(row, delimiter));
    const columns = header?.length ?? 0;
    const regular = rest.filter((row) => row.length === columns).length / (rest.length || 1);
    const found = header?.some((column) => wanted.includes(column.trim())) && columns > 1;
    return { delimiter, score: (found ? 1000 : 0) + (columns > 1 ? 1 + regular : 0), columns };
  });
  ranked.sort((a, b) => b.score - a.score || b.columns - a.columns);
  return ranked[0].columns > 1 ? ranked[0].delimiter : NONE;
}
