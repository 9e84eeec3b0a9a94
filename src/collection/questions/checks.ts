/** `check`: one query, queries of several callers together, or all documents of an input. */
import type { CheckAnswer, CheckCollectionOptions, CheckQuery } from '../../collection.ts';
import { resolveOptions } from '../../option-rules.ts';
import type { Input, ReadRunOptions } from '../../read/index.ts';
import { newDocuments } from '../changes/new-documents.ts';
import type { CollectionParts } from '../collection-parts.ts';
import { CHECK_RULES, resolveReading } from '../options.ts';
import { AskTogether } from './ask-together.ts';
import { checkTexts } from './check-texts.ts';

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
