/**
 * ClusterChanges a collection, in turns (`turns.ts`). A batch of documents is decided by the code that decides for a folder (`AddBatch`), among those
 * that it may resemble or replace, fetched from the cluster.
 */
import {
  AddBatch,
  type AddMode,
  type BatchChanges,
  FetchedDocuments,
  type NewDocument,
} from '../collection/index.ts';
import type { AddAnswer, RemoveAnswer } from '../collection.ts';
import { PreparedTexts } from '../corpus/index.ts';
import { RefusedItem, writeBulk } from './bulk.ts';
import { atCommit, type Clause } from './finder.ts';
import { lookUp } from './look-up.ts';
import {
  bandWordsOf,
  type FoundCandidates,
  findCandidates,
  lookedUpTogether,
  type OpenedCluster,
  storedForm,
} from './parts.ts';
import { refresh, showFresh } from './refresh.ts';
import { type IndexedDocument, isLiving, LONGEST_ID, nameOf, toSource } from './stored-form.ts';
import { type Turn, TurnLost } from './turns.ts';

/** A process that has nothing to do any more keeps its turn for this long: the next call may come at once. */
const LINGER_MS = 15;
/** Documents that die in one commit: everybody who asks reads their names. */
const MOST_DEAD = 1000;
/** Documents that searches may not see yet, and dead ones that wait: with more the cluster has to make its changes visible. */
const MOST_FRESH = 64;
const MOST_UNSWEPT = 256;

export class ClusterChanges {
  private turn: Turn | undefined;
  private lingering: NodeJS.Timeout | undefined;
  private ending: Promise<void> = Promise.resolve();
  /** The last commit that this process knows of. */
  lastCommit = 0;

  constructor(private readonly parts: OpenedCluster) {}

  /** Adds documents from the first one on and answers for any number, at least one. A second one with an id is not among them. */
  async addSome(given: readonly NewDocument[], mode: AddMode): Promise<AddAnswer[]> {
    const ids = new Set<string>();
    const repeated = given.findIndex(({ id }) => ids.size === ids.add(id).size);
    const most = Math.min(lookedUpTogether(this.parts), MOST_DEAD, repeated === -1 ? given.length : repeated);
    let some = given.slice(0, most).map(withFittingId);
    for (;;) {
      try {
        const answers = await this.inTurn((turn) => this.addBatch(some, mode, turn));
        if (answers !== undefined) return answers;
        some = some.slice(0, Math.ceil(some.length / 2));
      } catch (error) {
        if (!(error instanceof RefusedDocument)) throw error;
        some = some.map((each, i) => (i === error.i ? { id: each.id, reason: error.message } : each));
      }
    }
  }

  /** Removes documents by their ids. */
  async remove(ids: readonly string[]): Promise<RemoveAnswer[]> {
    const { finder, clock } = this.parts;
    const answers: RemoveAnswer[] = [];
    const answered = new Set<string>();
    for (let at = 0; at < ids.length; at += MOST_DEAD) {
      const some = ids.slice(at, at + MOST_DEAD);
      const wanted = [...new Set(some.filter((id) => id.isWellFormed() && id.length <= LONGEST_ID))];
      const found = await this.inTurn(async (turn) => {
        const { documents } = await finder.find(turn.head, { ids: wanted }, MOST_DEAD);
        if (documents.length > 0) await this.store(turn, [], documents);
        return documents;
      });
      const now = clock();
      const living = new Set(found.filter((each) => isLiving(each, now)).map(({ id }) => id));
      for (const id of some) {
        answers.push({ id, state: living.has(id) && !answered.has(id) ? 'removed' : 'missing' });
        answered.add(id);
      }
    }
    return answers;
  }

  /** Removes all documents that this is true of, a thousand in a commit. Returns how many they were. */
  async removeWhere(clauses: readonly Clause[]): Promise<number> {
    const { finder } = this.parts;
    for (let removed = 0; ; ) {
      const count = await this.inTurn(async (turn) => {
        await showFresh(this.parts, turn.head);
        const query = atCommit(turn.head, clauses);
        const body = { query, size: MOST_DEAD, _source: false, track_total_hits: false };
        const names = (await finder.search(body)).map(({ _id }) => _id);
        if (names.length > 0)
          await this.store(
            turn,
            [],
            names.map((name) => ({ name })),
          );
        return names.length;
      });
      removed += count;
      if (count < MOST_DEAD) return removed;
    }
  }

  /** Lets others have their turn, and removes dead documents for good first. */
  async close(): Promise<void> {
    await this.end();
  }

  /** Removes what is dead for good, and what was left of turns that were given up. */
  async sweep(): Promise<void> {
    const { finder, client, index, run } = this.parts;
    await this.inTurn(async (turn) => {
      const { aborted } = turn.head;
      for (;;) {
        const query = { bool: { filter: [{ terms: { turn: aborted } }] } };
        const hits =
          aborted.length === 0 ? [] : await finder.search({ query, size: MOST_DEAD, _source: false });
        const remove = hits.map(({ _id }) => _id);
        await writeBulk(client, index.name, { create: [], remove }, run);
        if (remove.length > 0) await refresh(this.parts, []);
        if (remove.length < MOST_DEAD) break;
      }
      await this.store(turn, [], [], turn.head.next, true);
    });
  }

