/** `check`: which stored documents is a text a near-duplicate of? One query, queries of several callers together, or all documents of an input. */

import { findDisguises } from '../../canonicalize/index.ts';
import type {
  CheckAnswer,
  CheckCollectionOptions,
  CheckQuery,
  CollectionSettings,
} from '../../collection.ts';
import { PreparedTexts } from '../../corpus/index.ts';
import { findMatches, KeyLists, pairOf } from '../../duplicates/index.ts';
import { badOption } from '../../errors.ts';
import { resolveOptions } from '../../option-rules.ts';
import type { Input, ReadRunOptions } from '../../read/index.ts';
import { newDocuments } from '../changes/new-documents.ts';
import type { CollectionParts } from '../collection-parts.ts';
import { CHECK_RULES, resolveReading } from '../options.ts';
import type { LivingDocuments } from '../tables/living-documents.ts';
import { AskTogether } from './ask-together.ts';

export class Checks {
  private readonly waiting: AskTogether<CheckQuery, CheckCollectionOptions, CheckAnswer>;

  constructor(private readonly parts: Pick<CollectionParts, 'folder' | 'documents' | 'settings'>) {
    this.waiting = new AskTogether(
      (queries, options) => this.checkTogether(queries, options),
      parts.documents.steps.engine.threads,
    );
  }

  async check(query: CheckQuery, options: CheckCollectionOptions): Promise<CheckAnswer> {
    return this.waiting.ask(query, options, query.text?.length ?? 0);
  }

  async *checkFrom(
    input: Input,
    options: CheckCollectionOptions,
    reading: Partial<ReadRunOptions>,
  ): AsyncGenerator<CheckAnswer & { readonly id: string }> {
    const { clock } = this.parts.documents;
    const { signal = reading.signal } = resolveOptions(CHECK_RULES, options);
    const complete = resolveReading({ ...reading, signal });
    for await (const batch of newDocuments(input, undefined, clock, complete)) {
      const texts = batch.flatMap((each) => ('text' in each ? [each] : []));
      const answers = await this.checkTogether(texts, { ...options, signal });
      for (const [i, answer] of answers.entries()) yield { id: texts[i].id, ...answer };
    }
  }

  async checkTogether(
    queries: readonly CheckQuery[],
    options: CheckCollectionOptions,
  ): Promise<CheckAnswer[]> {
    const { documents, settings, folder } = this.parts;
    const { commit } = folder.log.end;
    const answers = await checkTexts(queries, documents, settings, options);
    return answers.map((answer) => ({ ...answer, documents: documents.count(), commit }));
  }
}

/** Answers queries about these documents. */
export async function checkTexts(
  queries: readonly CheckQuery[],
  documents: LivingDocuments,
  settings: CollectionSettings,
  options: CheckCollectionOptions,
): Promise<Omit<CheckAnswer, 'documents' | 'commit'>[]> {
  const { threshold = settings.threshold, containment, signal } = resolveOptions(CHECK_RULES, options);
  signal?.throwIfAborted();
  if (!(threshold >= settings.threshold && threshold <= 1)) {
    throw badOption(
      'threshold',
      `from ${settings.threshold} to 1`,
      threshold,
      `The collection was made for ${settings.threshold} and more. Make another one for less.`,
    );
  }
  const { view, steps } = documents;
  const now = documents.now();
  // a stored document is not compared with itself
  const own = queries.map((query) =>
    query.text === undefined ? storedNumber(query.id, documents, now) : -1,
  );
  const texts = queries.map((query, i) => (query.text === undefined ? documents.document(own[i]) : query));
  const prepared = await PreparedTexts.of(texts, steps);
  try {
    const asked = queries.map((_, i) => ({
      ...prepared.query(i),
      accepts: (number: number) => number !== own[i],
    }));
    const stored = {
      view,
      now,
      lists: new KeyLists(view, now),
      bytes: (number: number) => documents.bytes(number, view),
      known: documents.sketches,
      texts: (numbers: readonly number[]) => documents.texts(numbers, view),
    };
    const proof = { ...settings, threshold, containment, signal };
    const found = await findMatches(asked, stored, steps.engine, proof);
    return found.map(({ matches, candidates, truncated }, i) => {
      const a = matches.length === 0 ? undefined : findDisguises(texts[i].text);
      const pairs = matches.map(({ documents: all, evidence }) => {
        const { id, text } = documents.document(all[0], view);
        const pair = pairOf(queries[i].id ?? '', id, evidence, { a, b: findDisguises(text) });
        return all.length === 1 ? pair : { ...pair, copies: all.length - 1 };
      });
      return { pairs, candidates, truncated };
    });
  } finally {
    prepared.release();
  }
}

/** The number of a stored document that is asked about. */
export function storedNumber(id: string, documents: LivingDocuments, now: number): number {
  const number = documents.find(id);
  if (number !== -1 && documents.view.isLiving(number, now)) return number;
  throw badOption('id', 'that of a document in the collection', id);
}
