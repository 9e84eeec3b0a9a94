/**
 * Deduplicates shards into a collection, one after the other: new documents are stored and written out, others noted as removed. A shard
 * counts when its end is in the ledger. A shard that a killed run left unfinished is undone and done again.
 */

import type { Removed } from '../../answers/copies.ts';
import type { Summary } from '../../answers/runs.ts';
import type { CollectionSettings } from '../../collection.ts';
import { PreparedTexts, type TextToPrepare } from '../../corpus/index.ts';
import type { DedupOnceOptions } from '../../duplicates/index.ts';
import { removedPath } from '../../duplicates/index.ts';
import { NeardupError } from '../../errors.ts';
import type { VerbOptions } from '../../pipeline/index.ts';
import { openInput } from '../../read/index.ts';
import type { Source } from '../../read.ts';
import { LIST_TABLES, ListFile } from '../../report/index.ts';
import { summaryOf } from '../../summary.ts';
import { addToFolder, checkOutput, isStreamOutput } from '../../write/index.ts';
import { Collection } from '../collection.ts';
import type { CollectionParts } from '../collection-parts.ts';
import { openCollectionParts } from '../open.ts';
import { linesOf } from '../store/compact.ts';
import { fileDigest, fileFacts } from '../store/file-digest.ts';
import type { CollectionFolder } from '../store/folder.ts';
import { killPoint } from '../store/kill-points.ts';
import { parseRecord } from '../store/records.ts';
import { annotateShards, expectRoomInShards } from './annotate-shards.ts';
import { addShard } from './shard.ts';
import { type Shard, ShardLedger } from './shard-ledger.ts';

export type ShardOptions = VerbOptions &
  DedupOnceOptions &
  Required<Pick<DedupOnceOptions, 'annotatePrefix' | 'atMost'>>;

export async function* dedupShards(
  paths: readonly string[],
  path: string,
  settings: Partial<CollectionSettings>,
  options: ShardOptions,
): AsyncGenerator<Removed, Summary> {
  const start = performance.now();
  const { output, annotate, onProgress } = options;
  const removed =
    options.removed ?? (output === undefined || isStreamOutput(output) ? undefined : removedPath(output));
  const closers: (() => Promise<unknown>)[] = [];
  try {
    const input = await openInput(paths, options);
    closers.push(() => input.close());
    const targets = [output, annotate, removed].filter((target) => target !== undefined);
    targets.forEach((target, i) => {
      checkOutput(target, [...input.files, path, ...targets.slice(0, i)]);
    });
    const parts = await openCollectionParts(path, {
      create: settings,
      threads: options.threads,
      engine: options.engine,
    });
    const collection = new Collection(parts);
    closers.push(() => collection.close());
    if (parts.documents.window !== undefined) {
      throw new NeardupError('BAD_OPTION', `${path} is the collection of a stream with a window.`, {
        option: 'collection',
        advice: 'Shards need a collection that forgets nothing.',
      });
    }
    const ledger = await ShardLedger.open(parts.folder);
    closers.push(() => ledger.close());

    if (annotate !== undefined) await expectRoomInShards(input.sources, annotate, options);
    const shards = await newShards(input.sources, ledger);
    await takeBack(collection, parts.folder, ledger.unfinished);
    const counts = { documents: 0, removed: 0, empty: 0, unreadable: input.problems, truncated: 0 };
    let leftOut = input.problems;
    const begun = new Set<number>();
    for (const { source, name, facts } of shards) {
      const replace = ledger.abandoned.has(name);
      const shard = await ledger.begin({ path: name, ...facts, commit: collection.commit });
      begun.add(shard.shard);
      killPoint('shard begun');
      const kept = output === undefined ? undefined : addToFolder(output, input.paths, options, replace);
      try {
        const progress = (documents: number) =>
          onProgress({ stage: 'read', documents: counts.documents + documents });
        const own = { progress, contentsOf: (texts: readonly TextToPrepare[]) => contentsOf(texts, parts) };
        const added = await addShard(source, shard, collection, ledger, kept, { ...options, ...own });
        killPoint('shard added');
        await expectUnchanged(source, facts);
        await kept?.commit();
        killPoint('shard written');
        await ledger.finish(added.documents, added.copyIds);
        killPoint('shard done');
        counts.documents += added.documents;
        counts.removed += added.removed;
        counts.empty += added.empty;
        counts.unreadable += added.unreadable;
        leftOut += added.leftOut;
        counts.truncated += added.truncated;
      } finally {
        await kept?.abort();
      }
    }

    onProgress({ stage: 'write', documents: counts.documents });
    const groups = groupNumbers(ledger, collection);
    if (removed !== undefined) await writeRemoved(removed, ledger, groups);
    if (annotate !== undefined) await annotateShards(input, annotate, { ledger, groups }, options);
    for (const { shard, removed } of ledger.removals()) {
      if (begun.has(shard)) yield { ...removed, group: groups.get(removed.keptId)! };
    }
    const { truncated, removed: gone, ...read } = counts;
    const more = { kept: read.documents - gone, removed: gone, groups: groups.size, truncated };
    const skipped = input.sources.length - shards.length;
    return summaryOf(
      start,
      { ...read, engine: collection.info().engine },
      {
        ...more,
        ...(output !== undefined && read.unreadable > 0 && { leftOut }),
        ...(output !== undefined && input.passedOver.length > 0 && { passedOver: input.passedOver }),
        shards: shards.length,
        skipped,
      },
    );
  } finally {
    for (const closer of closers.reverse()) await closer();
  }
}

