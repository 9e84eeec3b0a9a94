/** A segment in its files: one with columns and keys, which never changes, and one with later changes, if there are any. */

import { NeardupError } from '../../errors.ts';
import { utf8Bytes, utf8Text } from '../../platform/bytes.ts';
import { isCount, isString, isU32, listOf, optional, parsedJson, recordOf, shape } from '../json-shapes.ts';
import type { CollectionFolder } from '../store/folder.ts';
import type { Part, PartsFile } from '../store/parts-file.ts';
import { allAlive, type DocumentColumns, DocumentTable } from './document-table.ts';
import { KeyTable, type KeyTableParts, partsFrom } from './key-table.ts';

/** The manifest's entry for a segment. */
export interface SegmentFiles {
  readonly file: string;
  /** The file with bits of life, times and places, if they are not those that the segment began with. */
  readonly changes?: string;
  /** Files of the indexes that are made of texts, by the name of the index. */
  readonly indexes?: Readonly<Record<string, readonly string[]>>;
}

/** How the keys of a segment were made. A segment of another kind is made again from the log. */
export interface SegmentKind {
  /** Names the way from a canonical text to its keys. */
  readonly keyScheme: string;
  /** The version of the canonical form. */
  readonly canonicalForm: number;
}

interface SegmentFacts extends SegmentKind {
  readonly documents: number;
  readonly lists: number;
}

const isSegment = shape({ keyScheme: isString, canonicalForm: isCount, documents: isU32, lists: isU32 });

/** The form of a segment's entry in the manifest. */
export const areSegmentFiles = shape({
  file: isString,
  changes: optional(isString),
  indexes: optional(recordOf(listOf(isString))),
});

/** Writes a table whose keys are final. */
export async function writeSegment(
  folder: CollectionFolder,
  table: DocumentTable,
  kind: SegmentKind,
): Promise<SegmentFiles> {
  if (!(table.keys instanceof KeyTable))
    throw new Error('writeSegment: documents can still be added to this table');
  const file = folder.newDerivedName('segment');
  const facts: SegmentFacts = { ...kind, documents: table.length, lists: table.keys.lists };
  const { directory, rests, documents, highs } = table.keys.parts;
  await folder.writeDerived(file, [
    { name: 'facts', bytes: utf8Bytes(JSON.stringify(facts)) },
    ...Object.entries(table.columns).map(([name, column]) => part(name, column)),
    part('keys', directory),
    part('rests', rests),
    part('numbers', documents),
    part('highs', highs),
  ]);
  return { file };
}

/** Writes the changes of a segment since its file was written. */
export async function writeChanges(
  folder: CollectionFolder,
  files: SegmentFiles,
  table: DocumentTable,
): Promise<SegmentFiles> {
  const changes = folder.newDerivedName('changes');
  const { places, seen, expires } = table.columns;
  await folder.writeDerived(changes, [
    part('live', table.live),
    part('places', places),
    part('seen', seen),
    part('expires', expires),
  ]);
  return { ...files, changes };
}

/** Reads a segment. Raises BAD_COLLECTION if it is missing, damaged, or of another kind. */
export function readSegment(
  folder: CollectionFolder,
  { file, changes }: SegmentFiles,
  kind: SegmentKind,
): DocumentTable {
  const opened = folder.openDerived(file);
  try {
    const facts = parsedJson(utf8Text(opened.get('facts'))) as SegmentFacts;
    if (!isSegment(facts)) throw opened.bad('its part `facts` has been changed');
    if (facts.keyScheme !== kind.keyScheme || facts.canonicalForm !== kind.canonicalForm) {
      throw new NeardupError('BAD_COLLECTION', `${file} was made with other keys.`);
    }
    const { documents, lists } = facts;
    const keys = new KeyTable(lists, documents, keyParts(opened, lists, documents));
    if (changes === undefined) {
      return new DocumentTable(readColumns(opened, documents), keys, allAlive(documents), documents);
    }
    return changed(folder, changes, readColumns(opened, documents), keys);
  } finally {
    opened.close();
  }
}

function changed(
  folder: CollectionFolder,
  changes: string,
  columns: DocumentColumns,
  keys: KeyTable,
): DocumentTable {
  const opened = folder.openDerived(changes);
  try {
    columns.places.set(numbers(opened, 'places', Float64Array, keys.count));
    columns.seen.set(numbers(opened, 'seen', Uint32Array, keys.count));
    columns.expires.set(numbers(opened, 'expires', Uint32Array, keys.count));
    const live = numbers(opened, 'live', Uint8Array, Math.ceil(keys.count / 8));
    return new DocumentTable(columns, keys, live, keys.count);
  } finally {
    opened.close();
  }
}

function readColumns(file: PartsFile, count: number): DocumentColumns {
  return {
    places: numbers(file, 'places', Float64Array, count),
    bytes: numbers(file, 'bytes', Uint32Array, count),
    crcs: numbers(file, 'crcs', Uint32Array, count),
    words: numbers(file, 'words', Uint32Array, count),
    contents: numbers(file, 'contents', BigUint64Array, 2 * count),
    expires: numbers(file, 'expires', Uint32Array, count),
    seen: numbers(file, 'seen', Uint32Array, count),
  };
}

function keyParts(file: PartsFile, lists: number, count: number): KeyTableParts {
  const parts = partsFrom(lists, count, {
    directory: file.get('keys'),
    rests: file.get('rests'),
    documents: file.get('numbers'),
    highs: file.get('highs'),
  });
  if (parts === undefined) throw file.bad('its keys do not fit its documents');
  return parts;
}

function numbers<A extends ArrayBufferView & { readonly length: number }>(
  file: PartsFile,
  name: string,
  kind: Parameters<typeof file.numbers<A>>[1],
  count: number,
): A {
  const found = file.numbers(name, kind);
  if (found.length !== count) throw file.bad(`its part \`${name}\` has another length`);
  return found;
}

function part(name: string, { buffer, byteOffset, byteLength }: ArrayBufferView): Part {
  return { name, bytes: new Uint8Array(buffer, byteOffset, byteLength) };
}
