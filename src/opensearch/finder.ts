/**
 * Looks documents up in the index. A question is asked of one commit (its `head`): documents of later or given up turns are left out, and so are
 * dead ones. An answer of the cluster that is not whole is an error.
 */
import { NeardupError } from '../errors.ts';
import type { ClusterClient } from './client.ts';
import { fromSource, type IndexedDocument, type IndexSource } from './stored-form.ts';
import type { CollectionHead } from './turns.ts';

/** What documents are looked for by; one that has any of it is found. */
export interface Wanted {
  readonly keys?: readonly string[];
  readonly ids?: readonly string[];
  readonly anchors?: readonly number[];
}

export interface Found {
  /** In the order in which they were stored. */
  readonly documents: readonly IndexedDocument[];
  /** There are more than were asked for, or than fit into memory. */
  readonly isMore: boolean;
}

/** A clause of a query. */
export type Clause = Readonly<Record<string, unknown>>;

interface SearchAnswer {
  readonly timed_out?: boolean;
  readonly terminated_early?: boolean;
  readonly _shards?: {
    readonly failed?: number;
    readonly failures?: readonly { reason?: { reason?: string } }[];
  };
  readonly _scroll_id?: string;
  readonly hits?: {
    readonly total?: { readonly value: number; readonly relation: string };
    readonly hits: readonly SearchHit[];
  };
}

export interface SearchHit {
  readonly _id: string;
  readonly _score?: number;
  readonly _source?: IndexSource;
}

/** The most that one search gives, whatever the index is. */
export const MOST_FOUND = 10_000;
/** Documents whose texts come with the search. */
const WITH_TEXTS = 512;
/** Bytes of texts that are asked for together, about, and those that are kept for later questions. */
const BYTES_TOGETHER = 4 << 20;
const BYTES_KEPT = 32 << 20;
/** Characters of all texts that a question may concern. */
const BYTES_OF_QUESTION = 64 << 20;
/** Documents whose texts are asked for at first, and at most. */
const FIRST_TOGETHER = 128;
/** Values that are counted in one request. */
const COUNTED_TOGETHER = 500;
const MOST_TOGETHER = 2048;

export class Finder {
  /** Documents that were met in a crowd, by name: what has a name never changes. */
  private readonly kept = new Map<string, IndexedDocument>();
  private keptBytes = 0;

  constructor(
    private readonly client: ClusterClient,
    private readonly index: string,
  ) {}

  /**
   * The documents that have any of this, at most `most`; if there are more, those that were stored first. Documents that searches may not see yet
   * are among them in any case, unless ids are asked for alone.
   * @param most Up to MOST_FOUND.
   */
  async find(head: CollectionHead, wanted: Wanted, most: number): Promise<Found> {
    const should = clausesOf(wanted);
    if (should.length === 0) return { documents: [], isMore: false };
    const query = atCommit(head, [{ bool: { should, minimum_should_match: 1 } }]);
    const sorted = { query, sort: [{ order: 'asc' }], track_total_hits: false };
    const some = Math.min(WITH_TEXTS, most);
    const [first, fresh] = await Promise.all([this.search({ ...sorted, size: some }), this.read(head.fresh)]);
    const isById = wanted.keys === undefined && wanted.anchors === undefined;
    const own = isById ? fresh.filter(({ id }) => wanted.ids!.includes(id)) : fresh;
    if (first.length < some) return { documents: inOrder(first.map(documentOf), own), isMore: false };
    const names = await this.search({ ...sorted, size: Math.min(MOST_FOUND, most + 1), _source: false });
    const isMore = names.length > most || (most >= MOST_FOUND && names.length === MOST_FOUND);
    const documents = await this.read(names.slice(0, most).map(({ _id }) => _id));
    const isCut = documents.length < Math.min(most, names.length);
    return { documents: inOrder(documents, own), isMore: isMore || isCut };
  }

  /** The documents that have most of these keys, at most `most`, in the order in which they were stored. */
  async findLikeliest(
    head: CollectionHead,
    keys: readonly string[],
    most: number,
  ): Promise<readonly IndexedDocument[]> {
    const should = keys.map((key) => ({ constant_score: { filter: { term: { keys: key } } } }));
    const query = atCommit(head, [], [{ bool: { should, minimum_should_match: 1 } }]);
    const sort = [{ _score: 'desc' }, { order: 'asc' }];
    const hits = await this.search({ query, sort, size: most, _source: false, track_total_hits: false });
    return inOrder(await this.read(hits.map(({ _id }) => _id)), await this.read(head.fresh));
  }

