/** Reads watches from the collection that their examples are in. */
import type { CollectionDocument, StoredWatch } from '../../collection.ts';
import type { SubjectText } from './subject-watch.ts';
import { exampleOf, readFacts, type WatchFacts } from './watch-facts.ts';

/** A watch, and the stored facts about each of its texts. */
export interface WatchWithExamples {
  readonly watch: StoredWatch;
  readonly examples: readonly { readonly text: string; readonly facts: WatchFacts }[];
}

/** All watches, in the order in which they were made. @param documents All examples. */
export async function* readWatches(
  documents: AsyncIterable<CollectionDocument>,
): AsyncGenerator<WatchWithExamples> {
  const watches = new Map<string, { document: CollectionDocument; facts: WatchFacts }[]>();
  for await (const document of documents) {
    const [id, text] = exampleOf(document.id);
    const facts = readFacts(document);
    const found = watches.get(id) ?? [];
    watches.set(id, found);
    if (text < Math.max(1, facts.count)) found[text] = { document, facts };
  }
  for (const [id, found] of watches) {
    // a watch that was replaced by one with fewer texts when the process was killed has all of these
    const examples = found.filter((each) => each !== undefined);
    if (examples.length === 0) continue;
    const { document, facts } = examples[0];
    const { count, near, passage, like, keywords, needs, where, meta } = facts;
    const { lang, seen: created, expires } = document;
    const some = { ...(lang !== undefined && { lang }), ...(expires !== undefined && { expires }) };
    const kinds = {
      ...(near !== undefined && { near }),
      ...(passage !== undefined && { passage }),
      ...(like !== undefined && { like }),
      ...(keywords !== undefined && { keywords }),
      ...(needs !== undefined && { needs }),
      ...(where !== undefined && { where }),
      ...(meta !== undefined && { meta }),
    };
    const texts = examples.slice(0, count).map(({ document: { text } }) => text);
    yield {
      watch: { id, texts, ...some, ...kinds, created },
      examples: examples.map(({ document: { text }, facts }) => ({ text, facts })),
    };
  }
}

/** The texts of watches that look for their subject. */
export async function subjectTexts(watches: AsyncIterable<WatchWithExamples>): Promise<SubjectText[]> {
  const texts: SubjectText[] = [];
  for await (const { watch, examples } of watches) {
    const { id, lang, like } = watch;
    if (like === undefined) continue;
    for (const [number, { text, facts }] of examples.entries()) {
      texts.push({ watch: id, number, text, lang, like, words: facts.words!, common: facts.common });
    }
  }
  return texts;
}
