/**
 * All pairs of options of every command: a pair is refused if, and only if, the table below says that one of the
 * two changes nothing, or that they cannot be combined. An option of the command line that is not in the table fails the test.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commandsOf, flagsOf } from '../../src/apps/cli/command-table.ts';
import { compareCommand } from '../../src/apps/cli/commands/compare.ts';
import { evalCommand } from '../../src/apps/cli/commands/eval.ts';
import { filterCommand } from '../../src/apps/cli/commands/filter.ts';
import { optionName } from '../../src/apps/cli/flags.ts';
import {
  createCollection,
  dedup,
  fingerprint,
  groups,
  NeardupError,
  OPTIONS,
  pairs,
  search,
  texts,
} from '../../src/index.ts';

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
  excludeFiles: [['*.log']],
  gitignore: [true],
  hidden: [true],
  judged: [true],
  sweep: [[0.5]],
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
  ties: [1],
  keep: ['longest', 'max:date', 'newest'],
  against: ['old.jsonl'],
  onlyAgainst: [true],
  containmentOf: ['reference'],
  output: ['out.jsonl', 'clean/'],
  outputFormat: ['arrow'],
  unreadable: ['leave-out'],
  split: [4],
  removed: ['removed.csv'],
  fields: ['date'],
  report: ['page.html'],
  annotate: ['all.jsonl', 'all/'],
  annotatePrefix: ['nd_'],
  drop: ['all'],
  within: ['lang', 'date:7d'],
  uniqueBy: ['url'],
  atMost: [2],
  threads: [1],
  engine: ['scalar'],
  temp: ['/tmp'],
  k: [3],
  quality: [0.95],
  exact: [true],
  explain: [true],
  width: [512],
  structure: ['slices', 'clusters', 'scan'],
  sliceBits: [8],
  expand: [2],
  cutoff: [1],
  measure: [true],
  texts: [true],
  labels: [['a']],
  minimum: ['score=1'],
  maxText: [1000],
  similarWeight: [0.5],
  rightWeight: [0.9],
  thesaurus: ['none'],
  clauses: [true],
  tile: [10],
  sources: [3],
  boilerplate: [50],
  by: ['fingerprint'],
  exclude: [['form.txt']],
  excludeQuotations: [true],
  excludeBibliography: [true],
  partners: [3],
  countCommon: [true],
  mutual: [true],
  onlyIn: [true],
  csv: ['pairs.csv'],
  indexes: [['passages']],
  onDuplicate: ['skip'],
  expires: ['30d'],
  refresh: [true],
  id: [['a']],
  prefix: ['b'],
  unseenSince: ['90d'],
  expired: [true],
  near: [0.9],
  passage: [12],
  like: [0.2],
  keywords: [['ferry']],
  needs: ['any'],
  where: [['lang = uk']],
  keepEvents: [100],
  from: [2],
  copy: [true],
  window: ['30d'],
  timeField: ['date'],
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
  // an output on standard output is not tried
  outputFormat: () => false,
  split: (other) => is(other, 'output') || is(other, 'annotate'),
  unreadable: (other) => is(other, 'output', 'clean/') || is(other, 'annotate', 'all/'),
  annotatePrefix: (other) => is(other, 'annotate'),
  containmentOf: () => false,
  sliceBits: (other) => is(other, 'structure', 'slices'),
  mutual: (other) => is(other, 'excludeQuotations') || is(other, 'excludeBibliography'),
  expand: (other) => is(other, 'structure', 'slices'),
  cutoff: (other) => is(other, 'structure', 'slices'),
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
  if (is(a, 'containment')) return is(b, 'method', 'bands') || is(b, 'sweep');
  if (is(a, 'shingle', 1)) return is(b, 'order');
  if (is(a, 'onlyAgainst')) return is(b, 'keep') || is(b, 'drop');
  if (is(a, 'drop', 'all')) return is(b, 'atMost') || is(b, 'report');
  if (is(a, 'atMost')) return is(b, 'report');
  if (is(a, 'exact')) return is(b, 'quality') || is(b, 'structure');
  if (is(a, 'structure', 'slices', 'scan')) return is(b, 'quality');
  return is(a, 'format') && NOT_READ[a[1] as string].includes(b[0]);
}

function isUseless(a: Setting, b: Setting, { useless = [], needs = NEEDS }: Call): boolean {
  const lacks = (one: Setting, other: Setting) => needs[one[0]]?.(other) === false;
  const isAlone = ([name]: Setting) => useless.includes(name);
  return lacks(a, b) || lacks(b, a) || isAlone(a) || isAlone(b) || excludes(a, b) || excludes(b, a);
}

/** A way to call a verb. It checks its options before anything is read; there is nothing to read. */
interface Call {
  readonly command: string;
  call(options: object): unknown;
  /** The options of the function, if the command has those of other functions, too. */
  readonly rules?: object;
  /** Options of the command that change nothing in this call. */
  readonly useless?: readonly string[];
  readonly needs?: typeof NEEDS;
  /** A call that is accepted opens a collection or an engine: only pairs that are refused are tried as pairs. */
  readonly opens?: boolean;
}