  private async inTurn<T>(work: (turn: Turn) => Promise<T>): Promise<T> {
    clearTimeout(this.lingering);
    await this.ending;
    for (;;) {
      this.turn ??= await this.parts.turns.take();
      try {
        const result = await work(this.turn);
        this.lastCommit = this.turn.head.commit;
        if (this.turn.isLong) await this.end(true);
        else this.lingering = setTimeout(() => this.end(), LINGER_MS).unref();
        return result;
      } catch (error) {
        // the error need not wait for a cluster that may be gone
        void this.end();
        if (!(error instanceof TurnLost)) throw error;
      }
    }
  }

  /** @param isForOthers Gives others the time to take it. */
  private end(isForOthers = false): Promise<void> {
    clearTimeout(this.lingering);
    const { turn } = this;
    this.turn = undefined;
    if (turn !== undefined) this.ending = isForOthers ? turn.endForOthers() : turn.end();
    return this.ending;
  }

  /** @returns Undefined if the documents may resemble too many to be decided together. */
  private async addBatch(
    given: readonly NewDocument[],
    mode: AddMode,
    turn: Turn,
  ): Promise<AddAnswer[] | undefined> {
    const { steps, settings, clock, sketches } = this.parts;
    const texts = given.map((each) => ('text' in each ? each : { text: '' }));
    const prepared = await PreparedTexts.of(texts, steps);
    try {
      const ids = given.flatMap((each) => ('text' in each ? [each.id] : []));
      const candidates = await findCandidates(this.parts, turn.head, bandWordsOf(prepared), ids);
      if (candidates === undefined) return undefined;
      const fetched = await FetchedDocuments.of(candidates.documents.map(storedForm), steps, clock, sketches);
      try {
        const batch = new AddBatch(given, prepared, fetched, mode, settings);
        const answers = await batch.decide();
        await this.carryOut(turn, batch.changes(), prepared, candidates, fetched);
        if (!candidates.truncated) return answers;
        return answers.map((answer) => ({ ...answer, truncated: true as const }));
      } finally {
        fetched.release();
      }
    } finally {
      prepared.release();
    }
  }

  /** Stores what was decided. A document that was seen again is stored anew, in its old place of the order. */
  private async carryOut(
    turn: Turn,
    { stored, replaced, sights }: BatchChanges,
    prepared: PreparedTexts,
    { documents }: FoundCandidates,
    fetched: FetchedDocuments,
  ): Promise<void> {
    const seenAgain = sights.filter(({ number }) => !replaced.includes(number));
    if (stored.length + seenAgain.length + replaced.length === 0) return;
    const { next } = turn.head;
    const number = turn.use();
    const again = seenAgain.map((sight) => ({ i: sight.number, document: documents[sight.number] }));
    const lookedUp = [
      ...(await lookUp(this.parts, stored, prepared)),
      ...(await lookUp(this.parts, again, fetched.prepared)),
    ];
    const written = [
      ...stored.map(({ document: { id, text, lang, meta }, seen, expires }, k) => ({
        ...{ id, text, lang, meta, seen, expires: expires || undefined },
        ...{ order: next + k, name: nameOf(number, k) },
      })),
      ...seenAgain.map(({ number: at, seen, expires }, k) => ({
        ...documents[at],
        ...{ seen, expires: expires || undefined, name: nameOf(number, stored.length + k) },
      })),
    ];
    const create = written.map((each, k) => toSource(each, number, lookedUp[k]));
    const dead = [...replaced, ...seenAgain.map((sight) => sight.number)].map((at) => documents[at]);
    try {
      await this.store(turn, create, dead, next + stored.length);
      // the next batches ask for them again, as long as searches do not see them
      if (written.length <= MOST_FRESH)
        for (const each of written) this.parts.finder.keep(structuredClone(each));
    } catch (error) {
      if (!(error instanceof RefusedItem)) throw error;
      const at = create.findIndex((_, k) => nameOf(number, k) === error.document);
      throw at < stored.length ? new RefusedDocument(stored[at].i, error.reason) : error;
    }
  }

  /** Writes documents and commits. @param died Those that die by it. */
  private async store(
    turn: Turn,
    sources: readonly string[],
    died: readonly Pick<IndexedDocument, 'name'>[],
    next = turn.head.next,
    isSwept = false,
  ): Promise<void> {
    const { client, index, run } = this.parts;
    const number = turn.use();
    const create = sources.map((source, i) => ({ name: nameOf(number, i), source }));
    const names = create.map(({ name }) => name);
    const { dead, fresh } = turn.head;
    const gone = died.map(({ name }) => name);
    const isRemoving = gone.length > 0;
    if (!isSwept && fresh.length + names.length <= MOST_FRESH && dead.length + gone.length <= MOST_UNSWEPT) {
      await writeBulk(client, index.name, { create, remove: [] }, run);
      const still = [...fresh, ...names].filter((name) => !gone.includes(name));
      await turn.commit({ dead: [...dead, ...gone], fresh: still, next, isRemoving });
      return;
    }
    await writeBulk(client, index.name, { create, remove: dead }, run);
    await refresh(this.parts, [...fresh.filter((name) => !dead.includes(name)), ...names]);
    await turn.commit({ dead: gone, fresh: [], next, isRemoving });
  }
}

/** The cluster does not take this document of the batch: it fails alone. */
class RefusedDocument extends Error {
  constructor(
    readonly i: number,
    reason: string,
  ) {
    super(`The cluster does not take it: ${reason}`);
  }
}

/** The document, unless the index cannot find it by its id. */
function withFittingId(document: NewDocument): NewDocument {
  const { id } = document;
  const bytes = Buffer.byteLength(id);
  if (bytes <= LONGEST_ID) return document;
  return { id, reason: `Expected an id of at most ${LONGEST_ID} bytes, got ${bytes}.` };
}
