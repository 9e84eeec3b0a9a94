/** `info`: how many documents a collection has, and how much room it takes. */
import type { CollectionInfo } from '../../collection.ts';
import type { CollectionParts } from '../collection-parts.ts';

export function infoOf({ folder, documents, settings, indexes }: CollectionParts): CollectionInfo {
  const tables = [...documents.tables, documents.delta];
  const living = documents.count();
  return {
    path: folder.path,
    documents: living,
    dead: tables.reduce((sum, table) => sum + table.length, 0) - living,
    commit: folder.log.end.commit,
    bytes: folder.bytes,
    logBytes: folder.log.bytes,
    memory: [...tables, ...indexes.all, ...(indexes.search ? [indexes.search] : [])].reduce(
      (sum, { memory }) => sum + memory,
      0,
    ),
    segments: documents.tables.length,
    settings,
    engine: documents.steps.engine.name,
  };
}
