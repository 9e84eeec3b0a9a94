/**
 * Which stored texts is a text compared with? With those that share a band with it, chosen by the rule of `candidates/limit.ts` if there are
 * too many. Bands say nothing of containment: if that counts, all documents are candidates.
 */
import type { HeapText } from '../../corpus/index.ts';
import { invert } from '../candidates/buckets.ts';
import { MOST_COMPARED, smallestFirst } from '../candidates/limit.ts';
import type { KeyLists } from './key-lists.ts';
import type { KnownSketches } from './known-sketches.ts';
import { HASH_WORDS, isSameHash } from './text-numbers.ts';

/** Documents that one key may lead to, apart from those that are not accepted. What more there are is not looked at, and the answer says so. */
const MOST_VISITED = 16_384;

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

/** Texts that a text may be compared with. A crowd has millions in all, so each is a number until more of it is wanted. */
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
export function candidatesOf(query: TextQuery, stored: StoredDocuments): ChosenTexts {
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

const all = () => true;

/** For every text the last band in which it was met, all bands of all questions counted; and the first document of it that counted then. */
let met = new Uint32Array(1024);
let firsts = new Uint32Array(1024);
let turn = 0;
/** Texts that a band shows: one more than may be compared, and one that may be the same. */
const SHOWN = MOST_COMPARED + 2;
/** The texts that the bands of the present question show, one band after the other; and those that are chosen, each with a band. */
let shown = new Uint32Array(SHOWN);
const chosen = new Uint32Array(MOST_COMPARED + 1);
const chosenBands = new Uint32Array(MOST_COMPARED + 1);

/** The texts that share bands with a text, as far as its choice depends on them. */
class FoundTexts {
  /** Those in which there are texts. */
  readonly bands: number[] = [];
  /** Different texts. */
  count = 0;
  /** False if a key led to more documents than are looked at. */
  isWhole = true;
  /** The texts that its nth band shows begin here. */
  private readonly starts = [0];
  /** A band was looked at to its end: a document with the same text would have been met there. */
  private hasWholeBand = false;
  private readonly firstTurn: number;

  constructor(
    private readonly query: TextQuery,
    private readonly stored: StoredDocuments,
  ) {
    const { keys } = query;
    const marks = stored.view.bandsWith(keys);
    if (turn > 2 ** 32 - keys.length - 2) {
      met.fill(0);
      turn = 0;
    }
    this.firstTurn = turn + 1;
    for (let band = 0; band < keys.length; band++) if (marks[band] === 1) this.look(band);
  }

  /** The first document of a text that was met. */
  firstOf(text: number): number {
    return firsts[text];
  }

  private look(band: number): void {
    const { firstTurn, stored } = this;
    const { accepts = all, keys } = this.query;
    const present = ++turn;
    const start = this.starts[this.bands.length];
    if (start + SHOWN > shown.length) shown = grown(shown, 2 * shown.length);
    let end = start;
    let visited = 0;
    const isWholeBand = stored.lists.visit(band, keys[band], accepts, (number, text) => {
      if (visited++ === MOST_VISITED) return this.stop();
      if (text >= met.length) grow(text);
      if (met[text] === present) return true;
      if (end === start + SHOWN) return false;
      if (met[text] < firstTurn) {
        this.count++;
        firsts[text] = number;
      }
      met[text] = present;
      shown[end++] = text;
      return true;
    });
    this.hasWholeBand ||= isWholeBand;
    if (end === start) return;
    this.bands.push(band);
    this.starts.push(end);
  }

  private stop(): false {
    this.isWhole = false;
    return false;
  }

  /** The text of the query itself, if a document has it; otherwise -1. */
  sameText(): number {
    const { query, stored, bands } = this;
    const { lists, view } = stored;
    const hash = new Uint32Array(BigUint64Array.from(query.content()).buffer);
    const known = lists.texts.find(hash, 0);
    if (known !== -1 && known < met.length && met[known] >= this.firstTurn) return known;
    if (this.hasWholeBand) return -1;
    // it has all of the keys, and comes after those that were looked at
    let found = -1;
    let visited = 0;
    lists.visit(bands[0], query.keys[bands[0]], query.accepts ?? all, (number, text) => {
      const { table, document } = view.locate(number);
      if (!isSameHash(table.contentWords, HASH_WORDS * document, hash, 0)) return ++visited < MOST_VISITED;
      if (text >= met.length) grow(text);
      firsts[text] = number;
      this.count++;
      found = text;
      return false;
    });
    return found;
  }

  /** As many texts as may be compared, and the same one; and a band of each that leads to few documents. */
  choose(same: number): { readonly texts: Uint32Array; readonly bands: Uint32Array } {
    const { starts, bands } = this;
    const places = Uint32Array.from(bands, (_, place) => place);
    const sizes = bands.map((_, place) => {
      const isThere = same !== -1 && shown.subarray(starts[place], starts[place + 1]).includes(same);
      return starts[place + 1] - starts[place] - (isThere ? 1 : 0);
    });
    const order = smallestFirst(places, sizes, MOST_COMPARED);
    const present = ++turn;
    if (same !== -1) met[same] = present;
    let count = 0;
    for (const place of order) {
      let left = MOST_COMPARED;
      for (let at = starts[place]; at < starts[place + 1] && left > 0 && count < MOST_COMPARED; at++) {
        const text = shown[at];
        if (text !== same) left--;
        if (met[text] === present) continue;
        met[text] = present;
        chosen[count] = text;
        chosenBands[count++] = bands[place];
      }
    }
    if (same !== -1) {
      chosen[count] = same;
      chosenBands[count++] = bands[order[0]];
    }
    return { texts: chosen.slice(0, count), bands: chosenBands.slice(0, count) };
  }
}

function grow(text: number): void {
  met = grown(met, 2 * text + 2);
  firsts = grown(firsts, 2 * text + 2);
}

function grown(numbers: Uint32Array<ArrayBuffer>, length: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(length);
  larger.set(numbers);
  return larger;
}

/** The documents of a text that was found by a band. */
function documentsOf(text: number, band: number, query: TextQuery, { lists }: StoredDocuments): number[] {
  const documents: number[] = [];
  let visited = 0;
  lists.visit(band, query.keys[band], query.accepts ?? all, (number, each) => {
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
  const documents = (text: number, { accepts = all }: TextQuery) =>
    Array.from(
      byText.values.subarray(byText.starts[text], byText.starts[text + 1]),
      (i) => withWords[i],
    ).filter(accepts);
  return queries.map((query) => {
    if (query.words === 0) return NO_TEXTS;
    const { accepts = all } = query;
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
