/**
 * Every function of the library that takes options refuses names that it does not know, and a signal that is none. Every one that may take long
 * ends with the reason of its signal, also if what it waits for never comes. A function that is in no table fails the test.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as library from '../../src/index.ts';

const {
  buildSourceIndex,
  canonicalText,
  compare,
  compareAll,
  compareIn,
  createCollection,
  dedup,
  dedupOnSpark,
  evaluate,
  filterLines,
  fingerprint,
  canonicalTexts,
  documentImages,
  fingerprintLines,
  signatures,
  fingerprintPairs,
  nearestSignatures,
  fingerprintParts,
  groups,
  imagePairs,
  openCollection,
  pairs,
  queriesFrom,
  runStage,
  search,
  selectLines,
  simhashOf,
  texts,
  trim,
  decontaminate,
} = library;

const TEXT = 'The keeper climbs the stairs at dusk and lights the lamp of the tower by the sea.';
const REASON = new Error('the user has left');
const folder = mkdtempSync(join(tmpdir(), 'call-options-'));
const within = (name: string) => join(folder, name);
let collection: library.Collection;

beforeAll(async () => {
  writeFileSync(within('in.jsonl'), `${JSON.stringify({ id: 'a', text: TEXT })}\n`);
  writeFileSync(within('prints.jsonl'), '{"id":"x","fingerprint":"00000000000000ff"}\n');
  writeFileSync(within('signatures.jsonl'), '{"id":"x","signature":"00000000000000ff"}\n');
  writeFileSync(within('truth.tsv'), 'a\tb\n');
  const settings = { indexes: ['passages', 'search'] } as const;
  collection = await createCollection(within('all.nd'), settings, { threads: 1 });
  await collection.add([{ id: 'a', text: TEXT }]);
  const closed = await createCollection(within('closed.nd'), {}, { threads: 1 });
  await closed.close();
});
afterAll(async () => {
  await collection.close();
  rmSync(folder, { recursive: true });
});

/** Documents, and bytes of a line, of which the second never comes. */
async function* documents() {
  yield { id: 'b', text: TEXT };
  await new Promise(() => {});
}
async function* bytes() {
  yield Buffer.from(`${JSON.stringify({ id: 'b', text: TEXT })}\n`);
  await new Promise(() => {});
}
async function all(stream: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of stream);
}

type Call = (options: object) => unknown;

/** Calls that wait for something that never comes. */
const WAITING: Record<string, Call> = {
  dedup: (options) => dedup(documents(), options).toArray(),
  pairs: (options) => pairs(documents(), options).toArray(),
  groups: (options) => groups(documents(), options).toArray(),
  evaluate: (options) => evaluate(documents(), within('truth.tsv'), options),
  fingerprint: (options) => fingerprint(documents(), options).toArray(),
  canonicalTexts: (options) => canonicalTexts(documents(), options).toArray(),
  documentImages: (options) => documentImages(documents(), options).toArray(),
  signatures: (options) => signatures(documents(), options).toArray(),
  fingerprintLines: (options) => fingerprintLines(documents(), 'json', options).toArray(),
  fingerprintParts: (options) => fingerprintParts(documents(), options).toArray(),
  texts: (options) => texts(documents(), options).toArray(),
  trim: (options) => trim(documents(), options).toArray(),
  decontaminate: (options) => decontaminate(documents(), { against: documents(), ...options }).toArray(),
  search: (options) => search('keeper', { in: documents(), ...options }).toArray(),
  buildSourceIndex: (options) => buildSourceIndex(documents(), options),
  compareIn: (options) => compareIn({ text: TEXT }, documents(), options),
  compareAll: (options) => compareAll(documents(), options),
  selectLines: (options) => selectLines(bytes(), { keywords: ['keeper'], ...options }, async () => {}),
  filterLines: (options) => filterLines(bytes(), collection, options, async () => {}),
  runStage: (options) => all(runStage({ stage: 'keys', format: 'lines', options }, bytes())),
  'collection.add': (options) => collection.add(documents() as never, options),
  'collection.addFrom': (options) => collection.addFrom(documents(), options).toArray(),
  'reading of collection.addFrom': (options) => collection.addFrom(documents(), {}, options).toArray(),
  'collection.checkFrom': (options) => all(collection.checkFrom(documents(), options)),
  'collection.events': (options) => all(collection.events({ follow: true, ...options })),
};

