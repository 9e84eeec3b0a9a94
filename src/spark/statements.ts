/** The statements of `dedup.sql`, which both drivers run. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

export interface Statement {
  readonly kind: 'table' | 'stage' | 'view' | 'rows';
  readonly name: string;
  /** The stage that its rows go through, and the columns that come out. */
  readonly stage?: { readonly name: string; readonly columns: string };
  readonly query: string;
}

/** Files that are not compiled: they are in the package as they are. */
export function packageFile(...path: readonly string[]): string {
  return join(dirname(createRequire(import.meta.url).resolve('neardup/package.json')), ...path);
}

export function readStatements(): Statement[] {
  const [, ...parts] = readFileSync(packageFile('src', 'spark', 'dedup.sql'), 'utf8').split(/^-- @/m);
  return parts.map((part) => {
    const [head, ...lines] = part.split('\n');
    const [, kind, name, stage, columns] = /^(\w+) (\w+)(?:: (\w+) \((.*)\))?$/.exec(head)!;
    const query = lines
      .filter((line) => !line.startsWith('--'))
      .join('\n')
      .trim();
    return {
      kind: kind as Statement['kind'],
      name,
      query,
      ...(stage !== undefined && { stage: { name: stage, columns } }),
    };
  });
}
