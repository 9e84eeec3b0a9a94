/** What is loaded before a command knows what it has to do. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { MAIN } from './run-neardup.ts';

/** The sources in a file of the command and in all files that it requires at once. */
function loadedBy(name: string, seen = new Set<string>()): string[] {
  if (seen.has(name)) return [];
  seen.add(name);
  const code = readFileSync(join(dirname(MAIN), name), 'utf8');
  const own = [...code.matchAll(/^\/\/#region src\/(\S+)$/gm)].map(([, source]) => source);
  const required = [...code.matchAll(/^const \S+ = require\("\.\/([^"]+)"\);$/gm)].map(([, file]) => file);
  return [...own, ...required.flatMap((file) => loadedBy(file, seen))];
}

it('a command starts with the rules of all options, and loads the code of its own question only when it runs', () => {
  const sources = loadedBy('run.cjs');
  expect(sources).toContain('collection/options.ts');
  const ofQuestions = sources.filter((source) => /^(?:repeats|nearest|passages|collection)\//.test(source));
  // the door by which a collection is an input, and the numbers that the rule of `quality` has
  expect(ofQuestions.filter((source) => !source.endsWith('options.ts')).sort()).toEqual([
    'collection/collection-source.ts',
    'collection/index.ts',
    'nearest/indexes/metrics.ts',
    'nearest/indexes/quality.ts',
  ]);
});
