/** `sources`: the passages of a text that are in documents of a collection. It is `compareIn`, asked of the index of passages. */
import type { DocumentView, StoredDocument } from '../collection/index.ts';
import type { FoundSources } from '../comparison.ts';
import type { CheckQuery, SourcesOptions } from '../lasting.ts';
import {
  COMPARE_IN_RULES,
  type ComparisonIn,
  canonicalSentences,
  compareWithBest,
  type FindOptions,
  findSources,
  resolveCompareOptions,
  type SentenceSteps,
  SentenceWords,
  type SourceCollection,
  splitSentences,
} from '../passages/index.ts';
import { storedNumber } from './check-texts.ts';
import type { LivingDocuments } from './living-documents.ts';
import { sourcesOptions } from './options.ts';
import type { AnchorPiece } from './passages-index.ts';
import type { TextIndex } from './text-index.ts';

/** The documents of a collection, and what they are asked with. */
export interface AskedSources {
  readonly documents: LivingDocuments;
  readonly index: TextIndex<AnchorPiece>;
  readonly steps: SentenceSteps;
  readonly lang: string;
}

export function compareWithStored(
  query: CheckQuery,
  asked: AskedSources,
  given: SourcesOptions,
): Promise<ComparisonIn> {
  const { documents, index } = asked;
  const options = resolveCompareOptions(COMPARE_IN_RULES, { lang: asked.lang, ...sourcesOptions(given) });
  const { view } = documents;
  const now = documents.clock();
  const text = query.text === undefined ? documents.document(storedNumber(query.id, documents, now)) : query;
  return index.ask(view.tables, async () => {
    const stored = await StoredSources.open(asked, view, now);
    const named = { ...text, id: text.id ?? 'text' };
    return compareWithBest(named, stored, (id) => id === query.id, options);
  });
}

/** The living documents at one moment, as documents that are asked for sources. */
class StoredSources implements SourceCollection {
  readonly documents: number;

  private constructor(
    private readonly asked: AskedSources,
    private readonly view: DocumentView,
    private readonly now: number,
    /** By table. */
    private readonly pieces: readonly (readonly AnchorPiece[])[],
  ) {
    this.documents = asked.documents.count();
  }

  static async open(asked: AskedSources, view: DocumentView, now: number): Promise<StoredSources> {
    const pieces: (readonly AnchorPiece[])[] = [];
    for (const table of view.tables) pieces.push(await asked.index.pieces(table));
    return new StoredSources(asked, view, now, pieces);
  }

  find(text: string, options: FindOptions = {}): Promise<FoundSources> {
    const { documents, steps } = this.asked;
    const searched = {
      anchors: { find: this.findAnchor.bind(this) },
      idOf: (number: number) => documents.id(number, this.view),
      load: (numbers: readonly number[]) => this.load(numbers),
    };
    return findSources(text, steps, searched, options);
  }

  text(number: number): string {
    return this.asked.documents.document(number, this.view).text;
  }

  /** The living documents that have an anchor. */
  findAnchor(hash: number, visit: (number: number) => boolean): void {
    const { view, now } = this;
    let wantsMore = true;
    for (let t = 0; t < this.pieces.length && wantsMore; t++) {
      for (const piece of this.pieces[t]) {
        piece.find(hash, (document) => {
          const number = view.numberOf(t, document);
          wantsMore = !view.isLiving(number, now) || visit(number);
          return wantsMore;
        });
        if (!wantsMore) return;
      }
    }
  }

  private async load(numbers: readonly number[]): Promise<SentenceWords[]> {
    const { documents, steps } = this.asked;
    const stored = documents.storedDocuments(numbers, this.view);
    const batch = await canonicalSentences(cut(stored), steps);
    try {
      return batch.documents.map((each) => SentenceWords.of(each, batch, steps.engine.heap));
    } finally {
      batch.release();
    }
  }
}

function cut(documents: readonly StoredDocument[]) {
  let first = 0;
  return documents.map((document) => {
    const sentences = splitSentences(document.text, document.lang);
    const from = first;
    first += sentences.length;
    return { document, sentences, first: from };
  });
}
