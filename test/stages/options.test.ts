/** Every option of `dedup` gives the answer of one machine in stages, or is refused by its name. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEDUP_RULES } from '../../src/duplicates/index.ts';
import { DECISIONS, resolveStageOptions, schemeOf } from '../../src/stages/options.ts';
import { compareOnce } from './compare-once.ts';

type Settings = Readonly<Record<string, unknown>>;

/** Values that are not the default, with what else they need. */
const SAME_ANSWER: Readonly<Record<string, readonly Settings[]>> = {
  textField: [{ textField: 'text,name' }, { textField: 'name' }],
  idField: [{ idField: 'name' }],
  format: [{ format: 'jsonl' }],
  markup: [{ markup: 'html' }],
  maxDocument: [{ maxDocument: 200 }],
  duplicateIds: [{ duplicateIds: 'rename' }],
  lang: [{ lang: 'de', stopWords: true }],
  stopWords: [{ stopWords: true }],
  stems: [{ stems: true }],
  ngram: [{ ngram: 1 }],
  canonical: [{ canonical: true }],
  shingle: [{ shingle: 1 }, { shingle: 4 }],
  unit: [{ unit: 'character' }, { unit: 'sentence' }],
  order: [{ order: 'sorted' }, { order: 'free' }],
  hash: [{ hash: 'sdbm' }],
  features: [{ features: 'counts' }],
  ties: [{ ties: 1 }],
  threshold: [{ threshold: 0.5 }],
  minWords: [{ minWords: 30 }],
  keep: [{ keep: 'longest' }],
  onlyAgainst: [{ onlyAgainst: true, references: 1 }],
  against: [{ references: 1 }, { references: 3 }],
  method: [{ method: 'bands' }],
  threads: [{ threads: 1 }],
  engine: [{ engine: 'scalar' }],
  temp: [{ temp: tmpdir() }],
  batch: [{ batch: 100_000 }],
  chunk: [{ chunk: 1000 }],
};

const REFUSED: Readonly<Record<string, readonly object[]>> = {
  format: [{ format: 'pdf' }, { format: 'csv' }],
  encoding: [{ encoding: 'latin1' }],
  excludeFiles: [{ excludeFiles: ['*.txt'] }],
  gitignore: [{ gitignore: true }],
  hidden: [{ hidden: true }],
  main: [{ main: true }],
  attachments: [{ attachments: true }],
  documentSeconds: [{ documentSeconds: 5 }],
  documentMemory: [{ documentMemory: 1 << 28 }],
  method: [{ method: 'simhash' }, { method: 'exact' }],
  containment: [{ containment: 0.9 }],
  containmentOf: [{ containmentOf: 'reference' }],
  maxDistance: [{ maxDistance: 3 }],
  tables: [{ tables: 4 }],
  split: [{ split: 4 }],
  unreadable: [{ unreadable: 'leave-out' }],
  outputFormat: [{ outputFormat: 'arrow' }],
  removed: [{ removed: 'removed.csv' }],
  annotate: [{ annotate: 'all.jsonl' }],
  drop: [{ drop: 'all' }],
  within: [{ within: 'lang' }],
  uniqueBy: [{ uniqueBy: 'url' }],
  atMost: [{ atMost: 2 }],
  annotatePrefix: [{ annotatePrefix: 'nd_' }],
  report: [{ report: 'page.html' }],
  fields: [{ fields: 'date' }],
};

/** Packages that tests do not have make these. */
const NOT_TRIED = ['stemDictionary', 'segment'];

/** What the driver itself does: output and callbacks. */
const DRIVER = ['output', 'onProblem', 'onProgress', 'signal'];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'neardup-stages-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

test('docs/worker.md shows the scheme of today', () => {
  const [, shown] = /^(neardup .*), options/m.exec(readFileSync('docs/worker.md', 'utf8'))!;
  expect(schemeOf(resolveStageOptions({}))).toContain(`${shown}, options`);
});

/** Options that never change a result; references are the driver's. */
const SAME_SCHEME = ['against', 'batch', 'chunk', 'engine', 'temp', 'threads'];

test('results of stages may meet only if every option that changes them was the same', () => {
  const ours = schemeOf(resolveStageOptions({}));
  const schemes = Object.entries(SAME_ANSWER).flatMap(([name, each]) =>
    each.map(({ references: _, ...options }) => ({ name, scheme: schemeOf(resolveStageOptions(options)) })),
  );
  expect(
    [...new Set(schemes.filter(({ scheme }) => scheme === ours).map(({ name }) => name))].sort(),
  ).toEqual(SAME_SCHEME);
});

describe('options of dedup on many machines', () => {
  test("every option of `dedup` is tried below, or is the driver's", () => {
    const tried = new Set([...Object.keys(SAME_ANSWER), ...Object.keys(REFUSED), ...DRIVER, ...NOT_TRIED]);
    expect([...tried].sort()).toEqual(Object.keys(DEDUP_RULES).sort());
    expect(DRIVER.filter((name) => DECISIONS[name as keyof typeof DECISIONS] !== 'driver')).toEqual([]);
  });

  test.each(Object.values(SAME_ANSWER).flat())('%o gives the answer of one machine', async (options) => {
    const { expected, got } = await compareOnce(folder, 3, options);
    expect(JSON.stringify(got)).toBe(JSON.stringify(expected));
    expect(expected.removed.length).toBeGreaterThan(0);
  });

  const refused = Object.entries(REFUSED).flatMap(([name, each]) =>
    each.map((options) => ({ name, options })),
  );
  test.each(refused)('$options is refused by its name', ({ name, options }) => {
    expect(() => resolveStageOptions(options)).toThrow(
      expect.objectContaining({ code: 'BAD_OPTION', option: name }),
    );
  });
});
