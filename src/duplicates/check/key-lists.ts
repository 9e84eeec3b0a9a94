/**
 * The stored documents that have a key, each with its text. If many texts share a footer, they all ask for the same keys: a list is
 * read from the tables once for all texts.
 */
import type { StoredTables } from './stored-candidates.ts';
import { HASH_WORDS, TextNumbers } from './text-numbers.ts';

/** Documents of a key that are looked at without a list. */
const SHORT = 16;
/** Documents of a key that are listed at first: enough unless many have the same text. */
const FIRST_READ = 1280;
/** The longest list that is kept. */
const LONGEST = 16 * FIRST_READ;
/** Documents in all lists, and texts, that are kept from one question to the next. */
const MOST_KEPT = 2 ** 20;

interface KeyList {
  readonly numbers: Uint32Array;
  readonly texts: Uint32Array;
  /** There are no more documents. */
  readonly isWhole: boolean;
}

export class KeyLists {
  /** The texts of the documents that were met. Numbers hold until the next question begins. */
  readonly texts = new TextNumbers();
  private readonly lists = new Map<number, KeyList>();
  private kept = 0;

  /** @param now Documents that expire by this second are in no list. */
  constructor(
    private readonly view: StoredTables,
    readonly now: number,
  ) {}

  /** Begins a question about many texts. */
  begin(): void {
    if (this.kept < MOST_KEPT && this.texts.count < MOST_KEPT) return;
    this.texts.clear();
    this.lists.clear();
    this.kept = 0;
  }

  /**
   * Calls back with the documents that have this key of a band and are accepted, in their order, until the callback returns false. Returns
   * false if it did.
   */
  visit(
    band: number,
    key: number,
    accepts: (number: number) => boolean,
    take: (number: number, text: number) => boolean,
  ): boolean {
    // most keys lead to few documents: no list is made for them
    let [visited, goesOn, isShort] = [0, true, true];
    this.view.withKey(band, key, this.now, (number) => {
      isShort = visited < SHORT;
      if (!isShort) return false;
      visited++;
      goesOn = !accepts(number) || take(number, this.textOf(number));
      return goesOn;
    });
    return isShort || !goesOn ? goesOn : this.visitList(band, key, accepts, take);
  }

  /** As `visit`, from the first document on that is not shown there. */
  private visitList(
    band: number,
    key: number,
    accepts: (number: number) => boolean,
    take: (number: number, text: number) => boolean,
  ): boolean {
    let list = this.listOf(band, key, SHORT + 1);
    for (let i = SHORT; ; ) {
      for (; i < list.numbers.length; i++)
        if (accepts(list.numbers[i]) && !take(list.numbers[i], list.texts[i])) return false;
      if (list.isWhole) return true;
      if (i >= LONGEST) break;
      list = this.listOf(band, key, i + 1);
    }
    const last = list.numbers[list.numbers.length - 1];
    let goesOn = true;
    this.view.withKey(band, key, this.now, (number) => {
      goesOn = number <= last || !accepts(number) || take(number, this.textOf(number));
      return goesOn;
    });
    return goesOn;
  }

  /** The number of a document's text. */
  textOf(number: number): number {
    const { table, document } = this.view.locate(number);
    return this.texts.of(table.contentWords, HASH_WORDS * document);
  }

  /** A list with at least `documents` documents, or with all if there are fewer. */
  private listOf(band: number, key: number, documents: number): KeyList {
    const name = band * 2 ** 32 + key;
    const known = this.lists.get(name);
    if (known !== undefined && (known.isWhole || known.numbers.length >= documents)) return known;
    const list = this.read(band, key, Math.max(FIRST_READ, 4 * (documents - 1)));
    this.kept += list.numbers.length - (known?.numbers.length ?? 0);
    this.lists.set(name, list);
    return list;
  }

  private read(band: number, key: number, most: number): KeyList {
    const numbers: number[] = [];
    let isWhole = true;
    this.view.withKey(band, key, this.now, (number) => {
      isWhole = numbers.length < most;
      if (isWhole) numbers.push(number);
      return isWhole;
    });
    const texts = Uint32Array.from(numbers, (number) => this.textOf(number));
    return { numbers: Uint32Array.from(numbers), texts, isWhole };
  }
}
