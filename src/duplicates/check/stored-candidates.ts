/**
 * Which stored texts is a text compared with? With those that share a band with it, chosen by the rule of `candidates/limit.ts` if there are
 * too many. Bands say nothing of containment: if that counts, all documents are candidates.
 */
import type { HeapText } from '../../corpus/index.ts';
import { hash64, randomSeed } from '../../engines/index.ts';
import { invert, type Lists } from '../candidates/buckets.ts';
import { MOST_COMPARED, smallestFirst } from '../candidates/limit.ts';
import { HASH_WORDS, isSameHash, type KnownSketches } from './known-sketches.ts';

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

/** Documents that share bands with a text; only lent until the next question. */
export interface SharedBands {
  /** Those of band b: `numbers.subarray(starts[b], starts[b + 1])`. */
  readonly starts: Uint32Array;
  readonly numbers: Uint32Array;
  /** False if a key led to more than are looked at. */
  readonly isWhole: boolean;
}

/** The tables of stored documents, as they are at one moment. */
export interface StoredTables {
  /** For every band the documents alive at `now` that have this key of it, in their order, without those that are not accepted. */
  shareBands(keys: Uint32Array, now: number, accepts: (number: number) => boolean): SharedBands;
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
  /** Bytes of a document's text, about. */
  bytes(number: number): number;
  /** The sketches of its texts that were made before. */
  readonly known: KnownSketches;
  /** The canonical texts of documents on the heap, until they are released. */
  texts(numbers: readonly number[]): Promise<{ text(i: number): HeapText; release(): void }>;
}

/** Texts that a text may be compared with. A crowd has millions in all, so each is a number until more of it is wanted. */
export interface ChosenTexts {
  /** The first document of every text. */
  readonly firsts: Uint32Array;
  /** There are more. */
  readonly truncated: boolean;
  /** The documents of the text with this place among the first ones, ascending. */
  documents(place: number): number[];
  /** The documents of all of them, ascending. */
  all(): Uint32Array;
}

const NO_TEXTS: ChosenTexts = {
  ...{ firsts: new Uint32Array(), truncated: false },
  documents: () => [],
  all: () => new Uint32Array(),
};

/** The candidates of a text, as many as may be compared, and the same text in any case. */
export function candidatesOf(query: TextQuery, stored: StoredDocuments): ChosenTexts {
  const { words, keys, accepts = () => true } = query;
  // a text without words resembles nothing
  if (words === 0) return NO_TEXTS;
  const shared = stored.view.shareBands(keys, stored.now, accepts);
  const { isWhole } = shared;
  if (shared.numbers.length === 0) return NO_TEXTS;
  const numbers = union(shared);
  const texts = distinctTexts(numbers, stored.view);
  if (texts.firsts.length <= MOST_COMPARED) return chosenTexts(texts, undefined, !isWhole);
  const same = texts.find(new Uint32Array(BigUint64Array.from(query.content()).buffer), 0);
  const others = chooseOthers(shared, numbers, texts.textOf, same);
  const chosen = same === undefined ? others : [...others, same];
  return chosenTexts(texts, chosen, !isWhole || chosen.length < texts.firsts.length);
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
const rooms = Array.from({ length: 6 }, () => new Uint32Array(1024));
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
  return queries.map(({ words, accepts }) => {
    if (words === 0) return NO_TEXTS;
    const accepted = Uint32Array.from(accepts === undefined ? withWords : withWords.filter(accepts));
    return chosenTexts(distinctTexts(accepted, view), undefined, false);
  });
}

/** Documents by their texts. */
interface DistinctTexts {
  readonly numbers: Uint32Array;
  /** For every document its text; the array is only lent. */
  readonly textOf: Uint32Array;
  /** The first document of every text; the array is only lent. */
  readonly firsts: Uint32Array;
  /** The text with the hash that is at `at`. */
  find(hash: Uint32Array, at: number): number | undefined;
}

/** @param chosen Some of the texts. @default all */
function chosenTexts(
  { numbers, textOf, firsts }: DistinctTexts,
  chosen: readonly number[] | undefined,
  truncated: boolean,
): ChosenTexts {
  const [ownNumbers, ownTexts] = [numbers.slice(), textOf.slice()];
  const count = firsts.length;
  let byText: Lists | undefined;
  return {
    firsts: chosen === undefined ? firsts.slice() : Uint32Array.from(chosen, (text) => firsts[text]),
    truncated,
    documents(place) {
      const text = chosen === undefined ? place : chosen[place];
      byText ??= invert(
        { starts: Uint32Array.from({ length: ownTexts.length + 1 }, (_, i) => i), values: ownTexts },
        count,
      );
      return Array.from(
        byText.values.subarray(byText.starts[text], byText.starts[text + 1]),
        (i) => ownNumbers[i],
      );
    },
    all() {
      const isChosen = new Uint8Array(count).fill(chosen === undefined ? 1 : 0);
      for (const text of chosen ?? []) isChosen[text] = 1;
      return ownNumbers.filter((_, i) => isChosen[ownTexts[i]] === 1);
    },
  };
}

function distinctTexts(numbers: Uint32Array, view: StoredTables): DistinctTexts {
  const textOf = scratch(1, numbers.length);
  const firsts = scratch(4, numbers.length);
  const hashes = scratch(5, HASH_WORDS * numbers.length);
  let count = 0;
  const mask = 2 ** Math.ceil(Math.log2(2 * numbers.length + 2)) - 1;
  // 1 + the text at a slot
  const slots = scratch(3, mask + 1).fill(0);
  const slotOf = (hash: Uint32Array, at: number) => {
    let slot = hash64(hash[at] ^ seed, hash[at + 1]) & mask;
    for (; slots[slot] !== 0; slot = (slot + 1) & mask) {
      if (isSameHash(hashes, HASH_WORDS * (slots[slot] - 1), hash, at)) break;
    }
    return slot;
  };
  for (let i = 0; i < numbers.length; i++) {
    const { table, document } = view.locate(numbers[i]);
    const { contentWords } = table;
    const slot = slotOf(contentWords, HASH_WORDS * document);
    if (slots[slot] === 0) {
      for (let k = 0; k < HASH_WORDS; k++)
        hashes[HASH_WORDS * count + k] = contentWords[HASH_WORDS * document + k];
      firsts[count] = numbers[i];
      slots[slot] = ++count;
    }
    textOf[i] = slots[slot] - 1;
  }
  const find = (hash: Uint32Array, at: number) => {
    const slot = slotOf(hash, at);
    return slots[slot] === 0 ? undefined : slots[slot] - 1;
  };
  return { numbers, textOf, firsts: firsts.subarray(0, count), find };
}
