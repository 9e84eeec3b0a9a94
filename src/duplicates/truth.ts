/** Known pairs: lines of two ids separated by a tab, with any other columns, with or without a header line. */
import { NeardupError, systemReason } from '../errors.ts';
import { readNamedText } from '../platform/files.ts';

export interface TruthFilter {
  /** Only pairs whose `label` column has one of these values count. */
  readonly labels?: readonly string[];
  /** Only pairs whose value in this column is at least this count, as `COLUMN=VALUE`. */
  readonly minimum?: string;
}

/**
 * Each pair once, in either order and however often it occurs.
 *
 * @returns Pairs that count, and all pairs of the file: somebody has judged those.
 */
export function readTruth(
  path: string,
  filter: TruthFilter,
): { readonly known: [string, string][]; readonly judged: [string, string][] } {
  const rows = readRows(path);
  const header = rows[0]?.[0] === 'a' && rows[0]?.[1] === 'b' ? rows.shift()! : undefined;
  const isWanted = wanted(path, header, filter);
  const pairs = new Map<string, [string, string]>();
  const judged = new Map<string, [string, string]>();
  rows.forEach((row, i) => {
    const [a, b] = row;
    if (row.length < 2 || a === '' || b === '') {
      const line = i + (header === undefined ? 1 : 2);
      throw new NeardupError(
        'BAD_TRUTH',
        `${path}:${line}: expected two ids separated by a tab, got \`${row.join('\t')}\`.`,
      );
    }
    if (a === b) return;
    const key = a < b ? `${a}\t${b}` : `${b}\t${a}`;
    judged.set(key, [a, b]);
    if (isWanted(row)) pairs.set(key, [a, b]);
  });
  return { known: [...pairs.values()], judged: [...judged.values()] };
}

function readRows(path: string): string[][] {
  let content: string;
  try {
    content = readNamedText(path);
  } catch (cause) {
    throw new NeardupError('BAD_TRUTH', `${path}: ${systemReason(cause)}.`, { cause });
  }
  const lines = content.split(/\r?\n/);
  while (lines.at(-1) === '') lines.pop();
  return lines.map((line) => line.split('\t'));
}

function wanted(path: string, header: string[] | undefined, filter: TruthFilter): (row: string[]) => boolean {
  const tests: ((row: string[]) => boolean)[] = [];
  const column = (name: string): number => {
    const index = header?.indexOf(name) ?? -1;
    if (index !== -1) return index;
    const columns = header?.join(', ') ?? 'no header line';
    throw new NeardupError('BAD_TRUTH', `${path}: expected a column \`${name}\`, got ${columns}.`);
  };
  if (filter.labels !== undefined) {
    const label = column('label');
    tests.push((row) => filter.labels!.includes(row[label]));
  }
  if (filter.minimum !== undefined) {
    const [name, value] = filter.minimum.split('=');
    const least = Number(value);
    if (value === undefined || Number.isNaN(least)) {
      throw new NeardupError('BAD_TRUTH', `Expected a minimum as COLUMN=NUMBER, got \`${filter.minimum}\`.`);
    }
    const index = column(name);
    tests.push((row) => Number(row[index]) >= least);
  }
  return (row) => tests.every((test) => test(row));
}
