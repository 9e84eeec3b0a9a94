/** Opens a collection: its files, its tables, and the documents that are only in the log. */
import { CANONICAL_VERSION } from '../canonicalize/index.ts';
import type { CollectionSettings, OpenCollectionOptions } from '../collection.ts';
import type { Steps } from '../corpus/index.ts';
import { NeardupError, systemReason } from '../errors.ts';
import { resolveOptions } from '../option-rules.ts';
import { expectFolderHere } from '../write/index.ts';
import { Collection } from './collection.ts';
import type { CollectionParts } from './collection-parts.ts';
import { type OpenedIndexes, openIndexes } from './indexes/open-indexes.ts';
import { secondsOf } from './moments.ts';
import {
  changedSettings,
  checkSettings,
  checkWindow,
  keySchemeOf,
  newSettings,
  OPEN_RULES,
  storedSettings,
} from './options.ts';
import { openTextSteps } from './steps.ts';
import { besideWriter, WriterWasFaster } from './store/beside-writer.ts';
import { CollectionFolder, hasCollection } from './store/folder.ts';
import { DerivedTables, type SegmentState, stateOf } from './tables/derived-tables.ts';
import { DocumentTable } from './tables/document-table.ts';
import { LivingDocuments } from './tables/living-documents.ts';
import { replayLog } from './tables/replay.ts';
import { EventLog } from './watches/event-log.ts';
import { type ExampleTexts, Watches } from './watches/watches.ts';
import { StreamWindow, setWindow } from './window/stream-window.ts';

/** The folder of the examples of watches. */
const WATCHES = 'watch';

/**
 * Opens the collection in a folder. Close it when done.
 *
 * @example
 * await using news = await openCollection('news.nd', { create: true });
 * await news.add([{ id: 'a', text: 'One text.' }]); // durable when it resolves
 * console.log((await news.check({ text: 'One text!' })).pairs[0].b); // a
 */
export async function openCollection(path: string, given: OpenCollectionOptions = {}): Promise<Collection> {
  const { signal: _, onProgress: __, ...options } = given;
  const openAgain = () => openCollectionParts(path, options);
  const parts = await openCollectionParts(path, given);
  return new Collection(parts, parts.readOnly ? openAgain : undefined);
}

/** The parts of a collection, for verbs that need more than its questions and changes. */
export function openCollectionParts(path: string, given: OpenCollectionOptions): Promise<CollectionParts> {
  const options = resolveOptions(OPEN_RULES, given);
  expectFolderHere(path);
  checkWindow(options);
  return besideWriter(() => open(() => openFolder(path, options), options)).catch((error) => {
    throw isOfSystem(error) ? unreadable(path, error) : error;
  });
}

/** A reader beside a writer tries again if a file is gone. */
function isOfSystem({ syscall, code }: { readonly syscall?: string; readonly code?: string }): boolean {
  return syscall !== undefined && code !== 'ENOENT';
}

function unreadable(path: string, cause: unknown): NeardupError {
  return new NeardupError('BAD_COLLECTION', `${path} cannot be opened: ${systemReason(cause)}.`, {
    cause,
    advice: 'Check the disk, and who may read the folder.',
  });
}

/** Makes a collection in a folder that has none, and opens it. */
export async function createCollection(
  path: string,
  settings: Partial<CollectionSettings> = {},
  given: Omit<OpenCollectionOptions, 'create' | 'readOnly'> = {},
): Promise<Collection> {
  const options = resolveOptions(OPEN_RULES, given);
  expectFolderHere(path);
  return new Collection(await open(() => createFolder(path, settings, options), options));
}

async function open(
  openIt: () => Promise<CollectionFolder>,
  options: OpenCollectionOptions,
): Promise<CollectionParts> {
  const closers: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const closer of closers.reverse()) await closer();
  };
  try {
    options.signal?.throwIfAborted();
    const folder = await openIt();
    closers.push(() => folder.close());
    if (options.indexes !== undefined && options.readOnly !== true)
      await folder.changeOptions({ ...folder.facts.options, indexes: options.indexes });
    if (options.window !== undefined) await setWindow(folder, options);
    const settings = storedSettings(folder.path, folder.facts.options);
    if (typeof options.create === 'object') checkSettings(folder.path, settings, options.create);
    const { steps, close: closeSteps } = await openTextSteps(settings, options);
    closers.push(closeSteps);
    const readOnly = options.readOnly === true;
    const { clock = Date.now, logFile: fileBytes } = options;
    const kept = { keep: settings.keepEvents, clock: secondsOf(clock), fileBytes };
    const events = await EventLog.open(folder, !readOnly, kept);
    closers.push(() => events.close());
    const { documents, derived, indexes } = await openTables(folder, steps, settings, options, events);
    closers.push(() => indexes.close());
    const watches = new Watches(settings, documents, () => openExamples(folder, settings, options));
    closers.push(() => watches.close());
    if (hasCollection(folder.inside(WATCHES))) await watches.load();
    return { folder, settings, documents, derived, indexes, watches, events, readOnly, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The collection of the examples of watches. It is treated as the collection is that it belongs to. */
async function openExamples(
  folder: CollectionFolder,
  settings: CollectionSettings,
  { threads, engine, clock, readOnly }: OpenCollectionOptions,
): Promise<ExampleTexts> {
  const create = readOnly === true ? undefined : changedSettings(settings);
  const parts = await openCollectionParts(folder.inside(WATCHES), {
    create,
    threads,
    engine,
    clock,
    readOnly,
    delta: 1024,
  });
  return { documents: parts.documents, collection: new Collection(parts) };
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

/** Loads the segments, or makes them again, and reads the rest of the log. */
async function openTables(
  folder: CollectionFolder,
  steps: Steps,
  settings: CollectionSettings,
  { delta = 0, readOnly = false, onProgress, signal, clock = Date.now }: OpenCollectionOptions,
  events: EventLog,
): Promise<{ documents: LivingDocuments; derived: DerivedTables; indexes: OpenedIndexes }> {
  const kind = { keyScheme: keySchemeOf(settings), canonicalForm: CANONICAL_VERSION };
  const state: SegmentState = stateOf(folder, kind);
  const seconds = secondsOf(clock);
  const window = StreamWindow.of(settings);
  const empty = DocumentTable.empty(steps.bands!.bands + 1, delta);
  const documents = new LivingDocuments(empty, steps, folder.log, state.idSeed, seconds, window);
  const indexes = await openIndexes(settings, folder, documents);
  const derived = new DerivedTables(folder, documents, kind, delta, !readOnly, events, indexes);
  const isLoaded =
    folder.log.fitsManifest &&
    state === folder.manifest?.state &&
    derived.load(state, folder.manifest.covered);
  // not made again from the log in the memory of a reader: the next manifest names other files
  if (!isLoaded && readOnly && folder.log.fitsManifest && folder.isOutdated)
    throw new WriterWasFaster(folder.path);
  const from = isLoaded ? folder.manifest?.covered : undefined;
  const makeRoom = (count: number, reached: typeof from) => derived.freeze(reached, Math.max(delta, count));
  const tellProgress = (bytes: number) => {
    signal?.throwIfAborted();
    onProgress?.({ stage: 'read', documents: documents.count(), bytes, totalBytes: folder.log.bytes });
  };
  await replayLog(folder, documents, from, makeRoom, tellProgress, (commit, found) => {
    if (!readOnly) events.add(commit, found);
  });
  await events.settled();
  window?.start(documents);
  return { documents, derived, indexes };
}
