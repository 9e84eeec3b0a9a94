/** The places of all anchors of a collection: 8 bytes each, sorted by hash when all are there. */
import { growingU32 } from '../../collection/index.ts';

const DIGIT_BITS = 11;
const DIGITS = 3;
/** Anchors that a place of the directory leads to, on average. */
const PER_PLACE = 2;

export class AnchorTable {
  private hashes = growingU32();
  private places = growingU32();
  private sortedHashes = new Uint32Array(0);
  private sortedPlaces = new Uint32Array(0);
  /** Where the anchors with these highest bits begin. */
  private directory = new Uint32Array(2);
  private shift = 32;

  get length(): number {
    return this.sortedHashes.length + this.hashes.length;
  }

  /** Bytes of memory. */
  get memory(): number {
    return 8 * this.length + this.directory.byteLength;
  }

  add(hash: number, place: number): void {
    this.hashes.push(hash);
    this.places.push(place);
  }

  /** Sorts; nothing can be added after. */
  finish(): void {
    const { hashes, places } = sortByHash(this.hashes.view(), this.places.view());
    this.hashes = growingU32();
    this.places = growingU32();
    this.sortedHashes = hashes;
    this.sortedPlaces = places;
    const bits = Math.min(26, Math.max(1, Math.ceil(Math.log2((hashes.length + 1) / PER_PLACE))));
    this.shift = 32 - bits;
    this.directory = new Uint32Array((1 << bits) + 1);
    for (let i = 0; i < hashes.length; i++) this.directory[(hashes[i] >>> this.shift) + 1]++;
    for (let i = 1; i < this.directory.length; i++) this.directory[i] += this.directory[i - 1];
  }

  /** Where in the table the anchors with this hash begin; `endOf` tells where they end. -1 if there are none. */
  find(hash: number): number {
    const place = hash >>> this.shift;
    const end = this.directory[place + 1];
    for (let at = this.directory[place]; at < end; at++) {
      if (this.sortedHashes[at] === hash) return at;
      if (this.sortedHashes[at] > hash) return -1;
    }
    return -1;
  }

  endOf(first: number): number {
    const hash = this.sortedHashes[first];
    const limit = this.sortedHashes.length;
    // most anchors occur once; for those that occur everywhere, the end is searched for in growing steps
    let step = 1;
    let end = first + 1;
    while (end < limit && this.sortedHashes[end] === hash) {
      end += step;
      step *= 2;
    }
    if (step === 1) return end;
    let low = end - step / 2;
    let high = Math.min(end, limit);
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.sortedHashes[middle] === hash) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The place of the anchor at this position of the table; ascending for anchors of one hash. */
  placeAt(at: number): number {
    return this.sortedPlaces[at];
  }
}

/** Radix sort, stable, so that places ascend for every hash. */
function sortByHash(hashes: Uint32Array, places: Uint32Array) {
  let from = { hashes: hashes.slice(), places: places.slice() };
  let to = { hashes: new Uint32Array(hashes.length), places: new Uint32Array(hashes.length) };
  for (let digit = 0; digit < DIGITS; digit++) {
    const shift = DIGIT_BITS * digit;
    const mask = (1 << DIGIT_BITS) - 1;
    const next = new Uint32Array(mask + 2);
    for (let i = 0; i < from.hashes.length; i++) next[((from.hashes[i] >>> shift) & mask) + 1]++;
    for (let i = 1; i < next.length; i++) next[i] += next[i - 1];
    for (let i = 0; i < from.hashes.length; i++) {
      const at = next[(from.hashes[i] >>> shift) & mask]++;
      to.hashes[at] = from.hashes[i];
      to.places[at] = from.places[i];
    }
    [from, to] = [to, from];
  }
  return from;
}
