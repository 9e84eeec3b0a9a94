/**
 * Shards with annotations, once all are done: the copies of a document are counted over all shards of the collection, whatever run took them
 * in. Every shard that a run is given is read once more and written anew, one file for each.
 */

import type { Annotation } from '../../answers/copies.ts';
import { annotationColumns, annotationValues } from '../../duplicates/index.ts';
import { idOf, inputChanged, type OpenInput, readSources, sampleDocuments } from '../../read/index.ts';
import type { ReadOptions, Source } from '../../read.ts';
import { addToFolder, expectRoomFor } from '../../write/index.ts';
import { killPoint } from '../store/kill-points.ts';
import type { ShardOptions } from './dedup-shards.ts';
import type { ShardLedger, ShardNotes } from './shard-ledger.ts';

interface Known {
  readonly ledger: ShardLedger;
  /** The number of the group that a document heads. */
  readonly groups: ReadonlyMap<string, number>;
}

/** Refuses shards that have such columns already, before the work. */
export async function expectRoomInShards(
  sources: readonly Source[],
  annotate: string,
  options: ReadOptions & { readonly annotatePrefix: string },
): Promise<void> {
  const added = annotationColumns(options.annotatePrefix);
  for await (const { source, reader, item } of sampleDocuments(sources, options))
    if (item.problem === undefined) expectRoomFor(added, { source, reader, item }, annotate);
}

export async function annotateShards(
  input: OpenInput,
  annotate: string,
  known: Known,
  options: ShardOptions,
): Promise<void> {
  const sources = new Map(input.sources.map((source) => [source.name, source]));
  let documents = 0;
  for (const notes of known.ledger.notes()) {
    const source = sources.get(notes.shard.path);
    if (source === undefined) continue;
    documents += await annotateShard(source, notes, { input, annotate, known, options });
    killPoint('shard written');
    options.onProgress({ stage: 'write', documents });
  }
}

async function annotateShard(
  source: Source,
  notes: ShardNotes,
  { input, annotate, known, options }: Annotating,
): Promise<number> {
  const added = annotationColumns(options.annotatePrefix);
  const writer = addToFolder(annotate, input.paths, { ...options, added }, true);
  let number = 0;
  try {
    for await (const read of readSources([source], options)) {
      const { item, reader } = read;
      if (item.problem !== undefined) {
        if (options.unreadable === 'keep') await writer.keepUnread?.({ source, reader, item });
        continue;
      }
      const id = notes.copies.get(number)?.id ?? notes.renamed.get(number) ?? idOf(item, read);
      const values = annotationValues(annotationOf(id, number, notes, known));
      await writer.write({ id, source, reader, item, changes: { added: values } });
      number++;
    }
    if (number !== notes.documents) throw inputChanged(source.name);
    await writer.commit();
  } finally {
    await writer.abort();
  }
  return number;
}

interface Annotating {
  readonly input: OpenInput;
  readonly annotate: string;
  readonly known: Known;
  readonly options: ShardOptions;
}

function annotationOf(id: string, number: number, notes: ShardNotes, { ledger, groups }: Known): Annotation {
  const copy = notes.copies.get(number);
  const keptId = copy?.keptId ?? id;
  return {
    group: groups.get(keptId) ?? null,
    copies: 1 + ledger.copies.of(keptId),
    kept: copy === undefined || copy.stays === true,
    keptId,
    resemblance: copy?.resemblance ?? null,
  };
}
