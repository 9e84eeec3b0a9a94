/**
 * All pairs of options of every verb that is about many documents: a pair is refused if, and only if, the table below says that one of the
 * two changes nothing. An option of the command line that is not in the table fails the test.
 */
import { describe, expect, test } from 'vitest';
import { flagsOf } from '../../src/apps/cli/command-table.ts';
import { optionName } from '../../src/apps/cli/flags.ts';
import { dedup, fingerprint, groups, NeardupError, pairs, texts } from '../../src/index.ts';

/** Values of every option that are not its default. */
const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  textField: ['story'],
  idField: ['key'],
  format: ['jsonl', 'html', 'pdf', 'text', 'mbox'],
  encoding: ['utf-8'],
  markup: ['html'],
  duplicateIds: ['rename'],
  maxDocument: [1000],
  main: [true],
  attachments: [true],
  documentSeconds: [5],
  documentMemory: [1 << 28],
  lang: ['en'],
  stopWords: [true],
  stems: [true],
  stemDictionary: [true],
  ngram: [1],
  segment: ['words'],
  canonical: [true],
  threshold: [0.5],
  containment: [0.9],
  minWords: [3],
  shingle: [1, 4],
  unit: ['character', 'sentence'],
  order: ['sorted', 'free'],
  method: ['simhash', 'bands', 'exact'],
  maxDistance: [3],
  tables: [4],
  hash: ['sdbm'],
  features: ['counts'],
  keep: ['longest', 'max:date', 'newest'],
  against: ['old.jsonl'],
  onlyAgainst: [true],
  output: ['out.jsonl'],
  removed: ['removed.csv'],
  report: ['page.html'],
  threads: [1],
  temp: ['/tmp'],
};

type Setting = readonly [name: string, value: unknown];
/** True if a setting is of an option with one of these values; with any value if none are given. */
const is = ([name, value]: Setting, option: string, ...values: unknown[]) =>
  name === option && (values.length === 0 || values.includes(value));

/** Options that change nothing without another one. */
const NEEDS: Readonly<Record<string, (other: Setting) => boolean>> = {
  lang: (other) => is(other, 'stopWords') || is(other, 'stems') || is(other, 'stemDictionary'),
  maxDistance: (other) => is(other, 'method', 'simhash'),
  tables: (other) => is(other, 'method', 'simhash'),
  onlyAgainst: (other) => is(other, 'against'),
};

const FIELDS = ['textField', 'idField', 'markup'];
const LIMITS = ['documentSeconds', 'documentMemory'];
/** What a reader does not look at. */
const NOT_READ: Readonly<Record<string, readonly string[]>> = {
  jsonl: ['encoding', 'main', 'attachments', ...LIMITS],
  html: [...FIELDS, 'attachments', ...LIMITS],
  pdf: [...FIELDS, 'encoding', 'main', 'attachments'],
  text: [...FIELDS, 'main', 'attachments', ...LIMITS],
  mbox: [...FIELDS, 'encoding', ...LIMITS],
};

/** Pairs of which one changes nothing. */
function excludes(a: Setting, b: Setting): boolean {
  if (is(a, 'canonical'))
    return ['stopWords', 'stems', 'stemDictionary', 'ngram', 'segment', 'lang'].includes(b[0]);
  if (is(a, 'segment', 'words')) return is(b, 'ngram');
  if (is(a, 'containment')) return is(b, 'method', 'bands');
  if (is(a, 'shingle', 1)) return is(b, 'order');
  if (is(a, 'onlyAgainst')) return is(b, 'keep');
  return is(a, 'format') && NOT_READ[a[1] as string].includes(b[0]);
}

function isUseless(a: Setting, b: Setting): boolean {
  const lacks = (one: Setting, other: Setting) => NEEDS[one[0]]?.(other) === false;
  return lacks(a, b) || lacks(b, a) || excludes(a, b) || excludes(b, a);
}

/** The verbs: they check their options when they are called, before anything is read. */
const VERBS = { dedup, pairs, groups, fingerprint, text: texts } as const;
/** Options of commands that are about fingerprints of parts, which is another function. */
const OF_PARTS = ['level', 'weights'];

function refusal(verb: keyof typeof VERBS, settings: readonly Setting[]): NeardupError | undefined {
  try {
    VERBS[verb]('in.jsonl', Object.fromEntries(settings) as object);
    return undefined;
  } catch (error) {
    if (error instanceof NeardupError) return error;
    throw error;
  }
}

describe.each(Object.keys(VERBS) as (keyof typeof VERBS)[])('the options of %s', (verb) => {
  const options = flagsOf(verb)
    .filter(({ own }) => own !== true)
    .map(optionName)
    .filter((option) => !OF_PARTS.includes(option));

  test('are all in the table', () => {
    expect(options.filter((option) => VALUES[option] === undefined)).toEqual([]);
  });

  test('are refused in pairs of which one changes nothing, with the reason, and in no others', () => {
    const settings = options.flatMap((option) =>
      (VALUES[option] ?? []).map((value) => [option, value] as const),
    );
    const wrong: unknown[] = [];
    for (const a of settings) {
      for (const b of settings) {
        if (a[0] >= b[0]) continue;
        const error = refusal(verb, [a, b]);
        const isExplained =
          error === undefined || /has no effect: .+\.$|Expected a reference/.test(error.message);
        if ((error !== undefined) !== isUseless(a, b) || !isExplained)
          wrong.push({ a, b, error: error?.message });
      }
    }
    expect(wrong).toEqual([]);
  });
});
