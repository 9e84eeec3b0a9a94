/**
 * Which stored texts is a text compared with? With those that share a band with it, chosen by the rule of `candidates/limit.ts` if there are
 * too many. Bands say nothing of containment: if that counts, all documents are candidates.
 */
import type { DocumentView, HeapText, SharedBands } from '../../collection/index.ts';
import { hash64, randomSeed } from '../../engines/index.ts';
import { MOST_COMPARED, smallestFirst } from '../candidates/limit.ts';
import { isSameHash, type KnownSketches } from './known-sketches.ts';

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

/** Documents that are stored, and how to get at their texts. */
export interface StoredDocuments {
  readonly view: DocumentView;
  /** Documents that expire by this second are no candidates. */
  readonly now: number;
  /** Bytes of a document's text, about. */
  bytes(number: number): number;
  /** The sketches of its texts that were made before. */
  readonly known: KnownSketches;
  /** The canonical texts of documents on the heap, until they are released. */
  texts(numbers: readonly number[]): Promise<{ text(i: number): HeapText; release(): void }>;
}

export interface CandidateText {
  /** Documents that have it, ascending. */
  readonly documents: number[];
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
  const shared = stored.view.shareBands(keys, stored.now, accepts);
  const { isWhole } = shared;
  if (shared.numbers.length === 0) return { texts: [], truncated: false };
  const numbers = union(shared);
  const { texts, textOf, find } = distinctTexts(numbers, stored.view);
  if (texts.length <= MOST_COMPARED) return { texts, truncated: !isWhole };
  const same = find(new Uint32Array(BigUint64Array.from(query.content()).buffer), 0);
  const others = chooseOthers(shared, numbers, textOf, same);
  const chosen = same === undefined ? others : [...others, same];
  return { texts: chosen.map((text) => texts[text]), truncated: !isWhole || chosen.length < texts.length };
}

/** The documents of all bands, ascending. */
function union({ numbers }: SharedBands): Uint32Array {
  const all = scratch(0, numbers.length);
  all.set(numbers);
  all.sort();
  let count = 0;
  for (let i = 0; i < all.length; i++) if (i === 0 || all[i] !== all[count - 1]) all[count++] = all[i];
  return all.subarray(0, count);
}

/**
 * As many texts as may be compared, apart from the same one.
 * @param numbers The documents of all bands, ascending, and for each of them its text.
 */
function chooseOthers(
  shared: SharedBands,
  numbers: Uint32Array,
  textOf: Uint32Array,
  same: number | undefined,
): number[] {
  // for every text 1 + the band in which it was last seen
  const seen = scratch(2, numbers.length).fill(0);
  const buckets = Array.from(shared.starts.subarray(1), (end, band) => {
    const shown: number[] = [];
    let place = 0;
    for (let i = shared.starts[band]; i < end && shown.length < MOST_COMPARED; i++) {
      while (numbers[place] < shared.numbers[i]) place++;
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

/** Room for numbers of the question that is being answered; a crowd asks thousands of them. */
const rooms = Array.from({ length: 4 }, () => new Uint32Array(1024));
/** Where a hash is no input can know. */
const seed = randomSeed().low;

function scratch(room: number, length: number): Uint32Array {
  if (rooms[room].length < length) rooms[room] = new Uint32Array(2 * length);
  return rooms[room].subarray(0, length);
}

/** All documents with words as the candidates of every text. */
export function allCandidates(queries: readonly TextQuery[], stored: StoredDocuments): ChosenTexts[] {
  const { view, now } = stored;
  const withWords: number[] = [];
  for (const number of view.living(now)) {
    const { table, document } = view.locate(number);
    if (table.columns.words[document] > 0) withWords.push(number);
  }
  const { texts } = distinctTexts(withWords, view);
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
function distinctTexts(numbers: ArrayLike<number>, view: DocumentView) {
  const texts: CandidateText[] = [];
  // where the hash of every text is
  const hashes: Uint32Array[] = [];
  const places: number[] = [];
  const textOf = scratch(1, numbers.length);
  const mask = 2 ** Math.ceil(Math.log2(2 * numbers.length + 2)) - 1;
  // 1 + the text at a slot
  const slots = scratch(3, mask + 1).fill(0);
  const slotOf = (hash: Uint32Array, at: number) => {
    let slot = hash64(hash[at] ^ seed, hash[at + 1]) & mask;
    for (; slots[slot] !== 0; slot = (slot + 1) & mask) {
      const text = slots[slot] - 1;
      if (isSameHash(hashes[text], places[text], hash, at)) break;
    }
    return slot;
  };
  for (let i = 0; i < numbers.length; i++) {
    const { table, document } = view.locate(numbers[i]);
    const slot = slotOf(table.contentWords, 4 * document);
    if (slots[slot] === 0) {
      hashes.push(table.contentWords);
      places.push(4 * document);
      slots[slot] = texts.push({ documents: [numbers[i]] });
    } else texts[slots[slot] - 1].documents.push(numbers[i]);
    textOf[i] = slots[slot] - 1;
  }
  const find = (hash: Uint32Array, at: number) => {
    const slot = slotOf(hash, at);
    return slots[slot] === 0 ? undefined : slots[slot] - 1;
  };
  return { texts, textOf, find };
}
