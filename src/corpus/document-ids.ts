/**
 * Enters the ids of documents into a corpus. An id that the user's data gives must be unique, or later ones are renamed if the
 * options say so. An id that neardup derives (`read/id-of.ts`) gets the first free `#2`, `#3` … if it is taken. A given id is never
 * renamed for a derived one: if it is taken, by whichever kind, it occurs twice.
 */
import { formatPlace, type Place } from '../document.ts';
import { NeardupError } from '../errors.ts';
import { utf8Text } from '../platform/bytes.ts';
import type { Corpus } from './corpus.ts';
import { NumberedIds } from './unique-ids.ts';

export class DocumentIds {
  private readonly numbered = new NumberedIds();

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
      if (isGiven && this.onDuplicate === 'error') {
        const places = `${formatPlace(this.corpus.place(earlier))} and ${formatPlace(place)}`;
        throw new NeardupError('DUPLICATE_ID', `The id \`${id}\` occurs twice: ${places}.`);
      }
      this.numbered.take(marked, (numbered) => ids.add(numbered) === -1);
      if (isGiven) this.corpus.renamed?.push(number);
    }
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
}
