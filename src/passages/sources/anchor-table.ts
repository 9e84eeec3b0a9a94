/** Which documents have an anchor or the key of a sentence: 8 bytes for each, sorted by hash when they are asked for. */
import { growingU32 } from '../../corpus/index.ts';

const DIGIT_BITS = 11;
const DIGITS = 3;
/** Anchors that a place of the directory leads to, on average. */
const PER_PLACE = 2;

/** Anchors of documents, to be looked up. */
export interface Anchors {
  /** Calls back with the document of every anchor that has this hash, ascending, until the callback returns false. */
  find(hash: number, visit: (document: number) => boolean): void;
}

/** Anchors are added; then they are asked for. They are sorted when that is needed first. */
export class AnchorTable implements Anchors {
  private hashes = growingU32();
  private documents = growingU32();
  private sorted: AnchorLists | undefined;
  /** Where the anchors with these highest bits begin. */
  private directory: Uint32Array | undefined;
  private shift = 32;

  get length(): number {
    return this.sorted?.hashes.length ?? this.hashes.length;
  }

  /** Bytes of memory. */
  get memory(): number {
    return 8 * this.length + (this.directory?.byteLength ?? 0);
  }

  /** Adds an anchor, before any is asked for; documents must come in ascending order. */
  add(hash: number, document: number): void {
    this.hashes.push(hash);
    this.documents.push(document);
  }

  find(hash: number, visit: (document: number) => boolean): void {
    const { hashes, documents } = this.sort();
    this.directory ??= this.directoryOf(hashes);
    const place = hash >>> this.shift;
    const end = this.directory[place + 1];
    let at = this.directory[place];
    while (at < end && hashes[at] < hash) at++;
    for (; at < end && hashes[at] === hash; at++) if (!visit(documents[at])) return;
  }

  /** All anchors, each hash with its document: by hash, then by document. */
  pairs(): Uint32Array {
    const { hashes, documents } = this.sort();
    const pairs = new Uint32Array(2 * hashes.length);
    for (let i = 0; i < hashes.length; i++) {
      pairs[2 * i] = hashes[i];
      pairs[2 * i + 1] = documents[i];
    }
    return pairs;
  }

  /** All anchors, possibly unsorted; the documents of a hash ascend. */
  unsorted(): AnchorLists {
    return this.sorted ?? { hashes: this.hashes.view(), documents: this.documents.view() };
  }

  private sort(): AnchorLists {
    if (this.sorted === undefined) {
      this.sorted = sortByHash(this.unsorted());
      this.hashes = growingU32();
      this.documents = growingU32();
    }
    return this.sorted;
  }

  private directoryOf(hashes: Uint32Array): Uint32Array {
    const bits = Math.min(26, Math.max(1, Math.ceil(Math.log2((hashes.length + 1) / PER_PLACE))));
    this.shift = 32 - bits;
    const directory = new Uint32Array((1 << bits) + 1);
    for (let i = 0; i < hashes.length; i++) directory[(hashes[i] >>> this.shift) + 1]++;
    for (let i = 1; i < directory.length; i++) directory[i] += directory[i - 1];
    return directory;
  }
}

/** Hashes, and the document of each. */
interface AnchorLists {
  readonly hashes: Uint32Array;
  readonly documents: Uint32Array;
}

/** Radix sort, stable, so that documents ascend for every hash. */
function sortByHash({ hashes, documents }: AnchorLists): AnchorLists {
  let from = { hashes: hashes.slice(), documents: documents.slice() };
  let to = { hashes: new Uint32Array(hashes.length), documents: new Uint32Array(hashes.length) };
  for (let digit = 0; digit < DIGITS; digit++) {
    const shift = DIGIT_BITS * digit;
    const mask = (1 << DIGIT_BITS) - 1;
    const next = new Uint32Array(mask + 2);
    for (let i = 0; i < from.hashes.length; i++) next[((from.hashes[i] >>> shift) & mask) + 1]++;
    for (let i = 1; i < next.length; i++) next[i] += next[i - 1];
    for (let i = 0; i < from.hashes.length; i++) {
      const at = next[(from.hashes[i] >>> shift) & mask]++;
      to.hashes[at] = from.hashes[i];
      to.documents[at] = from.documents[i];
    }
    [from, to] = [to, from];
  }
  return from;
}