/** The content hashes of the canonical texts. */
async function contentsOf(
  texts: readonly TextToPrepare[],
  { documents: { steps } }: CollectionParts,
): Promise<string[]> {
  const prepared = await PreparedTexts.of(texts, { ...steps, bands: undefined });
  try {
    return texts.map((_, i) => {
      const [low, high] = prepared.content(i);
      return (low | (high << 64n)).toString(36);
    });
  } finally {
    prepared.release();
  }
}

interface NewShard {
  readonly source: Source;
  readonly name: string;
  readonly facts: Pick<Shard, 'size' | 'modified' | 'sha256'>;
}

/** The shards that are not done yet. Raises INPUT_CHANGED if a finished one has changed. */
async function newShards(sources: readonly Source[], ledger: ShardLedger): Promise<NewShard[]> {
  const shards: NewShard[] = [];
  for (const source of sources) {
    const { name, path } = source;
    if (path === undefined) {
      throw new NeardupError('BAD_OPTION', `Expected files as shards, got ${name}.`, {
        advice: 'Write it to a file first.',
      });
    }
    const now = await fileFacts(path);
    const done = ledger.done.get(name);
    // a file that has its size and time is not read again
    if (done !== undefined && done.size === now.size && done.modified === now.modified) continue;
    const sha256 = done?.size === now.size || done === undefined ? await fileDigest(path) : '';
    if (done === undefined) shards.push({ source, name, facts: { ...now, sha256 } });
    else if (done.sha256 !== sha256) {
      throw new NeardupError(
        'INPUT_CHANGED',
        `${name} is not the file that was deduplicated: its content has changed.`,
        {
          advice: 'Give a changed shard another name, or begin with a new collection.',
        },
      );
    }
  }
  return shards;
}

async function expectUnchanged({ name, path }: Source, facts: NewShard['facts']): Promise<void> {
  const { size, modified } = await fileFacts(path!);
  if (size === facts.size && modified === facts.modified) return;
  throw new NeardupError('INPUT_CHANGED', `${name} was changed while it was read.`);
}

/** Removes the documents of a shard that was not finished. */
async function takeBack(
  collection: Collection,
  { log }: CollectionFolder,
  shard: Shard | undefined,
): Promise<void> {
  if (shard === undefined) return;
  const ids: string[] = [];
  for (const batch of log.batchesAfter(shard.commit)) {
    for (const { line } of linesOf(batch)) {
      const record = parseRecord(line);
      if ('text' in record && record.meta?.shard === shard.shard) ids.push(record.id);
    }
  }
  await collection.remove(ids);
}

/** The number of the group of every document that others were removed for: in the order in which these documents came. */
function groupNumbers(ledger: ShardLedger, collection: Collection): Map<string, number> {
  const kept = [...ledger.copies.each()].map((id) => [id, collection.positionOf(id)] as const);
  const inOrder = kept.sort(([, a], [, b]) => a - b);
  return new Map(inOrder.map(([id], i) => [id, i + 1]));
}

async function writeRemoved(
  path: string,
  ledger: ShardLedger,
  groups: ReadonlyMap<string, number>,
): Promise<void> {
  const file = await ListFile.open<Removed>(path, LIST_TABLES.removed([]), 'removed');
  try {
    for (const { removed } of ledger.removals())
      await file.write({ ...removed, group: groups.get(removed.keptId)! });
    await file.commit();
  } finally {
    await file.abort();
  }
}
