/**
 * Which stored texts is a text compared with? With those that share a band with it, chosen by the rule of `candidates/limit.ts` if there are
 * too many. Bands say nothing of containment: if that counts, all documents are candidates.
 */
import type { DocumentView, HeapText } from '../../collection/index.ts';
import { MOST_COMPARED, smallestFirst } from '../candidates/limit.ts';

/** A text that is asked about, on the heap. */
export interface TextQuery extends HeapText {
  readonly words: number;
  /** The low halves of its band keys. */
  readonly keys: Uint32Array;
  /** As `StoredDocuments.content`. */
  content(): readonly [bigint, bigint];
  /** False for a document that it must not be compared with. @default all */
  readonly accepts?: (number: number) => boolean;
}

/** Documents that are stored, and how to get at their texts. */
export interface StoredDocuments {
  readonly view: DocumentView;
  /** Documents that expire by this second are no candidates. */
  readonly now: number;
  /** Bytes of a document's text, about. */
  bytes(number: number): number;
  /** A hash of its canonical text that cannot be forged. */
  content(number: number): readonly [bigint, bigint];
  /** The canonical texts of documents on the heap, until they are released. */
  texts(numbers: readonly number[]): Promise<{ text(i: number): HeapText; release(): void }>;
}

export interface CandidateText {
  /** Documents that have it, ascending. */
  readonly documents: number[];
  /** Its `StoredDocuments.content` as one number. */
  readonly content: bigint;
}

export interface ChosenTexts {
  readonly texts: readonly CandidateText[];
  /** There are more. */
  readonly truncated: boolean;
}

/** The candidates of a text, as many as may be compared, and the same text in any case. */
export function candidatesOf(query: TextQuery, stored: StoredDocuments): ChosenTexts {
  const { words, keys, accepts = () => true } = query;
  // a text without words resembles nothing
  if (words === 0) return { texts: [], truncated: false };
  const { lists, isWhole } = stored.view.shareBands(keys, stored.now, accepts);
  if (lists.every((list) => list.length === 0)) return { texts: [], truncated: false };
  const numbers = union(lists);
  const { texts, textOf } = distinctTexts(numbers, stored);
  if (texts.length <= MOST_COMPARED) return { texts, truncated: !isWhole };
  const content = joined(query.content());
  const same = texts.findIndex((text) => text.content === content);
  const others = chooseOthers(lists, numbers, textOf, same);
  const truncated = !isWhole || others.length < texts.length - (same === -1 ? 0 : 1);
  return { texts: [...others, ...(same === -1 ? [] : [same])].map((text) => texts[text]), truncated };
}

/** The numbers of all lists, ascending. */
function union(lists: readonly (readonly number[])[]): Uint32Array {
  const all = Uint32Array.from(lists.flat()).sort();
  let count = 0;
  for (let i = 0; i < all.length; i++) if (i === 0 || all[i] !== all[count - 1]) all[count++] = all[i];
  return all.subarray(0, count);
}

/**
 * As many texts as may be compared, apart from the same one.
 * @param lists For every band the documents in its bucket, ascending.
 * @param numbers The documents of all lists, ascending, and for each of them its text.
 */
function chooseOthers(
  lists: readonly (readonly number[])[],
  numbers: Uint32Array,
  textOf: Uint32Array,
  same: number,
): number[] {
  // for every text 1 + the bucket that it was last seen in
  const seen = new Uint32Array(numbers.length);
  const buckets = lists.map((list, band) => {
    const shown: number[] = [];
    for (let i = 0, place = 0; i < list.length && shown.length < MOST_COMPARED; i++) {
      while (numbers[place] < list[i]) place++;
      const text = textOf[place];
      if (text === same || seen[text] === band + 1) continue;
      seen[text] = band + 1;
      shown.push(text);
    }
    return shown;
  });
  const bands = Uint32Array.from(buckets, (_, band) => band);
  const sizes = buckets.map(({ length }) => length);
  const chosen = new Set<number>();
  for (const band of smallestFirst(bands, sizes, MOST_COMPARED)) {
    for (const text of buckets[band]) if (chosen.size < MOST_COMPARED) chosen.add(text);
  }
  return [...chosen];
}

/** All documents with words as the candidates of every text. */
export function allCandidates(queries: readonly TextQuery[], stored: StoredDocuments): ChosenTexts[] {
  const { view, now } = stored;
  const withWords: number[] = [];
  for (const number of view.living(now)) {
    const { table, document } = view.locate(number);
    if (table.columns.words[document] > 0) withWords.push(number);
  }
  const { texts } = distinctTexts(withWords, stored);
  return queries.map(({ words, accepts = () => true }) => ({
    texts:
      words === 0
        ? []
        : texts.flatMap((text) => {
            const documents = text.documents.filter(accepts);
            return documents.length > 0 ? [{ ...text, documents }] : [];
          }),
    truncated: false,
  }));
}

/** Documents by their texts, and for each of them which text it has. */
function distinctTexts(
  numbers: ArrayLike<number>,
  stored: StoredDocuments,
): { readonly texts: CandidateText[]; readonly textOf: Uint32Array } {
  const byContent = new Map<bigint, number>();
  const texts: CandidateText[] = [];
  const textOf = new Uint32Array(numbers.length);
  for (let i = 0; i < numbers.length; i++) {
    const content = joined(stored.content(numbers[i]));
    const text = byContent.get(content) ?? texts.push({ documents: [], content }) - 1;
    byContent.set(content, text);
    texts[text].documents.push(numbers[i]);
    textOf[i] = text;
  }
  return { texts, textOf };
}

function joined([low, high]: readonly [bigint, bigint]): bigint {
  return low | (high << 64n);
}
