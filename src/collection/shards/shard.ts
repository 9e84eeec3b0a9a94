/** Adds the documents of one shard to a collection, and writes out those that stay. */

import type { Pair } from '../../answers/copies.ts';
import { IdTable, NumberedIds, type TextToPrepare } from '../../corpus/index.ts';
import { formatPlace, problemAt } from '../../document.ts';
import { NeardupError } from '../../errors.ts';
import { ordered } from '../../ordered.ts';
import { idOf, readSources, textOf } from '../../read/index.ts';
import type { ReadDocument, Source, SourcedItem } from '../../read.ts';
import type { KeptWriter, UnreadSource } from '../../write.ts';
import type { Collection } from '../collection.ts';
import type { ShardOptions } from './dedup-shards.ts';
import type { Decided, Shard, ShardLedger } from './shard-ledger.ts';

/** Documents and characters of text that are added together. */
const BATCH_DOCUMENTS = 1024;
const BATCH_TEXT = 4 << 20;

export interface AddedShard {
  readonly documents: number;
  readonly empty: number;
  readonly unreadable: number;
  /** See `Summary.leftOut`. */
  readonly leftOut: number;
  readonly truncated: number;
  readonly removed: number;
  /** Ids of the documents that are copies, whether they stay or not. */
  readonly copyIds: readonly string[];
}

export interface AddShardOptions {
  readonly progress: (documents: number) => void;
  /** The content hashes of texts. */
  readonly contentsOf: (texts: readonly TextToPrepare[]) => Promise<string[]>;
}

/** Documents that are added together, and the unreadable places among them. */
interface ShardBatch {
  readonly documents: ShardDocument[];
  readonly unread: { readonly before: number; readonly from: UnreadSource }[];
}

/** A document of the shard with the id it gets. */
interface ShardDocument extends SourcedItem {
  readonly item: ReadDocument;
  readonly id: string;
  /** The id that it would have by itself. */
  readonly own: string;
}

export async function addShard(
  source: Source,
  shard: Shard,
  collection: Collection,
  ledger: ShardLedger,
  kept: KeptWriter | undefined,
  options: ShardOptions & AddShardOptions,
): Promise<AddedShard> {
  const counts = { documents: 0, removed: 0, empty: 0, unreadable: 0, leftOut: 0, truncated: 0 };
  const copyIds: string[] = [];
  const ids = new ShardIds(collection, ledger, options.duplicateIds);
  async function* batches(): AsyncGenerator<ShardBatch> {
    let batch: ShardBatch = { documents: [], unread: [] };
    let text = 0;
    for await (const read of readSources([source], options)) {
      const { item, place, reader } = read;
      if (item.problem !== undefined) {
        counts.unreadable++;
        options.onProblem(problemAt(place, item));
        batch.unread.push({ before: batch.documents.length, from: { source, reader, item } });
        continue;
      }
      if (!reader.many) throw notAShard(place.source);
      const own = idOf(item, read);
      batch.documents.push({ ...read, item, id: ids.add(own, read), own });
      text += item.text.length;
      if (batch.documents.length < BATCH_DOCUMENTS && text < BATCH_TEXT) continue;
      yield batch;
      batch = { documents: [], unread: [] };
      text = 0;
    }
    yield batch;
  }
  const meta = { shard: shard.shard };
  const keepUnread = async ({ unread }: ShardBatch, from: number, to: number) => {
    for (const each of unread.filter(({ before }) => before >= from && before < to)) {
      const isKept = options.unreadable === 'keep' && (await kept?.keepUnread?.(each.from)) === true;
      if (!isKept) counts.leftOut++;
    }
  };
  const add = async (batch: ShardBatch) => {
    const documents = batch.documents.map(({ id, item }) => ({
      id,
      text: textOf(item),
      lang: item.lang,
      meta,
    }));
    const answers = await collection.add(documents, { onDuplicate: 'skip' });
    const near = answers.flatMap(({ duplicateOf }, i) => (duplicateOf?.identical === false ? [i] : []));
    const contents = await options.contentsOf(near.map((i) => documents[i]));
    return { batch, answers, contents: new Map(near.map((i, place) => [i, contents[place]])) };
  };
  // one batch is read while the one before is added
  for await (const { batch, answers, contents } of ordered(batches(), { items: 2 }, add)) {
    for (const [i, { id, duplicateOf, truncated, empty }] of answers.entries()) {
      await keepUnread(batch, i, i + 1);
      const { item, source, reader, own } = batch.documents[i];
      const number = counts.documents++;
      if (truncated === true) counts.truncated++;
      if (empty === true) counts.empty++;
      if (duplicateOf === undefined) {
        if (id !== own) ledger.rename({ number, id });
        await kept?.write({ id, source, reader, item });
      } else {
        const content = contents.get(i);
        const decided = content === undefined ? undefined : ledger.decided.find(content);
        const evidence = decided ?? decidedNow(duplicateOf);
        const { a: disguises, b } = duplicateOf.disguises ?? {};
        const keptDisguises = evidence.keptId === duplicateOf.b ? b : undefined;
        const found = { ...(disguises && { disguises }), ...(keptDisguises && { keptDisguises }) };
        const stays = 1 + ledger.copies.of(evidence.keptId) < options.atMost;
        if (stays) await kept?.write({ id, source, reader, item });
        copyIds.push(id);
        if (!stays) counts.removed++;
        await ledger.remove({
          ...{ id, ...evidence, ...found, number },
          ...(stays && { stays }),
          ...(content && { content }),
        });
      }
    }
    await keepUnread(batch, answers.length, Number.POSITIVE_INFINITY);
    options.progress(counts.documents);
  }
  return { ...counts, copyIds };
}

function decidedNow({ b: keptId, resemblance, containment, distance, identical }: Pair): Decided {
  const { aInB: inKept, bInA: ofKept } = containment;
  return { keptId, resemblance, containment: { inKept, ofKept }, distance, identical };
}

/** The ids of a shard's documents: unique among all shards, as in a single run over all. */
class ShardIds {
  private readonly own = new IdTable();
  private readonly numbered = new NumberedIds();

  constructor(
    private readonly collection: Collection,
    private readonly ledger: ShardLedger,
    private readonly onDuplicate: 'error' | 'rename',
  ) {}

  add(id: string, { item, place }: SourcedItem): string {
    if (this.isFree(id)) return id;
    const isGiven = item.problem === undefined && item.id !== undefined;
    if (isGiven && this.onDuplicate === 'error') {
      throw new NeardupError(
        'DUPLICATE_ID',
        `The id \`${id}\` occurs twice: the second time in ${formatPlace(place)}.`,
      );
    }
    return this.numbered.take(id, (numbered) => this.isFree(numbered));
  }

  /** Takes the id if it is free. */
  private isFree(id: string): boolean {
    const { collection, ledger, own } = this;
    if (own.find(id) !== -1 || ledger.removedIds.find(id) !== -1) return false;
    if (collection.positionOf(id) !== -1) return false;
    own.add(id);
    return true;
  }
}

function notAShard(name: string): NeardupError {
  return new NeardupError(
    'BAD_OPTION',
    `Expected shards of many documents, got the single document ${name}.`,
    {
      advice: 'Give files of JSON lines, CSV or Parquet.',
    },
  );
}
