/** `sources`: the passages of a text that are in documents of a collection. It is `compareIn`, asked of the index of passages. */

import type { CheckQuery, SourcesOptions } from '../../collection.ts';
import type { FoundSources } from '../../comparison.ts';
import { NeardupError } from '../../errors.ts';
import {
  type Anchors,
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
} from '../../passages/index.ts';
import type { AnchorPiece } from '../indexes/passages-index.ts';
import type { TextIndex } from '../indexes/text-index.ts';
import type { StoredDocument } from '../store/records.ts';
import type { DocumentView } from '../tables/document-view.ts';
import type { LivingDocuments } from '../tables/living-documents.ts';
import { storedNumber } from './check.ts';

/** The documents of a collection, and the means to question them. */
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
  const { documents } = asked;
  const options = resolveCompareOptions(COMPARE_IN_RULES, { lang: asked.lang, ...given });
  const text =
    query.text === undefined ? documents.document(storedNumber(query.id, documents, documents.now())) : query;
  const named = { ...text, id: text.id ?? 'text' };
  // a text that is given is none of the documents, whatever its name is
  const isItself = (id: string) => query.text === undefined && id === query.id;
  return compareWithBest(named, new StoredSources(asked), isItself, options);
}

/** The living documents at one moment, as documents that are asked for sources. */
export class StoredSources implements SourceCollection {
  readonly isStored = true;
  readonly documents: number;
  private readonly view: DocumentView;
  private readonly now: number;

  constructor(private readonly asked: AskedSources) {
    const { documents } = asked;
    this.view = documents.view;
    this.now = documents.now();
    this.documents = documents.count();
  }

  find(text: string, options: FindOptions = {}): Promise<FoundSources> {
    const { documents, steps, index } = this.asked;
    const { tables } = this.view;
    return index.ask(tables, async () => {
      const pieces = await index.piecesOf(tables);
      const searched = {
        anchors: this.anchorsIn(pieces),
        idOf: (number: number) => documents.id(number, this.view),
        load: (numbers: readonly number[]) => this.load(numbers),
      };
      return findSources(text, steps, searched, options);
    });
  }

  text(number: number): string {
    return this.asked.documents.document(number, this.view).text;
  }

  /** The anchors of living documents. @param pieces By table. */
  private anchorsIn(pieces: readonly (readonly Anchors[])[]): Anchors {
    const { view, now } = this;
    return {
      find(hash, visit) {
        let wantsMore = true;
        for (const [t, ofTable] of pieces.entries()) {
          for (const piece of ofTable) {
            piece.find(hash, (document) => {
              if (document >= view.tables[t].length) throw badAnchor();
              const number = view.numberOf(t, document);
              wantsMore = !view.isLiving(number, now) || visit(number);
              return wantsMore;
            });
            if (!wantsMore) return;
          }
        }
      },
    };
  }

  private async load(numbers: readonly number[]): Promise<SentenceWords[]> {
    const { documents, steps } = this.asked;
    const stored = documents.storedDocuments(numbers, this.view);
    const batch = await canonicalSentences(cutDocuments(stored), steps);
    try {
      return batch.documents.map((each) => SentenceWords.of(each, batch, steps.engine.heap));
    } finally {
      batch.release();
    }
  }
}

/** The anchors of the segment are made again. */
function badAnchor(): NeardupError {
  return new NeardupError('BAD_COLLECTION', 'An anchor names a missing document.');
}

/** Documents cut into sentences. */
export function cutDocuments(documents: readonly StoredDocument[]) {
  let first = 0;
  return documents.map((document) => {
    const sentences = splitSentences(document.text, document.lang);
    const from = first;
    first += sentences.length;
    return { document, sentences, first: from };
  });
}
