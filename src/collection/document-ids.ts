/**
 * Enters the ids of documents into a corpus. An id that the user's data gives must be unique, or later ones are renamed if the
 * options say so. An id that neardup derives (`read/id-of.ts`) never ends a run: if two documents would have the same id
 * and at least one of them is derived, the later one gets the first free `#2`, `#3` ….
 */
import { formatPlace, type Place } from '../document.ts';
import { NeardupError } from '../errors.ts';
import type { Corpus } from './columns.ts';
import { growingU32 } from './growing.ts';

export class DocumentIds {
  private readonly derived = new NumberRanges();
  /** The last number that was appended to an id. */
  private readonly lastNumber = new Map<string, number>();

  /** @param onDuplicate What happens to an id that is given twice. */
  constructor(
    private readonly corpus: Pick<Corpus, 'ids' | 'place'>,
    private readonly onDuplicate: 'error' | 'rename',
  ) {}

  /** @param mark A prefix that tells the ids of the reference from those of the input. */
  addGiven(id: string, place: Place, mark: string): void {
    const { ids } = this.corpus;
    const earlier = ids.add(mark + id);
    if (earlier === -1) return;
    if (this.onDuplicate === 'error' && !this.derived.has(earlier)) {
      const places = `${formatPlace(this.corpus.place(earlier))} and ${formatPlace(place)}`;
      throw new NeardupError('DUPLICATE_ID', `The id \`${id}\` comes twice: ${places}.`);
    }
    this.derived.add(ids.length);
    this.addNumbered(mark + id);
  }

  addDerived(id: string, mark: string): void {
    this.derived.add(this.corpus.ids.length);
    if (this.corpus.ids.add(mark + id) !== -1) this.addNumbered(mark + id);
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
