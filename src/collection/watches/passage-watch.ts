/** Looks in arriving documents for passages of examples. The index of the examples is in memory, and made again when they change. */
import type { CollectionSettings, StoredWatch } from '../../collection.ts';
import { SourceIndex } from '../../passages/index.ts';
import { rounded } from '../../report/index.ts';
import type { FoundEvent } from './event-log.ts';
import { exampleIds, exampleOf } from './watch-facts.ts';

export type FoundPassage = NonNullable<FoundEvent['passage']>;

export class PassageWatch {
  private index: SourceIndex | undefined;
  private isCurrent = false;

  /** The examples have changed. */
  forget(): void {
    this.isCurrent = false;
  }

  async prepare(
    settings: CollectionSettings,
    watches: () => AsyncIterable<{ readonly watch: StoredWatch }>,
  ): Promise<void> {
    if (this.isCurrent) return;
    await this.index?.close();
    this.index = undefined;
    const { lang, stopWords, stems, stemDictionary, ngram, segment, canonical } = settings;
    const treatment = { lang, stopWords, stems, stemDictionary, ngram, segment, canonical };
    this.index = await SourceIndex.build(examplesOf(watches()), { ...treatment, threads: 1 });
    this.isCurrent = true;
  }

  /** By watch: the longest passage of one of its examples. @param least Words that a passage of a watch has. */
  async find(
    { text, lang }: { readonly text: string; readonly lang?: string },
    least: ReadonlyMap<string, number>,
  ): Promise<Map<string, FoundPassage>> {
    const minWords = Math.min(...least.values());
    const { candidates } = await this.index!.find(text, { minWords, lang });
    const found = new Map<string, FoundPassage>();
    for (const { id, share, parts } of candidates) {
      const [watch, text] = exampleOf(id);
      const words = parts.reduce((most, part) => Math.max(most, part.words), 0);
      if (words < (least.get(watch) ?? Number.POSITIVE_INFINITY) || words <= (found.get(watch)?.words ?? 0))
        continue;
      found.set(watch, { text, words, share: rounded(share) });
    }
    return found;
  }

  async close(): Promise<void> {
    await this.index?.close();
  }
}

async function* examplesOf(watches: AsyncIterable<{ readonly watch: StoredWatch }>) {
  for await (const { watch } of watches) {
    if (watch.passage === undefined) continue;
    const ids = exampleIds(watch.id, watch.texts.length);
    for (const [i, text] of watch.texts.entries()) yield { id: ids[i], text, lang: watch.lang };
  }
}
