/**
 * Which documents have a key? A table has several lists: one for each min-hash band, and one for ids. In every list the documents are
 * sorted by a key of 32 bits: a directory by the highest bits of the key, the rest of the key, and the number of the document, in two
 * pieces of as many bits as are needed. It never changes. With 24 bands: 138 bytes per document if there are a million, 175 if there are 32,768.
 */
import { pause } from '../../platform/host.ts';

/** Tells `visit` the key and the number of every document of a list. The numbers of one key come in ascending order. */
export type EachKey = (list: number, visit: (key: number, document: number) => void) => void;

/** From this many documents on the directory takes the upper half of a key and more, so that 16 bits are enough for the rest. */
const HALF_RESTS_FROM = 1 << 17;
/** On average a place of the directory has this many documents: 2 ** DOCUMENTS_BITS. */
const DOCUMENTS_BITS = 3;
/** Keys that are entered before other work gets its turn. */
const KEYS_AT_ONCE = 1 << 18;

export interface KeyTableParts {
  readonly directory: Uint32Array;
  readonly rests: Uint16Array | Uint32Array;
  /** The low 16 bits of the numbers of documents, and the others; empty if there are none. */
  readonly documents: Uint16Array;
  readonly highs: Uint8Array | Uint16Array;
}

export class KeyTable {
  private readonly bits: number;
  private readonly slots: number;

  constructor(
    readonly lists: number,
    readonly count: number,
    readonly parts: KeyTableParts,
  ) {
    this.bits = directoryBits(count);
    this.slots = 2 ** this.bits + 1;
  }

  /** Builds a table. Other work gets its turn after every list. */
  static async build(lists: number, count: number, each: EachKey): Promise<KeyTable> {
    const { directory, rests, documents, highs } = emptyParts(lists, count);
    const bits = directoryBits(count);
    const slots = 2 ** bits + 1;
    const shift = 32 - bits;
    const hasHalfRests = rests instanceof Uint16Array;
    let entered = 0;
    for (let list = 0; list < lists; list++) {
      const starts = directory.subarray(list * slots, (list + 1) * slots);
      each(list, (key) => {
        starts[(key >>> shift) + 1]++;
      });
      for (let slot = 1; slot < slots; slot++) starts[slot] += starts[slot - 1];
      const next = starts.slice();
      const from = list * count;
      each(list, (key, document) => {
        const at = from + next[key >>> shift]++;
        rests[at] = hasHalfRests ? (key << bits) >>> 16 : key;
        documents[at] = document;
        highs[at] = document >>> 16;
      });
      entered += count;
      if (entered < KEYS_AT_ONCE) continue;
      entered = 0;
      await pause();
    }
    return new KeyTable(lists, count, { directory, rests, documents, highs });
  }

  /** Calls back with every document that has this key in a list, in ascending order, until the callback returns false. */
  find(list: number, key: number, visit: (document: number) => boolean): void {
    const { directory, rests } = this.parts;
    const slot = list * this.slots + (key >>> (32 - this.bits));
    const end = list * this.count + directory[slot + 1];
    const want = rests instanceof Uint16Array ? (key << this.bits) >>> 16 : key;
    for (let at = list * this.count + directory[slot]; at < end; at++) {
      if (rests[at] === want && !visit(this.documentAt(at))) return;
    }
  }

  /** Marks the lists in which a document has the key of that list. Tells only of the first `count` lists. */
  mark(keys: Uint32Array, count: number, marks: Uint8Array): void {
    const { directory, rests } = this.parts;
    for (let list = 0; list < count; list++) {
      const key = keys[list];
      const slot = list * this.slots + (key >>> (32 - this.bits));
      const end = list * this.count + directory[slot + 1];
      const want = rests instanceof Uint16Array ? (key << this.bits) >>> 16 : key;
      let at = list * this.count + directory[slot];
      while (at < end && rests[at] !== want) at++;
      if (at < end) marks[list] = 1;
    }
  }

