/** `check`: which stored documents is a text a near-duplicate of? The cluster finds those that share a key; they are compared here. */
import {
  AskTogether,
  CHECK_RULES,
  checkTexts,
  FetchedDocuments,
  newDocuments,
  resolveReading,
} from '../collection/index.ts';
import type { CheckAnswer, CheckCollectionOptions, CheckQuery } from '../collection.ts';
import { PreparedTexts } from '../corpus/index.ts';
import { NeardupError } from '../errors.ts';
import { resolveOptions } from '../option-rules.ts';
import type { Input, ReadRunOptions } from '../read/index.ts';
import {
  atOneCommit,
  bandWordsOf,
  findCandidates,
  lookedUpTogether,
  type OpenedCluster,
  storedForm,
} from './parts.ts';
import type { IndexedDocument } from './stored-form.ts';
import type { CollectionHead } from './turns.ts';

/** Questions of several callers that are answered at the same time. */
const AT_A_TIME = 4;

export class ClusterChecks {
  private readonly waiting: AskTogether<CheckQuery, CheckCollectionOptions, CheckAnswer>;

  constructor(private readonly parts: OpenedCluster) {
    this.waiting = new AskTogether((queries, options) => this.checkTogether(queries, options), AT_A_TIME);
  }

  check(query: CheckQuery, options: CheckCollectionOptions): Promise<CheckAnswer> {
    return this.waiting.ask(query, options, query.text?.length ?? 0);
  }

  async *checkFrom(
    input: Input,
    options: CheckCollectionOptions,
    reading: Partial<ReadRunOptions>,
  ): AsyncGenerator<CheckAnswer & { readonly id: string }> {
    const { signal = reading.signal } = resolveOptions(CHECK_RULES, options);
    const complete = resolveReading({ ...reading, signal });
    for await (const batch of newDocuments(input, undefined, this.parts.clock, complete)) {
      const texts = batch.flatMap((each) => ('text' in each ? [each] : []));
      const answers = await this.checkTogether(texts, { ...options, signal });
      for (const [i, answer] of answers.entries()) yield { id: texts[i].id, ...answer };
    }
  }

  async checkTogether(
    queries: readonly CheckQuery[],
    options: CheckCollectionOptions,
  ): Promise<CheckAnswer[]> {
    const { containment } = resolveOptions(CHECK_RULES, options);
    if (containment !== undefined) {
      throw new NeardupError(
        'BAD_OPTION',
        'A collection on a cluster does not compare a text with all documents.',
        {
          option: 'containment',
          advice: 'Leave it out, or export the documents and ask a collection in a folder.',
        },
      );
    }
    const answers: CheckAnswer[] = [];
    const most = lookedUpTogether(this.parts);
    for (let at = 0; at < queries.length; at += most) {
      const some = queries.slice(at, at + most);
      answers.push(...(await atOneCommit(this.parts, (head) => this.checkAt(head, some, options))));
    }
    return answers;
  }

  private async checkAt(
    head: CollectionHead,
    queries: readonly CheckQuery[],
    options: CheckCollectionOptions,
  ): Promise<CheckAnswer[]> {
    if (queries.length === 0) return [];
    const { steps, settings, clock, sketches } = this.parts;
    const ids = queries.flatMap((query) => (query.text === undefined ? [query.id] : []));
    const own = new Map((await this.documentsOf(head, ids)).map((document) => [document.id, document]));
    const texts = queries.map(
      (query) => (query.text === undefined ? own.get(query.id) : query) ?? { text: '' },
    );
    const prepared = await PreparedTexts.of(texts, steps);
    const keys = bandWordsOf(prepared);
    prepared.release();
    const candidates = await findCandidates(this.parts, head, keys, ids);
    if (candidates === undefined) {
      const half = Math.ceil(queries.length / 2);
      return [
        ...(await this.checkAt(head, queries.slice(0, half), options)),
        ...(await this.checkAt(head, queries.slice(half), options)),
      ];
    }
    const fetched = await FetchedDocuments.of(candidates.documents.map(storedForm), steps, clock, sketches);
    try {
      const answers = await checkTexts(queries, fetched, settings, options);
      return answers.map((answer) => ({
        ...answer,
        truncated: answer.truncated || candidates.truncated,
        commit: head.commit,
      }));
    } finally {
      fetched.release();
    }
  }

  private async documentsOf(
    head: CollectionHead,
    ids: readonly string[],
  ): Promise<readonly IndexedDocument[]> {
    if (ids.length === 0) return [];
    return (await this.parts.finder.find(head, { ids }, ids.length + 1)).documents;
  }
}
