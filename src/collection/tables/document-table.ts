/**
 * A table of some of a collection's documents: columns of numbers, the keys by which they are found, and which are alive.
 * A table that documents are added to is the delta; one that is full is written to a file and is then a segment, whose columns
 * and keys never change. Only bits of life, times of last sight, and places in the log do.
 */

import { pause } from '../../platform/host.ts';
import type { LogPlace } from '../store/log.ts';
import { KeyChains } from './key-chains.ts';
import { KeyTable } from './key-table.ts';

/** Log files have fewer bytes than this. */
const FILE_SHIFT = 2 ** 36;

/** The numbers of every document, in the order of the log. */
export interface DocumentColumns {
  /** File and offset of its line in the log as one number, the bytes of the line, and their checksum. */
  readonly places: Float64Array;
  readonly bytes: Uint32Array;
  readonly crcs: Uint32Array;
  /** Words of the canonical text. */
  readonly words: Uint32Array;
  /** The 128-bit hash of the canonical text: two numbers each. */
  readonly contents: BigUint64Array;
  /** The second, since 1970, from which the document is in no answer; 0 for never. */
  readonly expires: Uint32Array;
  /** The second in which it was added or last seen. */
  readonly seen: Uint32Array;
}

/** The facts about one document, besides its place in the log. */
export interface DocumentFacts {
  readonly words: number;
  readonly content: readonly [bigint, bigint];
  readonly expires: number;
  readonly seen: number;
  /** One key per list: the band keys, and the hash of the id. */
  readonly keys: ArrayLike<number>;
}

export class DocumentTable {
  /** Documents that are alive, the expired ones included. */
  living = 0;
  /** True if bits of life, times or places changed since the table was written. */
  isChanged = false;
  /** The hashes of the canonical texts as four numbers each. */
  readonly contentWords: Uint32Array;

  constructor(
    readonly columns: DocumentColumns,
    readonly keys: KeyTable | KeyChains,
    /** A bit for every document. */
    readonly live: Uint8Array,
    private used: number,
  ) {
    const { buffer, byteOffset, length } = columns.contents;
    this.contentWords = new Uint32Array(buffer, byteOffset, 2 * length);
    for (let number = 0; number < used; number++) if (this.isAlive(number)) this.living++;
  }

  /** A table to which documents can be added. */
  static empty(lists: number, capacity: number): DocumentTable {
    const live = new Uint8Array(Math.ceil(capacity / 8));
    return new DocumentTable(emptyColumns(capacity), new KeyChains(lists, capacity), live, 0);
  }

  /**
   * One table of the living documents of several, in their order.
   * Other work gets its turn in between; what dies meanwhile is brought up to date by `catchUp`.
   */
  static async merge(tables: readonly DocumentTable[], lists: number): Promise<MergedTable> {
    const numbers = tables.map((table) => new Uint32Array(table.length).fill(GONE));
    let count = 0;
    tables.forEach((table, t) => {
      for (let i = 0; i < table.length; i++) if (table.isAlive(i)) numbers[t][i] = count++;
    });
    const columns = emptyColumns(count);
    for (const [t, table] of tables.entries()) copyColumns(table, numbers[t], columns);
    await pause();
    const each = (list: number, visit: (key: number, document: number) => void) => {
      tables.forEach(({ keys }, t) => {
        const renumbered = numbers[t];
        keys.each(list, (key, document) => {
          if (renumbered[document] !== GONE) visit(key, renumbered[document]);
        });
      });
    };
    const keys = await KeyTable.build(lists, count, each);
    return { table: new DocumentTable(columns, keys, allAlive(count), count), numbers };
  }

  get length(): number {
    return this.used;
  }

  get capacity(): number {
    return this.columns.places.length;
  }

