/**
 * Which shards were deduplicated into a collection, and which of their documents were removed: a log in the folder `shards` of the collection.
 *
 *     {"begin":{"shard":3,"path":"shards/c.jsonl","size":81920,"sha256":"…","modified":1794885600000,"commit":17}}
 *     {"removed":{"id":"x","keptId":"a","resemblance":0.95,…,"number":7,"content":"5f…"}}
 *     {"renamed":{"number":9,"id":"y#2"}}
 *     {"done":{"shard":3,"documents":1000}}
 *
 * Lines after a beginning count when its end is there. `commit` is the last commit of the documents before the shard.
 */

import type { Removed } from '../../answers/copies.ts';
import { growingNumbers, growingU32, IdTable } from '../../corpus/index.ts';
import { NeardupError } from '../../errors.ts';
import { type Check, isCount, isShare, isString, optional, parsedJson, shape } from '../json-shapes.ts';
import { linesOf } from '../store/compact.ts';
import type { FileFacts } from '../store/file-digest.ts';
import type { CollectionFolder } from '../store/folder.ts';
import type { DocumentLog } from '../store/log.ts';

/** A document with the text of one that stayed. Its group is known when all are. */
export interface RemovedDocument extends Omit<Removed, 'group'> {
  /** Its number in the shard, from 0. */
  readonly number: number;
  /** True if it stays all the same (`atMost`). */
  readonly stays?: true;
  /** The content hash of its text, if that is not the text of the document that stayed. */
  readonly content?: string;
}

export interface Shard extends FileFacts {
  /** Its number: one more with every attempt. */
  readonly shard: number;
  readonly path: string;
  readonly sha256: string;
  readonly commit: number;
}

type Line =
  | { readonly begin: Shard }
  | { readonly removed: RemovedDocument }
  | { readonly renamed: RenamedDocument }
  | { readonly done: { readonly shard: number; readonly documents: number } };

/** A document of the collection whose id was taken, with the id it got. */
interface RenamedDocument {
  readonly number: number;
  readonly id: string;
}

/** What is noted of the documents of a shard, by their numbers. */
export interface ShardNotes {
  readonly shard: Shard;
  readonly documents: number;
  readonly copies: ReadonlyMap<number, RemovedDocument>;
  readonly renamed: ReadonlyMap<number, string>;
}

const LINES: readonly Check[] = [
  shape({
    begin: shape({
      shard: isCount,
      path: isString,
      size: isCount,
      sha256: isString,
      modified: (value) => typeof value === 'number',
      commit: isCount,
    }),
  }),
  shape({
    removed: shape({
      id: isString,
      keptId: isString,
      resemblance: isShare,
      containment: shape({ inKept: isShare, ofKept: isShare }),
      distance: isCount,
      number: isCount,
      stays: optional((value) => value === true),
      content: optional(isString),
    }),
  }),
  shape({ renamed: shape({ number: isCount, id: isString }) }),
  shape({ done: shape({ shard: isCount, documents: isCount }) }),
];

function badLedger(folder: string): NeardupError {
  return new NeardupError(
    'BAD_COLLECTION',
    `${folder} has a line that does not belong in a list of shards.`,
    {
      advice: 'Remove this folder. Shards whose documents are in the collection already are then refused.',
    },
  );
}

/** Lines that wait to be written together have about this many characters. */
const WRITTEN_TOGETHER = 4 << 20;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

export class ShardLedger {
  /** The shards that are done, by their paths. */
  readonly done = new Map<string, Shard>();
  /** A shard that was begun and not finished. */
  unfinished: Shard | undefined;
  /** Paths of shards that were begun and not finished: the output may have a file of theirs. */
  readonly abandoned = new Set<string>();
  /** Ids of the removed documents of all shards that are done. */
  readonly removedIds = new IdTable();
  /** The copies that documents have. */
  readonly copies = new CopyCounts();
  /** The texts that were removed as near-duplicates. */
  readonly decided = new DecidedTexts();
  private next = 1;
  private waiting: string[] = [];
  private size = 0;

  private constructor(private readonly log: DocumentLog) {
    let removed: RemovedDocument[] = [];
    for (const line of this.lines()) {
      if ('begin' in line) {
        removed = [];
        this.unfinished = line.begin;
        this.abandoned.add(line.begin.path);
        this.next = line.begin.shard + 1;
      } else if ('removed' in line) removed.push(line.removed);
      else if ('renamed' in line) continue;
      else if (line.done.shard === this.unfinished?.shard) {
        for (const each of removed) this.decide(each);
        this.settle(removed.map(({ id }) => id));
      } else throw badLedger(log.folder);
    }
  }

  static async open(folder: CollectionFolder): Promise<ShardLedger> {
    return new ShardLedger(await folder.openSideLog('shards'));
  }

  async begin(facts: Omit<Shard, 'shard'>): Promise<Shard> {
    const shard = { shard: this.next++, ...facts };
    this.put({ begin: shard });
    await this.flush();
    this.unfinished = shard;
    return shard;
  }

  /** A document of the shard that was begun was removed. */
  async remove(removed: RemovedDocument): Promise<void> {
    this.put({ removed });
    this.decide(removed);
    if (this.size >= WRITTEN_TOGETHER) await this.flush();
  }

