/** Looks for the keywords of watches in arriving documents. Keywords and documents are compared in canonical form. */
import type { Watch } from '../../collection.ts';
import type { Steps } from '../../corpus/index.ts';
import { badOption } from '../../errors.ts';
import { KeywordTable } from './keyword-table.ts';
import { canonicalOfAll } from './subject-watch.ts';
import { leastKeywords } from './watch-facts.ts';

type Selecting = Pick<Watch, 'id' | 'lang' | 'keywords' | 'needs'>;

export class KeywordWatch {
  private table: KeywordTable | undefined;
  private readonly keywords = new Map<string, readonly string[]>();

  constructor(private readonly steps: Steps) {}

  /** The watches have changed. */
  forget(): void {
    this.table = undefined;
  }

  async prepare(read: () => AsyncIterable<{ readonly watch: Selecting }>): Promise<void> {
    if (this.table !== undefined) return;
    const watches: Selecting[] = [];
    for await (const { watch } of read()) if (watch.keywords !== undefined) watches.push(watch);
    this.keywords.clear();
    for (const { id, keywords } of watches) this.keywords.set(id, keywords!);
    this.table = await keywordTable(watches, this.steps);
  }

  /** By watch: the keywords that a canonical text has, as they were given. */
  find(text: string): Map<string, readonly string[]> {
    const found = new Map<string, readonly string[]>();
    for (const [watch, numbers] of this.table!.find(text)) {
      const keywords = this.keywords.get(watch)!;
      found.set(
        watch,
        numbers.map((number) => keywords[number]),
      );
    }
    return found;
  }
}

/** Refuses keywords that have no words: nothing could be found. */
export async function keywordTable(watches: readonly Selecting[], steps: Steps): Promise<KeywordTable> {
  const texts = watches.flatMap(({ keywords = [], lang }) => keywords.map((text) => ({ text, lang })));
  const canonical = await canonicalOfAll(texts, steps);
  const empty = canonical.indexOf('');
  if (empty !== -1) throw badOption('keywords', 'words that count in texts', texts[empty].text);
  let at = 0;
  return new KeywordTable(
    watches.map((watch) => {
      const first = at;
      at += watch.keywords!.length;
      return { name: watch.id, keywords: canonical.slice(first, at), least: leastKeywords(watch) };
    }),
  );
}