/** Calls that only compute. */
const COMPUTING: Record<string, Call> = {
  compare: (options) => compare({ text: TEXT }, { text: TEXT }, options),
  imagePairs: (options) => imagePairs(documents(), options).toArray(),
  fingerprintPairs: (options) => fingerprintPairs(within('prints.jsonl'), options).toArray(),
  nearestSignatures: (options) =>
    nearestSignatures(within('signatures.jsonl'), { in: within('signatures.jsonl'), ...options }).toArray(),
  queriesFrom: (options) => queriesFrom([within('in.jsonl')], options),
  createCollection: (options) => createCollection(within('new.nd'), {}, options),
  openCollection: (options) => openCollection(within('closed.nd'), options),
  dedupOnSpark: (options) =>
    dedupOnSpark(['a.jsonl'], { spark: 'sc://127.0.0.1:1', output: 'out', ...options }).toArray(),
  'collection.check': (options) => collection.check({ text: TEXT }, options),
  'collection.search': (options) => collection.search('keeper', options),
  'collection.searchAll': (options) => collection.searchAll(['keeper'], options).toArray(),
  'collection.sources': (options) => collection.sources({ text: TEXT }, options),
  'collection.groups': (options) => collection.groups(options).toArray(),
  'collection.merge': (options) => collection.merge(options),
  'collection.backup': (options) => collection.backup(within('backup.nd'), options),
};

/** Calls that are over at once and take no signal. */
const SHORT: Record<string, Call> = {
  canonicalText: (options) => canonicalText(TEXT, options),
  simhashOf: (options) => simhashOf(TEXT, options),
  'settings of createCollection': (options) => createCollection(within('new.nd'), options),
  'collection.removeWhere': (options) => collection.removeWhere({ expired: true, ...options }),
  'collection.list': (options) => collection.list(options),
  'collection.documents': (options) => all(collection.documents(options)),
  'collection.watch': (options) => collection.watch({ id: 'w', texts: [TEXT], ...options }),
};

/** Functions without options, or that format what was found. */
const WITHOUT_OPTIONS = [
  ...['NeardupError', 'SourceIndex', 'ComparisonPage', 'abortAll', 'onFirstUnfinished', 'readCollections'],
  ...['classRows', 'comparisonHtml', 'comparisonObjects', 'comparisonRows', 'splitSentences'],
  ...[
    'formatCandidate',
    'formatImagePair',
    'formatFoundItem',
    'formatComparison',
    'formatFingerprint',
    'formatGroup',
    'formatPair',
  ],
  ...[
    'formatRemoved',
    'formatSearchResult',
    'formatSharing',
    'formatSummary',
    'formatTrimmed',
    'parseFingerprint',
  ],
  ...['inCode', 'inWords', 'visible', 'visibleJson', 'visibleText', 'writeAppPage', 'writeSparkArchive'],
  ...[
    'atomicFile',
    'checkOutputOf',
    'curveCsv',
    'curveSvg',
    'evaluateFound',
    'writtenFiles',
    'findDisguises',
    'isClusterAddress',
    'isListedAtFirst',
    'leaveUploads',
    'makeFolder',
    'npyHeader',
    'repairCollection',
    'shownFormats',
    'syncFolder',
  ],
];

it('every function of the library is in one of the tables', () => {
  const functions = Object.entries(library).flatMap(([name, value]) =>
    typeof value === 'function' ? [name] : [],
  );
  const tables = { ...WAITING, ...COMPUTING, ...SHORT };
  expect(functions.filter((name) => tables[name] === undefined && !WITHOUT_OPTIONS.includes(name))).toEqual(
    [],
  );
});

/** What a call fails with, whether it throws or rejects. */
async function failure(call: Call, options: object): Promise<unknown> {
  try {
    await call(options);
  } catch (error) {
    return error;
  }
  return undefined;
}

describe.each(Object.entries({ ...WAITING, ...COMPUTING, ...SHORT }))('%s', (name, call) => {
  it('refuses an option that there is not', async () => {
    expect(await failure(call, { sgnal: 1 })).toMatchObject({ code: 'BAD_OPTION', option: 'sgnal' });
  });

  it.runIf(SHORT[name] === undefined)('refuses a signal that is none', async () => {
    expect(await failure(call, { signal: 'stop' })).toMatchObject({ code: 'BAD_OPTION', option: 'signal' });
  });

  it.runIf(SHORT[name] === undefined)('ends at once if its signal is aborted', async () => {
    expect(await failure(call, { signal: AbortSignal.abort(REASON) })).toBe(REASON);
  });

  it.runIf(WAITING[name] !== undefined)('ends when its signal aborts while it waits', async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(REASON), 20);
    expect(await failure(call, { signal: controller.signal })).toBe(REASON);
  });
});
