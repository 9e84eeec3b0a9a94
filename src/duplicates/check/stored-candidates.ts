/**
 * Which stored texts is a text compared with? With those that share a band with it, chosen by the rule of `candidates/limit.ts` if there are
 * too many. Bands say nothing of containment: if that counts, all documents are candidates.
 */
import type { HeapText } from '../../corpus/index.ts';
import { invert } from '../candidates/buckets.ts';
import { MOST_COMPARED } from '../candidates/limit.ts';
import { FoundTexts, MOST_VISITED } from './found-texts.ts';
import type { KeyLists } from './key-lists.ts';
import type { KnownSketches } from './known-sketches.ts';

/** A text that is asked about, on the heap. */
export interface TextQuery extends HeapText {
  readonly words: number;
  /** The low halves of its band keys. */
  readonly keys: Uint32Array;
  /** The hash of its canonical text, which cannot be forged. */
  content(): readonly [bigint, bigint];
  /** False for a document that it must not be compared with. @default all */
  readonly accepts?: (number: number) => boolean;
}

/** The tables of stored documents, as they are at one moment. */
export interface StoredTables {
  /** Which bands have a document with this key, whether it is alive or not: a mark for each, only lent. */
  bandsWith(keys: Uint32Array): Uint8Array;
  /** Calls back with the documents alive at `now` that have this key of a band, in their order, until the callback returns false. */
  withKey(band: number, key: number, now: number, visit: (number: number) => boolean): void;
  /** The numbers of all documents alive at `now`. */
  living(now: number): Iterable<number>;
  /** The table of a document, and its number there. */
  locate(number: number): { readonly table: StoredTable; readonly document: number };
}

interface StoredTable {
  /** Hashes of the canonical texts, four words for each document. */
  readonly contentWords: Uint32Array;
  readonly columns: { readonly words: Uint32Array };
}

/** Documents that are stored, and how to get at their texts. */
export interface StoredDocuments {
  readonly view: StoredTables;
  /** Documents that expire by this second are no candidates. */
  readonly now: number;
  /** Of this view and moment. */
  readonly lists: KeyLists;
  /** Bytes of a document's text, about. */
  bytes(number: number): number;
  /** The sketches of its texts that were made before. */
  readonly known: KnownSketches;
  /** The canonical texts of documents on the heap, until they are released. */
  texts(numbers: readonly number[]): Promise<{ text(i: number): HeapText; release(): void }>;
}

/** Texts that a text may be compared with. A crowd has millions in all, so each is only a number until its documents are needed. */
export interface ChosenTexts {
  /** The numbers of the texts in `KeyLists`. */
  readonly texts: Uint32Array;
  /** The first document of every text. */
  readonly firsts: Uint32Array;
  /** There are more. */
  readonly truncated: boolean;
  /** The documents of the text with this place among the first ones, ascending. */
  documents(place: number): number[];
}

const NO_TEXTS: ChosenTexts = {
  ...{ texts: new Uint32Array(), firsts: new Uint32Array(), truncated: false },
  documents: () => [],
};

/** The candidates of a text, as many as may be compared, and the same text in any case. */
export function storedCandidates(query: TextQuery, stored: StoredDocuments): ChosenTexts {
  // a text without words resembles nothing
  if (query.words === 0) return NO_TEXTS;
  const found = new FoundTexts(query, stored);
  if (found.bands.length === 0) return NO_TEXTS;
  const same = found.count > MOST_COMPARED ? found.sameText() : -1;
  const { texts, bands } = found.choose(same);
  return {
    texts,
    firsts: texts.map((text) => found.firstOf(text)),
    truncated: !found.isWhole || texts.length < found.count,
    documents: (place) => documentsOf(texts[place], bands[place], query, stored),
  };
}

/** The documents of a text that was found by a band. */
function documentsOf(text: number, band: number, query: TextQuery, { lists }: StoredDocuments): number[] {
  const documents: number[] = [];
  let visited = 0;
  lists.visit(band, query.keys[band], query.accepts ?? (() => true), (number, each) => {
    if (each === text) documents.push(number);
    return ++visited < MOST_VISITED;
  });
  return documents;
}

/** All documents with words as the candidates of every text. */
export function allCandidates(queries: readonly TextQuery[], stored: StoredDocuments): ChosenTexts[] {
  const { view, now, lists } = stored;
  const withWords: number[] = [];
  for (const number of view.living(now)) {
    const { table, document } = view.locate(number);
    if (table.columns.words[document] > 0) withWords.push(number);
  }
  const textOf = Uint32Array.from(withWords, (number) => lists.textOf(number));
  const starts = Uint32Array.from({ length: withWords.length + 1 }, (_, i) => i);
  const byText = invert({ starts, values: textOf }, lists.texts.count);
  const documents = (text: number, { accepts = () => true }: TextQuery) =>
    Array.from(
      byText.values.subarray(byText.starts[text], byText.starts[text + 1]),
      (i) => withWords[i],
    ).filter(accepts);
  return queries.map((query) => {
    if (query.words === 0) return NO_TEXTS;
    const { accepts = () => true } = query;
    const seen = new Uint8Array(lists.texts.count);
    const places = [...withWords.keys()].filter((i) => {
      if (seen[textOf[i]] === 1 || !accepts(withWords[i])) return false;
      seen[textOf[i]] = 1;
      return true;
    });
    const texts = Uint32Array.from(places, (i) => textOf[i]);
    return {
      texts,
      firsts: Uint32Array.from(places, (i) => withWords[i]),
      truncated: false,
      documents: (place) => documents(texts[place], query),
    };
  });
}