const READING = [
  ...FIELDS,
  ...LIMITS,
  'format',
  'encoding',
  'maxDocument',
  'main',
  'attachments',
  ...['excludeFiles', 'gitignore', 'hidden'],
  'duplicateIds',
  'temp',
];
const OF_ALL = ['partners', 'countCommon', 'onlyIn', 'csv'];
const QUIET = { quiet: true };
const missing = join(tmpdir(), 'neardup-no-such-folder', 'index');
const { lang: _, ...NEEDS_OF_TEXTS } = NEEDS;

const ADDING = ['onDuplicate', 'expires', 'refresh'];
/** Those of `--redis`, which are of another index. */
const OF_REDIS = [
  ...['redis', 'name', 'expireAfter', 'expected', 'candidates', 'replicas'],
  ...['retrySeconds', 'leaseSeconds'],
];
/** An option of a window of time needs the other one. */
const NEEDS_OF_WINDOW = {
  ...NEEDS,
  timeField: (other: Setting) => is(other, 'window', '30d'),
  window: (other: Setting) => is(other, 'timeField'),
};

const entryOf = (command: string) => commandsOf().find(({ name }) => name === command)!.entry;

/** A command of `neardup collection`. @param useless Options that it takes, and refuses in this call. */
function collectionCall(
  command: string,
  words: () => readonly string[],
  useless: readonly string[] = [],
): Call {
  return {
    command: `collection ${command}`,
    call: async (options) =>
      (await entryOf(`collection ${command}`).load!())([...words()], options as never, QUIET),
    useless,
    opens: true,
  };
}

const READ_HERE = READING.filter((name) => name !== 'duplicateIds');

let home: string;
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'option-pairs-'));
  const collection = await createCollection(
    join(home, 'c.nd'),
    { indexes: ['passages', 'search'], threshold: 0.5 },
    { threads: 1 },
  );
  await collection.add([{ id: 'a', text: 'The ferry leaves at nine.' }]);
  await collection.close();
});
afterAll(() => rmSync(home, { recursive: true }));

