/**
 * Enters the ids of documents into a corpus. An id that the user's data gives must be unique, or later ones are renamed if the
 * options say so. An id that neardup derives (`read/id-of.ts`) never ends a run: if two documents would have the same id
 * and at least one of them is derived, the later one gets the first free `#2`, `#3` ….
 */
import { formatPlace, type Place } from '../document.ts';
import { utf8Text } from '../engines/index.ts';
import { NeardupError } from '../errors.ts';
import type { Corpus } from './columns.ts';
import { growingU32 } from './growing.ts';

export class DocumentIds {
  private readonly derived = new NumberRanges();
  /** The last number that was appended to an id. */
  private readonly lastNumber = new Map<string, number>();

  /**
   * @param onDuplicate What happens to an id that is given twice.
   * @param mark In front of every id in the table: it tells the ids of the reference from those of the input.
   */
  constructor(
    private readonly corpus: Pick<Corpus, 'ids' | 'place'> & Partial<Pick<Corpus, 'renamed'>>,
    private readonly onDuplicate: 'error' | 'rename',
    private readonly mark: string,
  ) {}

  /** Adds the id of the next document, which the data gives or which is derived. */
  add(id: string, isGiven: boolean, place: Place): void {
    const { ids } = this.corpus;
    const marked = this.mark + id;
    const number = ids.length;
    const earlier = ids.add(marked);
    if (earlier !== -1) {
      if (isGiven && this.onDuplicate === 'error' && !this.derived.has(earlier)) {
        const places = `${formatPlace(this.corpus.place(earlier))} and ${formatPlace(place)}`;
        throw new NeardupError('DUPLICATE_ID', `The id \`${id}\` occurs twice: ${places}.`);
      }
      this.addNumbered(marked);
      if (isGiven) this.corpus.renamed?.push(number);
    }
    if (!isGiven || earlier !== -1) this.derived.add(number);
  }

  /**
   * Adds the ids of documents that follow each other. An empty one is derived from the place.
   *
   * @param bytes With id i at `[address + offsets[i], address + offsets[i + 1])`.
   * @param hashes The `idHash` of each, with the seed of the table.
   */
  addRun(
    bytes: Uint8Array,
    address: number,
    offsets: Uint32Array,
    hashes: Uint32Array,
    placeOf: (i: number) => Place,
  ): void {
    const addOne = (i: number) => {
      const place = placeOf(i);
      const id = utf8Text(bytes, address + offsets[i], address + offsets[i + 1]);
      this.add(id === '' ? formatPlace(place) : id, id !== '', place);
    };
    if (this.mark === '') this.corpus.ids.addRun(bytes, address, offsets, hashes, addOne);
    else for (let i = 0; i < hashes.length; i++) addOne(i);
  }

  private addNumbered(id: string): void {
    let number = (this.lastNumber.get(id) ?? 1) + 1;
    while (this.corpus.ids.add(`${id}#${number}`) !== -1) number++;
    this.lastNumber.set(id, number);
  }
}

/** A set of numbers that are added in ascending order, most of them one after the other: only where runs begin and end is kept. */
class NumberRanges {
  private readonly starts = growingU32();
  private readonly ends = growingU32();

  add(number: number): void {
    const last = this.ends.length - 1;
    if (last >= 0 && this.ends.get(last) === number) this.ends.set(last, number + 1);
    else {
      this.starts.push(number);
      this.ends.push(number + 1);
    }
  }

  has(number: number): boolean {
    let [low, high] = [0, this.starts.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.starts.get(middle) <= number) low = middle + 1;
      else high = middle;
    }
    return low > 0 && number < this.ends.get(low - 1);
  }
}