  /** A document of the shard that was begun got another id. */
  rename(renamed: RenamedDocument): void {
    this.put({ renamed });
  }

  /** What is noted of each of the shards that are done, in the order in which they were. */
  *notes(): Generator<ShardNotes> {
    const shards = new Map([...this.done.values()].map((shard) => [shard.shard, shard]));
    let copies = new Map<number, RemovedDocument>();
    let renamed = new Map<number, string>();
    for (const line of this.lines()) {
      if ('begin' in line) [copies, renamed] = [new Map(), new Map()];
      else if ('removed' in line) copies.set(line.removed.number, line.removed);
      else if ('renamed' in line) renamed.set(line.renamed.number, line.renamed.id);
      else if (shards.has(line.done.shard))
        yield { shard: shards.get(line.done.shard)!, documents: line.done.documents, copies, renamed };
    }
  }

  /** The shard that was begun is done. It is on the disk when the promise resolves. @param removed Ids of its removed documents. */
  async finish(documents: number, removed: Iterable<string>): Promise<void> {
    this.put({ done: { shard: this.unfinished!.shard, documents } });
    await this.flush();
    this.settle(removed);
  }

  /** The removed documents of all shards that are done, in their order, and the shard of each. Those that stay are not among them. */
  *removals(): Generator<{ readonly shard: number; readonly removed: Omit<Removed, 'group'> }> {
    const numbers = new Set([...this.done.values()].map(({ shard }) => shard));
    let shard = 0;
    for (const line of this.lines()) {
      if ('begin' in line) shard = line.begin.shard;
      else if ('removed' in line && line.removed.stays !== true && numbers.has(shard)) {
        const { content: _, number: _number, ...removed } = line.removed;
        yield { shard, removed };
      }
    }
  }

  close(): Promise<void> {
    return this.log.finish();
  }

  private decide({ content, ...removed }: RemovedDocument): void {
    this.copies.add(removed.keptId);
    if (content !== undefined) this.decided.add(content, removed);
  }

  private settle(removed: Iterable<string>): void {
    for (const id of removed) this.removedIds.add(id);
    this.done.set(this.unfinished!.path, this.unfinished!);
    this.abandoned.delete(this.unfinished!.path);
    this.unfinished = undefined;
  }

  private put(line: Line): void {
    const text = `${JSON.stringify(line)}\n`;
    this.waiting.push(text);
    this.size += text.length;
  }

  private async flush(): Promise<void> {
    const lines = this.waiting.map((line) => encoder.encode(line));
    [this.waiting, this.size] = [[], 0];
    await this.log.append(lines);
  }

  private *lines(): Generator<Line> {
    for (const batch of this.log.replay()) {
      for (const { line } of linesOf(batch)) {
        const found = parsedJson(decoder.decode(line));
        if (!LINES.some((isLine) => isLine(found))) throw badLedger(this.log.folder);
        yield found as Line;
      }
    }
  }
}

/** How many copies documents have: those that have any. */
class CopyCounts {
  private readonly ids = new IdTable();
  private readonly counts = growingU32();

  add(id: string): void {
    const known = this.ids.add(id);
    if (known === -1) this.counts.push(1);
    else this.counts.set(known, this.counts.get(known) + 1);
  }

  of(id: string): number {
    const number = this.ids.find(id);
    return number === -1 ? 0 : this.counts.get(number);
  }

  /** The documents that have copies. */
  *each(): Generator<string> {
    for (let number = 0; number < this.ids.length; number++) yield this.ids.get(number);
  }
}

/** Why a text was removed, whatever document has it. */
export type Decided = Omit<RemovedDocument, 'id' | 'content' | 'number' | 'stays'>;

/**
 * Texts removed as near-duplicates, each with the document it resembles. A later copy of such a text goes the same way, as in one run over all
 * documents: it may resemble one more that was kept meanwhile.
 */
class DecidedTexts {
  /** Content hashes, and the documents that stayed. */
  private readonly contents = new IdTable();
  private readonly kept = new IdTable();
  /** For each text: the document that stayed, the distance, the resemblance and both containments. */
  private readonly keptOf = growingU32();
  private readonly distances = growingU32();
  private readonly shares = growingNumbers();

  /** Notes why a text was removed. The first reason stays. */
  add(content: string, { keptId, resemblance, containment, distance }: Decided): void {
    if (this.contents.add(content) !== -1) return;
    const known = this.kept.add(keptId);
    this.keptOf.push(known === -1 ? this.kept.length - 1 : known);
    this.distances.push(distance);
    for (const share of [resemblance, containment.inKept, containment.ofKept]) this.shares.push(share);
  }

  find(content: string): Decided | undefined {
    const number = this.contents.find(content);
    if (number === -1) return undefined;
    const [resemblance, inKept, ofKept] = [0, 1, 2].map((i) => this.shares.get(3 * number + i));
    return {
      keptId: this.kept.get(this.keptOf.get(number)),
      resemblance,
      containment: { inKept, ofKept },
      distance: this.distances.get(number),
      identical: false,
    };
  }
}