  /** Every key of a list, ascending by the directory. */
  each(list: number, visit: (key: number, document: number) => void): void {
    const { directory, rests } = this.parts;
    const { bits } = this;
    const from = list * this.count;
    const isHalf = rests instanceof Uint16Array;
    for (let slot = 0; slot + 1 < this.slots; slot++) {
      const high = slot << (32 - bits);
      const end = from + directory[list * this.slots + slot + 1];
      for (let at = from + directory[list * this.slots + slot]; at < end; at++) {
        visit(isHalf ? (high | (rests[at] >>> (bits - 16))) >>> 0 : rests[at], this.documentAt(at));
      }
    }
  }

  get bytes(): number {
    return Object.values(this.parts).reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  private documentAt(at: number): number {
    const { documents, highs } = this.parts;
    return highs.length === 0 ? documents[at] : documents[at] + 0x10000 * highs[at];
  }
}

type PartBytes = Readonly<Record<keyof KeyTableParts, Uint8Array>>;

/** The parts of a table as they were written; undefined if they do not fit the number of documents. */
export function partsFrom(lists: number, count: number, bytes: PartBytes): KeyTableParts | undefined {
  const sizes = sizesOf(lists, count);
  if (PARTS.some((name) => bytes[name].byteLength !== sizes[name])) return undefined;
  const parts = viewsOf(count, bytes);
  return leadsToDocuments(parts, count) ? parts : undefined;
}

/** Whether all places and all document numbers are within `count`. */
function leadsToDocuments({ directory, documents, highs }: KeyTableParts, count: number): boolean {
  for (let i = 0; i < directory.length; i++) if (directory[i] > count) return false;
  for (let i = 0; i < documents.length; i++) {
    if (documents[i] + (highs.length === 0 ? 0 : 0x10000 * highs[i]) >= count) return false;
  }
  return true;
}

function hasHalfRests(count: number): boolean {
  return count >= HALF_RESTS_FROM;
}

function directoryBits(count: number): number {
  const bits = Math.ceil(Math.log2(count + 1)) - DOCUMENTS_BITS;
  return hasHalfRests(count) ? Math.max(16, bits) : Math.max(1, bits);
}

/** Bytes of the high part of a document's number. */
function highBytes(count: number): 0 | 1 | 2 {
  if (count <= 2 ** 16) return 0;
  return count <= 2 ** 24 ? 1 : 2;
}

const PARTS = ['directory', 'rests', 'documents', 'highs'] as const;

/** Bytes of the parts. */
function sizesOf(lists: number, count: number): Record<keyof KeyTableParts, number> {
  const entries = lists * count;
  return {
    directory: 4 * lists * (2 ** directoryBits(count) + 1),
    rests: (hasHalfRests(count) ? 2 : 4) * entries,
    documents: 2 * entries,
    highs: highBytes(count) * entries,
  };
}

function emptyParts(lists: number, count: number): KeyTableParts {
  const { directory, rests, documents, highs } = sizesOf(lists, count);
  return viewsOf(count, {
    directory: new Uint8Array(directory),
    rests: new Uint8Array(rests),
    documents: new Uint8Array(documents),
    highs: new Uint8Array(highs),
  });
}

function viewsOf(count: number, { directory, rests, documents, highs }: PartBytes): KeyTableParts {
  return {
    directory: u32Of(directory),
    rests: hasHalfRests(count) ? u16Of(rests) : u32Of(rests),
    documents: u16Of(documents),
    highs: highBytes(count) === 2 ? u16Of(highs) : highs,
  };
}

function u16Of({ buffer, byteOffset, byteLength }: Uint8Array): Uint16Array {
  return new Uint16Array(buffer, byteOffset, byteLength / 2);
}

function u32Of({ buffer, byteOffset, byteLength }: Uint8Array): Uint32Array {
  return new Uint32Array(buffer, byteOffset, byteLength / 4);
}