  /** Documents by their names: from the first one on, as many as fit into memory. */
  async read(names: readonly string[]): Promise<IndexedDocument[]> {
    const found = new Map<string, IndexedDocument>();
    const missing = names.filter((name) => {
      const known = this.kept.get(name);
      if (known !== undefined) found.set(name, known);
      return known === undefined;
    });
    let together = FIRST_TOGETHER;
    if (missing.length === 0) return names.map((name) => found.get(name)!);
    let all = [...found.values()].reduce((sum, { text }) => sum + text.length, 0);
    for (let at = 0; at < missing.length && all < BYTES_OF_QUESTION; ) {
      const ids = missing.slice(at, at + together);
      type Docs = { docs: { _id: string; found?: boolean; _source?: IndexSource }[] };
      const { body } = await this.client.ask<Docs>('POST', `/${this.index}/_mget`, { ids });
      let bytes = 0;
      if (body.docs?.length !== ids.length) throw incomplete(this.client, 'it does not name every document');
      for (const { _id, found: isThere, _source } of body.docs) {
        if (isThere !== true || _source === undefined) throw new Changed(this.client.address.shown);
        const document = fromSource(_id, _source);
        bytes += document.text.length;
        found.set(_id, document);
        this.keep(document);
      }
      at += ids.length;
      all += bytes;
      const fitting = Math.floor((ids.length * BYTES_TOGETHER) / Math.max(1, bytes));
      together = Math.min(MOST_TOGETHER, Math.max(1, Math.min(2 * together, fitting)));
    }
    const end = names.findIndex((name) => !found.has(name));
    return names.slice(0, end === -1 ? names.length : end).map((name) => found.get(name)!);
  }

  /** How many documents there are with this. @param most Counts no further, and gives one more then. */
  async count(query: Clause, most: number | true = true): Promise<number> {
    const body = { size: 0, query, track_total_hits: most === true ? true : most + 1 };
    const { hits } = await this.answer(body);
    const { value, relation } = hits!.total!;
    if (relation !== 'eq' && most === true) throw incomplete(this.client, 'it has not counted all documents');
    return most === true ? value : Math.min(value, most + 1);
  }

  /** For each of these values of a field, how many documents have it; counts no further than `most + 1`. */
  async countEach(
    head: CollectionHead,
    field: 'anchors' | 'words',
    values: readonly (number | string)[],
    most = Number.POSITIVE_INFINITY,
  ): Promise<number[]> {
    const counts: number[] = [];
    for (let at = 0; at < values.length; at += COUNTED_TOGETHER)
      counts.push(...(await this.countSome(head, field, values.slice(at, at + COUNTED_TOGETHER), most)));
    return counts;
  }

  private async countSome(
    head: CollectionHead,
    field: string,
    values: readonly (number | string)[],
    most: number,
  ): Promise<number[]> {
    const lines = values.map((value) => {
      const query = atCommit(head, [{ term: { [field]: value } }]);
      const track_total_hits = Number.isFinite(most) ? most + 1 : true;
      return `{}\n${JSON.stringify({ size: 0, query, track_total_hits })}\n`;
    });
    const path = `/${this.index}/_msearch`;
    const { body } = await this.client.ask<{ responses: SearchAnswer[] }>(
      'POST',
      path,
      Buffer.from(lines.join('')),
    );
    if (body.responses?.length !== values.length) throw incomplete(this.client, 'a search is missing');
    return body.responses.map((each) => Math.min(this.whole(each).hits!.total!.value, most + 1));
  }

  /** @param how `dfs_query_then_fetch`: scores are those of all shards together. */
  async search(body: Clause, how?: 'dfs_query_then_fetch'): Promise<readonly SearchHit[]> {
    return (await this.answer(body, how)).hits!.hits;
  }

