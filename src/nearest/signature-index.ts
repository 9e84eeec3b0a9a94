/** `buildIndex`, `addToIndex`, `openIndex`: a collection saved to disk, so that searching need not read the documents again. */

import { abortable } from '../abort.ts';
import { indexBytesIn, whileLocked } from '../collection/index.ts';
import type { Document } from '../document.ts';
import { ENGINE_RULES, openEngine } from '../engines/index.ts';
import type { Engine } from '../engines.ts';
import { NeardupError } from '../errors.ts';
import { newSignatureIndex, type SignatureIndex, type SignatureIndexKind } from '../nearest.ts';
import { resolveOptions } from '../option-rules.ts';
import { closeRun, load, type VerbOptions } from '../pipeline/index.ts';
import type { Run } from '../pipeline.ts';
import { type Input, openInput } from '../read/index.ts';
import { type SearchResult, type Summary, summaryOf } from '../results.ts';
import { SIGNAL_RULE } from '../run-options.ts';
import {
  idTableOf,
  loadCollection,
  openIndexFile,
  type SavedIndex,
  saveCollection,
} from './index-directory.ts';
import {
  type AddToIndexOptions,
  type BuildIndexOptions,
  checkAddOptions,
  type IndexSettings,
  type OpenIndexOptions,
  QUERY_RULES,
  type QueryOptions,
  resolveAddOptions,
  resolveBuildOptions,
} from './options.ts';
import { collectionOf, type Queries, queryList, results } from './search.ts';
import type { Collection } from './searchable.ts';
import { signCorpus } from './sign-corpus.ts';

/** What there is to know of a saved index. */
export interface IndexInfo {
  readonly documents: number;
  readonly width: number;
  readonly structure: SignatureIndexKind;
  /** The structure in words. */
  readonly name: string;
  /** Bytes in memory and on disk. */
  readonly memory: number;
  readonly disk: number;
  readonly texts: boolean;
  /** Documents that the term statistics come from, and how many were added since. */
  readonly statisticsFrom: number;
  readonly unreadable: number;
  /** Of the run that built it or added to it; left out if it was only opened. */
  readonly summary?: Summary;
}

/**
 * Makes an index of all documents in a folder, replacing one that is there.
 *
 * @example
 * await buildIndex('news.index', 'news.jsonl');
 * const index = await openIndex('news.index');
 * console.log(await index.search('oil prices fell', { k: 3 }));
 * await index.close();
 */
export async function buildIndex(
  folder: string,
  input: Input,
  given: BuildIndexOptions = {},
): Promise<IndexInfo> {
  const options = resolveBuildOptions(given);
  const { structure, sliceBits, listSize, texts } = options;
  const build = Object.fromEntries(
    Object.entries({ sliceBits, listSize }).filter(([, value]) => value !== undefined),
  );
  const make = async (run: Run, summarize: () => Summary) => {
    // the scan it comes with is replaced by the structure that is wanted
    const collection = await collectionOf(run, options, options.width, 1);
    const { store } = collection.parts;
    const index = newSignatureIndex(run.engine, store, structure, build);
    options.onProgress({ stage: 'write', documents: store.size });
    await index.build();
    await saveCollection(folder, { ...collection.parts, index }, build, texts, options.signal);
    return savedInfo(folder, index, summarize());
  };
  return abortable(options.signal, () => whileLocked(folder, () => withRun(input, options, make)));
}

/** Adds documents to a saved index. They are weighed by the statistics of those it was built from. */
export async function addToIndex(
  folder: string,
  input: Input,
  given: AddToIndexOptions = {},
): Promise<IndexInfo> {
  checkAddOptions(given);
  // a folder without an index is not to get a lock
  openIndexFile(folder).file.close();
  return abortable(given.signal, () => whileLocked(folder, () => add(folder, input, given)));
}

