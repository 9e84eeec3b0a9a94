/** Looks into the bands of a text and chooses its candidates by the rule of `candidates/limit.ts`. A crowd asks this thousands of times, so nothing is allocated for a candidate. */
import { MOST_COMPARED, smallestFirst } from '../candidates/limit.ts';
import type { StoredDocuments, TextQuery } from './stored-candidates.ts';
import { HASH_WORDS, isSameHash } from './text-numbers.ts';

/** Documents that one key may lead to, apart from those that are not accepted. Further ones are not looked at, and the answer says so. */
export const MOST_VISITED = 16_384;

/** For every text, the last band in which it was met (numbered across all queries), and its first accepted document in that query. */
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
export class FoundTexts {
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
    const { accepts = () => true, keys } = this.query;
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
    lists.visit(bands[0], query.keys[bands[0]], query.accepts ?? (() => true), (number, text) => {
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