  /** Adds a document and returns its number. Only for a table of `empty` that is not full. */
  add(document: DocumentFacts, { file, offset, length, crc }: LogPlace): number {
    const number = this.used++;
    const { places, bytes, crcs, words, contents, expires, seen } = this.columns;
    places[number] = file * FILE_SHIFT + offset;
    bytes[number] = length;
    crcs[number] = crc;
    words[number] = document.words;
    contents[2 * number] = document.content[0];
    contents[2 * number + 1] = document.content[1];
    expires[number] = document.expires;
    seen[number] = document.seen;
    this.live[number >>> 3] |= 1 << (number & 7);
    this.living++;
    (this.keys as KeyChains).add(document.keys);
    return number;
  }

  /** Where the line of a document is in the log. */
  place(number: number): LogPlace {
    const { places, bytes, crcs } = this.columns;
    const file = Math.floor(places[number] / FILE_SHIFT);
    return { file, offset: places[number] % FILE_SHIFT, length: bytes[number], crc: crcs[number] };
  }

  /** The line of a document is at another place now. */
  move(number: number, file: number, offset: number): void {
    this.columns.places[number] = file * FILE_SHIFT + offset;
    this.isChanged = true;
  }

  isAlive(number: number): boolean {
    return (this.live[number >>> 3] & (1 << (number & 7))) !== 0;
  }

  remove(number: number): void {
    if (!this.isAlive(number)) return;
    this.live[number >>> 3] &= ~(1 << (number & 7));
    this.living--;
    this.isChanged = true;
  }

  /** The document was seen again; its time of expiry may change as well. */
  touch(number: number, seen: number, expires: number): void {
    this.columns.seen[number] = seen;
    this.columns.expires[number] = expires;
    this.isChanged = true;
  }

  get memory(): number {
    return bytesOf(this.columns) + this.keys.bytes + this.live.byteLength;
  }
}

/** A table made of others, and the number that each of their documents has in it. */
export interface MergedTable {
  readonly table: DocumentTable;
  readonly numbers: readonly Uint32Array[];
}

/** In place of the number of a document that is not in the merged table. */
export const GONE = 0xffffffff;

/** Applies changes made to documents while their table was being merged. */
export function catchUp({ table, numbers }: MergedTable, from: readonly DocumentTable[]): void {
  from.forEach((old, t) => {
    numbers[t].forEach((number, i) => {
      if (number === GONE) return;
      if (!old.isAlive(i)) table.remove(number);
      table.columns.places[number] = old.columns.places[i];
      table.columns.seen[number] = old.columns.seen[i];
      table.columns.expires[number] = old.columns.expires[i];
    });
  });
}

/** Bits of life for documents that are all alive. */
export function allAlive(count: number): Uint8Array {
  const live = new Uint8Array(Math.ceil(count / 8)).fill(0xff);
  if (count % 8 !== 0) live[live.length - 1] = (1 << (count % 8)) - 1;
  return live;
}

function emptyColumns(count: number): DocumentColumns {
  return {
    places: new Float64Array(count),
    bytes: new Uint32Array(count),
    crcs: new Uint32Array(count),
    words: new Uint32Array(count),
    contents: new BigUint64Array(2 * count),
    expires: new Uint32Array(count),
    seen: new Uint32Array(count),
  };
}

function copyColumns(from: DocumentTable, numbers: Uint32Array, to: DocumentColumns): void {
  const { columns } = from;
  for (let i = 0; i < from.length; i++) {
    const number = numbers[i];
    if (number === GONE) continue;
    to.places[number] = columns.places[i];
    to.bytes[number] = columns.bytes[i];
    to.crcs[number] = columns.crcs[i];
    to.words[number] = columns.words[i];
    to.contents[2 * number] = columns.contents[2 * i];
    to.contents[2 * number + 1] = columns.contents[2 * i + 1];
    to.expires[number] = columns.expires[i];
    to.seen[number] = columns.seen[i];
  }
}

function bytesOf(columns: DocumentColumns): number {
  return Object.values(columns).reduce((sum, column) => sum + column.byteLength, 0);
}