async function add(folder: string, input: Input, given: AddToIndexOptions): Promise<IndexInfo> {
  const saved = openIndexFile(folder);
  try {
    const options = resolveAddOptions(given, saved.settings.treatment);
    return await withRun(input, options, async (run, summarize) => {
      const { corpus, engine } = run;
      const old = await loadCollection(saved, engine);
      const { store, index, statistics, idOf, textOf } = old.parts;
      const before = store.size;
      checkNewIds(idTableOf(old), corpus);
      await signCorpus(corpus, engine, statistics, store);
      await index.update();
      const parts = {
        ...old.parts,
        idOf: (number: number) => (number < before ? idOf(number) : corpus.ids.get(number - before)),
        textOf:
          textOf === undefined
            ? undefined
            : (number: number) => (number < before ? textOf(number) : corpus.canonicalText(number - before)),
      };
      await saveCollection(folder, parts, saved.settings.build, textOf !== undefined, options.signal);
      return savedInfo(folder, index, summarize());
    });
  } finally {
    saved.file.close();
  }
}

/** Opens a saved index for searching. Close it when done. */
export async function openIndex(folder: string, given: OpenIndexOptions = {}): Promise<OpenedIndex> {
  const { signal, ...options } = resolveOptions({ ...ENGINE_RULES, signal: SIGNAL_RULE }, given);
  signal?.throwIfAborted();
  const saved = openIndexFile(folder);
  let engine: Engine | undefined;
  try {
    engine = await openEngine(options);
    signal?.throwIfAborted();
    return new OpenedIndex(folder, saved, engine, await loadCollection(saved, engine));
  } catch (error) {
    saved.file.close();
    await engine?.close();
    throw error;
  }
}

export class OpenedIndex {
  readonly settings: IndexSettings;
  private readonly saved: SavedIndex;

  constructor(
    private readonly folder: string,
    saved: SavedIndex,
    private readonly engine: Engine,
    private readonly collection: Collection,
  ) {
    this.saved = saved;
    this.settings = saved.settings;
  }

  get info(): IndexInfo {
    const { index } = this.collection.parts;
    return infoOf(this.folder, this.saved, index.name, index.bytes);
  }

  /** The ids of all documents, in the order in which they were added. */
  *ids(): Generator<string> {
    const { store, idOf } = this.collection.parts;
    for (let number = 0; number < store.size; number++) yield idOf(number);
  }

  /** The nearest documents of all queries. */
  async search(queries: Queries, given: Partial<QueryOptions> = {}): Promise<SearchResult[]> {
    const options = resolveOptions(QUERY_RULES, given);
    const found: SearchResult[] = [];
    for await (const result of results(this.collection, queryList(queries), options)) found.push(result);
    return found;
  }

  async close(): Promise<void> {
    this.collection.close();
    this.saved.file.close();
    await this.engine.close();
  }
}

async function withRun<T>(
  input: Input,
  options: VerbOptions,
  use: (run: Run, summarize: () => Summary) => Promise<T>,
): Promise<T> {
  const start = performance.now();
  const opened = await openInput(input, options);
  try {
    const run = await load(
      { documents: opened.read, totalBytes: opened.bytes, consumed: () => opened.consumed() },
      options,
    );
    try {
      const { corpus, engine } = run;
      const unreadable = run.unreadable + opened.problems;
      const counts = {
        documents: corpus.length,
        empty: corpus.countEmpty(),
        unreadable,
        engine: engine.name,
      };
      return await use(run, () => summaryOf(start, counts));
    } finally {
      await closeRun(run);
    }
  } finally {
    await opened.close();
  }
}

function checkNewIds(known: ReturnType<typeof idTableOf>, corpus: Run['corpus']): void {
  for (let number = 0; number < corpus.length; number++) {
    const id: Document['id'] = corpus.ids.get(number);
    if (known.find(id) === -1) continue;
    throw new NeardupError('DUPLICATE_ID', `The id \`${id}\` is in the index already.`, {
      advice: 'Give the document another id, or build the index again.',
    });
  }
}

/** What there is to know of an index that was just saved. */
function savedInfo(folder: string, { name, bytes }: SignatureIndex, summary: Summary): IndexInfo {
  const saved = openIndexFile(folder);
  try {
    return { ...infoOf(folder, saved, name, bytes), unreadable: summary.unreadable, summary };
  } finally {
    saved.file.close();
  }
}

function infoOf(folder: string, saved: SavedIndex, name: string, memory: number): IndexInfo {
  const { count, width, kind, settings, file } = saved;
  return {
    ...{ documents: count, width, structure: kind, name, memory, disk: indexBytesIn(folder) },
    ...{ texts: file.has('texts'), statisticsFrom: settings.statisticsFrom, unreadable: 0 },
  };
}