  /** All documents that a query finds, page by page, as they are when the first page comes. */
  async *all(query: Clause, onFirst: () => Promise<void>): AsyncGenerator<IndexedDocument[]> {
    const body = { query, sort: [{ order: 'asc' }], size: 256 };
    let path = `/${this.index}/_search?scroll=2m&allow_partial_search_results=false`;
    let asked: unknown = body;
    let scroll: string | undefined;
    try {
      for (let page = 0; ; page++) {
        const answer = this.whole((await this.client.ask<SearchAnswer>('POST', path, asked)).body);
        scroll = answer._scroll_id;
        if (page === 0) await onFirst();
        if (answer.hits!.hits.length === 0) return;
        yield answer.hits!.hits.map(documentOf);
        [path, asked] = ['/_search/scroll', { scroll: '2m', scroll_id: scroll }];
      }
    } finally {
      if (scroll !== undefined)
        await this.client.ask('DELETE', '/_search/scroll', { scroll_id: scroll }, [404]).catch(() => {});
    }
  }

  private async answer(body: Clause, how = 'query_then_fetch'): Promise<SearchAnswer> {
    const path = `/${this.index}/_search?allow_partial_search_results=false&search_type=${how}`;
    return this.whole((await this.client.ask<SearchAnswer>('POST', path, body)).body);
  }

  /** Refuses an answer that leaves something out. */
  private whole(answer: SearchAnswer): SearchAnswer {
    const { _shards, timed_out, terminated_early, hits } = answer;
    const reason = _shards?.failures?.[0]?.reason?.reason;
    if ((_shards?.failed ?? 1) > 0)
      throw incomplete(
        this.client,
        `${_shards?.failed ?? 'some'} of its parts failed${reason ? ` (${reason})` : ''}`,
      );
    if (timed_out === true) throw incomplete(this.client, 'it has not searched all documents in time');
    if (terminated_early === true) throw incomplete(this.client, 'it was told to end early');
    if (hits === undefined) throw incomplete(this.client, 'it has no result');
    return answer;
  }

  /** Remembers a document, so that it is not fetched again. */
  keep(document: IndexedDocument): void {
    this.keptBytes += document.text.length;
    this.kept.set(document.name, document);
    for (const [name, { text }] of this.kept) {
      if (this.keptBytes <= BYTES_KEPT) break;
      this.kept.delete(name);
      this.keptBytes -= text.length;
    }
  }
}

/** Documents are gone that were there at the commit: another one came in between, and the question has to be asked of that. */
export class Changed extends NeardupError {
  constructor(where: string) {
    super('CLUSTER_FAILED', `${where} has lost documents that were stored.`, {
      advice: 'Restore the index from a snapshot, or fill a new one.',
    });
  }
}

function incomplete({ address }: ClusterClient, why: string): NeardupError {
  return new NeardupError('CLUSTER_FAILED', `The answer of ${address.shown} is not whole: ${why}.`, {
    advice: 'See the health of the cluster, and its time limits for searches.',
  });
}

function documentOf({ _id, _source }: SearchHit): IndexedDocument {
  return fromSource(_id, _source ?? {});
}

/** Each document once, in the order in which they were stored. */
function inOrder(...lists: readonly (readonly IndexedDocument[])[]): IndexedDocument[] {
  const byName = new Map(lists.flat().map((document) => [document.name, document]));
  return [...byName.values()].sort((a, b) => a.order - b.order);
}

function clausesOf({ keys = [], ids = [], anchors = [] }: Wanted): Clause[] {
  return Object.entries({ keys, id: ids, anchors })
    .filter(([, values]) => values.length > 0)
    .map(([field, values]) => ({ terms: { [field]: values } }));
}

/** The documents of a commit that all of this is true of. @param must What they are ranked by. */
export function atCommit(
  head: CollectionHead,
  filter: readonly Clause[],
  must: readonly Clause[] = [],
): Clause {
  const { commit, dead, aborted } = head;
  return {
    bool: {
      ...(must.length > 0 && { must }),
      filter: [{ range: { turn: { lte: commit } } }, ...filter],
      must_not: [
        ...(dead.length > 0 ? [{ ids: { values: dead } }] : []),
        ...(aborted.length > 0 ? [{ terms: { turn: aborted } }] : []),
      ],
    },
  };
}

/** Those that have not expired. */
export function living(now: number): Clause {
  return { bool: { must_not: [{ range: { expires: { lte: now } } }] } };
}