const CALLS: Readonly<Record<string, Call>> = {
  dedup: { command: 'dedup', call: (options) => dedup('in.jsonl', options) },
  pairs: { command: 'pairs', call: (options) => pairs('in.jsonl', options), rules: OPTIONS.pairs },
  groups: { command: 'groups', call: (options) => groups('in.jsonl', options) },
  fingerprint: {
    command: 'fingerprint',
    call: (options) => fingerprint('in.jsonl', options),
    rules: OPTIONS.fingerprint,
  },
  text: { command: 'text', call: (options) => texts('in.jsonl', options), rules: OPTIONS.texts },
  eval: {
    command: 'eval',
    call: (options) => evalCommand(['in.jsonl'], options as never, { ...QUIET, truth: missing }),
  },
  search: {
    command: 'search',
    call: (options) => search('ferry', { in: 'in.jsonl', ...options }),
  },
  'compare with texts': {
    command: 'compare',
    call: (options) => compareCommand(['a.txt', 'b.txt'], options as never, QUIET),
    useless: ['sources', 'boilerplate', 'by', ...OF_ALL],
    needs: NEEDS_OF_TEXTS,
  },
  'compare in a collection': {
    command: 'compare',
    call: (options) => compareCommand(['a.txt'], { ...options, in: ['in.jsonl'] }, QUIET),
    useless: [...OF_ALL, 'mutual'],
    needs: NEEDS_OF_TEXTS,
  },
  'compare all': {
    command: 'compare',
    call: (options) => compareCommand(['a.txt', 'b.txt'], options as never, { ...QUIET, all: true }),
    opens: true,
    useless: ['sources', 'by', 'onlyIn', 'mutual'],
    needs: NEEDS_OF_TEXTS,
  },
  // a folder cannot be made there
  'collection create': collectionCall('create', () => ['/dev/null/c.nd', 'in.jsonl']),
  'collection create without documents': collectionCall('create', () => ['/dev/null/c.nd'], [
    ...READ_HERE,
    ...ADDING,
  ]),
  'collection add': collectionCall('add', () => [join(home, 'c.nd'), 'in.jsonl']),
  'collection remove': collectionCall('remove', () => [join(home, 'c.nd'), 'b']),
  'collection check': collectionCall('check', () => [join(home, 'c.nd'), 'in.jsonl']),
  'collection sources': collectionCall('sources', () => [join(home, 'c.nd'), 'a.txt']),
  'collection search': collectionCall('search', () => [join(home, 'c.nd'), 'ferry']),
  'collection info': collectionCall('info', () => [missing]),
  'collection export': collectionCall('export', () => [missing]),
  'collection backup': collectionCall('backup', () => [missing, missing]),
  'collection merge': collectionCall('merge', () => [missing]),
  'collection repair': collectionCall('repair', () => [missing]),
  'collection watch add': collectionCall('watch add', () => [missing, 'w', 'a.txt']),
  'collection watch list': collectionCall('watch list', () => [missing]),
  'collection watch remove': collectionCall('watch remove', () => [missing, 'w']),
  'collection watch trim': collectionCall('watch trim', () => [missing]),
  'collection watch follow': collectionCall('watch follow', () => [missing]),
  filter: {
    command: 'filter',
    call: (options) => filterCommand([missing], options as never, QUIET),
    useless: Object.keys(VALUES).filter(
      (name) =>
        !['textField', 'idField', 'markup', 'maxDocument', 'refresh', 'window', 'timeField'].includes(name),
    ),
    needs: NEEDS_OF_WINDOW,
  },
};
/** Options that say what a call is about, and those of parts and shards, which are other functions. */
const NOT_TRIED = ['level', 'weights', 'in', 'collection', 'shards', ...OF_REDIS];

/** Undefined if the options are accepted: what fails then is that there is nothing to read. */
async function refusal({ call }: Call, settings: readonly Setting[]): Promise<NeardupError | undefined> {
  try {
    await call(Object.fromEntries(settings));
  } catch (error) {
    if (!(error instanceof NeardupError)) throw error;
    if (error.code === 'BAD_OPTION') return error;
  }
  return undefined;
}

describe.each(Object.entries(CALLS))('the options of %s', (_name, call) => {
  const options = flagsOf(entryOf(call.command))
    .filter(({ own }) => own !== true)
    .map(optionName)
    .filter((option) => !NOT_TRIED.includes(option) && (call.rules === undefined || option in call.rules));

  test('all options of a verb are in the table', () => {
    expect(options.filter((option) => VALUES[option] === undefined)).toEqual([]);
  });

  test('options are refused in pairs of which one changes nothing, with the reason, and in no others', async () => {
    const settings = options.flatMap((option) =>
      (VALUES[option] ?? []).map((value) => [option, value] as const),
    );
    const wrong: unknown[] = [];
    const look = async (...given: Setting[]) => {
      const error = await refusal(call, given);
      const isExplained =
        error === undefined ||
        /has no effect: .+\.$|cannot be used with .+: .+\.$|Expected a reference|or `timeField` with it/.test(
          error.message,
        );
      if ((error !== undefined) !== isUseless(given[0], given.at(-1)!, call) || !isExplained)
        wrong.push({ given, error: error?.message });
    };
    // what changes nothing in any pair is tried once
    const isAlone = ([name]: Setting) => call.useless?.includes(name) === true;
    for (const a of settings.filter(isAlone)) await look(a);
    const others = settings.filter((each) => !isAlone(each));
    for (const a of others) {
      if (call.opens) await look(a);
      for (const b of others) if (a[0] < b[0] && (!call.opens || isUseless(a, b, call))) await look(a, b);
    }
    expect(wrong).toEqual([]);
  });
});
