/** Opens a collection: its files, its tables, and what is in the log only. */
import { CANONICAL_VERSION, Canonicalizer } from '../canonicalize/index.ts';
import { CollectionFolder, DocumentTable, hasCollection, type Steps } from '../collection/index.ts';
import type { Engine } from '../engines.ts';
import { bandsFor, needsSentences, simhashMode, textShape } from '../fingerprint/index.ts';
import type { CollectionSettings, OpenCollectionOptions } from '../lasting.ts';
import { resolveOptions } from '../option-rules.ts';
import { Collection } from './collection.ts';
import { DerivedTables, type SegmentState, stateOf } from './derived-tables.ts';
import { LivingDocuments } from './living-documents.ts';
import { type OpenedIndexes, openIndexes } from './open-indexes.ts';
import { checkSettings, keySchemeOf, newSettings, OPEN_RULES } from './options.ts';
import { replayLog } from './replay.ts';
import { shareEngine } from './shared-engine.ts';

/**
 * Opens the collection in a folder. Close it when done.
 *
 * @example
 * await using news = await openCollection('news.nd', { create: true });
 * await news.add([{ id: 'a', text: 'One text.' }]); // durable when it resolves
 * console.log((await news.check({ text: 'One text!' })).pairs[0].b); // a
 */
export async function openCollection(path: string, given: OpenCollectionOptions = {}): Promise<Collection> {
  const options = resolveOptions(OPEN_RULES, given);
  return open(() => openFolder(path, options), options);
}

/** Makes a collection in a folder that has none, and opens it. */
export async function createCollection(
  path: string,
  settings: Partial<CollectionSettings> = {},
  given: Omit<OpenCollectionOptions, 'create' | 'readOnly'> = {},
): Promise<Collection> {
  const options = resolveOptions(OPEN_RULES, given);
  return open(() => createFolder(path, settings, options), options);
}

async function open(
  openIt: () => Promise<CollectionFolder>,
  options: OpenCollectionOptions,
): Promise<Collection> {
  const closers: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const closer of closers.reverse()) await closer();
  };
  try {
    const folder = await openIt();
    closers.push(() => folder.close());
    if (options.indexes !== undefined && options.readOnly !== true)
      await folder.changeOptions({ ...folder.facts.options, indexes: options.indexes });
    // one that was made before there were other indexes does not name them
    const settings = { indexes: [], ...folder.facts.options } as unknown as CollectionSettings;
    if (typeof options.create === 'object') checkSettings(folder.path, settings, options.create);
    const engine = await shareEngine(options);
    closers.push(() => engine.close());
    const treatment = { ...settings, sentences: needsSentences(settings) };
    const canonicalizer = await Canonicalizer.open(engine.heap, treatment);
    closers.push(async () => canonicalizer.close());
    const { documents, derived, indexes } = await openTables(
      folder,
      stepsFor(settings, engine, canonicalizer),
      settings,
      options,
    );
    closers.push(() => indexes.close());
    return new Collection({
      folder,
      settings,
      documents,
      derived,
      indexes,
      readOnly: options.readOnly === true,
      close,
    });
  } catch (error) {
    await close();
    throw error;
  }
}

async function openFolder(path: string, options: OpenCollectionOptions): Promise<CollectionFolder> {
  const { create = false, readOnly = false } = options;
  if (readOnly) return CollectionFolder.openForReading(path);
  if (create === false || hasCollection(path)) {
    return CollectionFolder.openForWriting(path, { fileBytes: options.logFile });
  }
  return createFolder(path, create === true ? {} : create, options);
}

function createFolder(
  path: string,
  given: Partial<CollectionSettings>,
  { logFile: fileBytes }: OpenCollectionOptions,
): Promise<CollectionFolder> {
  const settings = newSettings(given);
  const made = {
    keyScheme: keySchemeOf(settings),
    canonicalForm: CANONICAL_VERSION,
    options: { ...settings },
  };
  return CollectionFolder.create(path, made, { fileBytes });
}

function stepsFor(settings: CollectionSettings, engine: Engine, canonicalizer: Canonicalizer): Steps {
  return {
    engine,
    canonicalizer,
    canonical: settings.canonical,
    simhashMode: simhashMode(settings),
    fingerprints: false,
    contents: true,
    bands: { ...bandsFor(settings), shape: textShape(settings) },
  };
}

/** Loads the segments, or makes them again, and reads the rest of the log. */
async function openTables(
  folder: CollectionFolder,
  steps: Steps,
  settings: CollectionSettings,
  { delta = 0, readOnly = false, onProgress, clock = Date.now }: OpenCollectionOptions,
): Promise<{ documents: LivingDocuments; derived: DerivedTables; indexes: OpenedIndexes }> {
  const kind = { keyScheme: keySchemeOf(settings), canonicalForm: CANONICAL_VERSION };
  const state: SegmentState = stateOf(folder, kind);
  const seconds = () => Math.floor(clock() / 1000);
  const empty = DocumentTable.empty(steps.bands!.bands + 1, delta);
  const documents = new LivingDocuments(empty, steps, folder.log, state.idSeed, seconds);
  const indexes = await openIndexes(settings, folder, documents);
  const derived = new DerivedTables(folder, documents, kind, delta, !readOnly, indexes);
  const isLoaded =
    folder.log.fitsManifest &&
    state === folder.manifest?.state &&
    derived.load(state, folder.manifest.covered);
  const from = isLoaded ? folder.manifest?.covered : undefined;
  const makeRoom = (count: number, reached: typeof from) => derived.freeze(reached, Math.max(delta, count));
  await replayLog(folder, documents, from, makeRoom, (bytes) => {
    onProgress?.({ stage: 'read', documents: documents.count(), bytes, totalBytes: folder.log.bytes });
  });
  return { documents, derived, indexes };
}
