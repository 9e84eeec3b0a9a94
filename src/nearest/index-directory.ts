/** What is saved of a searchable collection: its parts, and how they are packed. The file itself is `collection/index-file.ts`. */
import {
  IdTable,
  type IndexFacts,
  type IndexFile,
  type IndexPart,
  openIndexIn,
  type StreamedPart,
  saveIndexIn,
} from '../collection/index.ts';
import { joinBytes } from '../engines/index.ts';
import type { Engine } from '../engines.ts';
import { type BuildSettings, newSignatureIndex, type PartSource } from '../nearest.ts';
import { checkedParts, checkedSettings, hasOldLists } from './check-parts.ts';
import { SignatureStore } from './indexes/signature-store.ts';
import type { IndexSettings } from './options.ts';
import { packStatistics, statisticsOf } from './saved-statistics.ts';
import { Collection, type CollectionParts } from './searchable.ts';
import type { TextRows } from './term-postings.ts';

/** Texts are copied from file to file in pieces of this size. */
const PIECE = 1 << 22;

export interface SavedIndex extends IndexFacts {
  readonly file: IndexFile;
  readonly settings: IndexSettings;
}

/** Opens the file of an index and reads what it says of itself. */
export function openIndexFile(folder: string): SavedIndex {
  const file = openIndexIn(folder);
  try {
    return { ...file.facts, file, settings: checkedSettings(file) };
  } catch (error) {
    file.close();
    throw error;
  }
}

/** Brings a saved index into memory. Lists of an older form are made anew from the signatures. */
export async function loadCollection(saved: SavedIndex, engine: Engine): Promise<Collection> {
  const { file, settings, kind, width, count } = saved;
  const parts = checkedParts(file);
  const store = new SignatureStore(engine.heap, width);
  store.reserve(count);
  store.append(parts.get('sigs'));
  const index = newSignatureIndex(engine, store, kind, settings.build);
  if (hasOldLists(file)) await index.build();
  else index.restore(parts);
  const ids = idsOf(parts.get('ids'), count);
  const statistics = statisticsOf(parts.get('terms'), settings.statisticsFrom);
  const texts = file.has('texts') ? textsOf(file, parts, count) : undefined;
  return new Collection({
    ...{ engine, store, index, statistics, treatment: settings.treatment },
    ...{ idOf: (number) => ids(number), texts },
    textOf: texts && ((number) => texts.read(texts.start(number), texts.end(number) - texts.start(number))),
  });
}

/** The ids of a saved index, with a table that finds an id that occurs twice. */
export function idTableOf(collection: Collection): IdTable {
  const table = new IdTable();
  const { store, idOf } = collection.parts;
  for (let number = 0; number < store.size; number++) table.add(idOf(number));
  return table;
}

/** Writes a collection; texts are kept where `withTexts`. */
export async function saveCollection(
  folder: string,
  collection: CollectionParts,
  build: BuildSettings,
  withTexts: boolean,
  signal?: AbortSignal,
): Promise<void> {
  const { store, index, statistics, treatment, idOf, textOf } = collection;
  const settings: IndexSettings = { treatment, build, statisticsFrom: statistics.documents };
  const parts: (IndexPart | StreamedPart)[] = [
    { name: 'settings', bytes: new TextEncoder().encode(JSON.stringify(settings)) },
    { name: 'ids', bytes: packIds(store.size, idOf) },
    { name: 'terms', bytes: packStatistics(statistics) },
    { name: 'sigs', bytes: store.view() },
    ...index.parts(),
  ];
  if (withTexts && textOf !== undefined) {
    const ends = new Float64Array(store.size);
    parts.push({ name: 'texts', chunks: textChunks(store.size, textOf, ends) });
    // written after the texts, so that it is filled by then
    parts.push({ name: 'textends', chunks: late(() => new Uint8Array(ends.buffer)) });
  }
  await saveIndexIn(folder, { kind: index.kind, width: store.width, count: store.size }, parts, signal);
}

function* textChunks(count: number, textOf: (number: number) => Uint8Array, ends: Float64Array) {
  let waiting: Uint8Array[] = [];
  let bytes = 0;
  let end = 0;
  for (let number = 0; number < count; number++) {
    const text = textOf(number);
    end += text.length;
    ends[number] = end;
    waiting.push(text);
    bytes += text.length;
    if (bytes < PIECE) continue;
    yield joinBytes(waiting);
    waiting = [];
    bytes = 0;
  }
  yield joinBytes(waiting);
}

function* late(bytes: () => Uint8Array) {
  yield bytes();
}

function textsOf(file: IndexFile, parts: PartSource, count: number): TextRows {
  const ends = new Float64Array(parts.get('textends').buffer, 0, count);
  return {
    count,
    start: (number) => (number === 0 ? 0 : ends[number - 1]),
    end: (number) => ends[number],
    read: (position, length) => file.slice('texts', position, length),
  };
}

/** u32[count + 1] of ends, then the ids as UTF-8. */
function packIds(count: number, idOf: (number: number) => string): Uint8Array {
  const encoder = new TextEncoder();
  const ids = Array.from({ length: count }, (_, number) => encoder.encode(idOf(number)));
  const ends = new Uint32Array(count + 1);
  for (let i = 0; i < count; i++) ends[i + 1] = ends[i] + ids[i].length;
  return joinBytes([new Uint8Array(ends.buffer), ...ids]);
}

function idsOf(bytes: Uint8Array, count: number): (number: number) => string {
  const ends = new Uint32Array(bytes.buffer, 0, count + 1);
  const text = bytes.subarray(4 * (count + 1));
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  return (number) => decoder.decode(text.subarray(ends[number], ends[number + 1]));
}
