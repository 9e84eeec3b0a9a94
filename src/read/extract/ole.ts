/** OLE compound files: a small file system in a file, with chains of sectors and of mini sectors for short streams. */
import { joinBytes } from '../../platform/join-bytes.ts';
import { BadDocument } from '../bad-document.ts';
import { u16At, u32At, utf16Text } from './little-endian.ts';

const FREE = 0xfffffffa;
const MINI_SECTOR = 64;
/** Streams shorter than this are in mini sectors. */
const MINI_CUTOFF = 4096;
const ENTRY_BYTES = 128;

export class OleFile {
  readonly #bytes: Uint8Array;
  readonly #sectorSize: number;
  readonly #fat: number[] = [];
  readonly #entries = new Map<string, { readonly start: number; readonly size: number }>();
  readonly #miniFat: Uint8Array;
  readonly #miniStream: Uint8Array;

  constructor(bytes: Uint8Array) {
    if (bytes.length < 512) throw damaged();
    this.#bytes = bytes;
    this.#sectorSize = u16At(bytes, 30) === 12 ? 4096 : 512;
    this.#readFat();
    this.#readDirectory();
    this.#miniFat = this.#chain(u32At(bytes, 60), bytes.length);
    const root = this.#entries.get(ROOT);
    this.#miniStream = root === undefined ? new Uint8Array(0) : this.#chain(root.start, root.size);
  }

  has(name: string): boolean {
    return this.#entries.has(name.toLowerCase());
  }

  stream(name: string): Uint8Array | undefined {
    const entry = this.#entries.get(name.toLowerCase());
    if (entry === undefined) return undefined;
    return entry.size < MINI_CUTOFF
      ? this.#miniChain(entry.start, entry.size)
      : this.#chain(entry.start, entry.size);
  }

  #sector(number: number): Uint8Array {
    const at = (number + 1) * this.#sectorSize;
    return this.#bytes.subarray(at, at + this.#sectorSize);
  }

  /** The sectors that say for each sector which one follows it: 109 in the header, more in a chain. */
  #readFat(): void {
    const sectors: number[] = [];
    for (let at = 76; at < 512; at += 4) sectors.push(u32At(this.#bytes, at));
    let next = u32At(this.#bytes, 68);
    const most = this.#bytes.length / this.#sectorSize;
    for (let i = 0; next < FREE && i < most; i++) {
      const table = this.#sector(next);
      if (table.length < this.#sectorSize) break;
      for (let at = 0; at < this.#sectorSize - 4; at += 4) sectors.push(u32At(table, at));
      next = u32At(table, this.#sectorSize - 4);
    }
    for (const number of sectors) {
      if (number >= FREE) continue;
      const table = this.#sector(number);
      for (let at = 0; at + 4 <= table.length; at += 4) this.#fat.push(u32At(table, at));
    }
  }

  #readDirectory(): void {
    const directory = this.#chain(u32At(this.#bytes, 48), this.#bytes.length);
    const own = ownEntries(directory);
    // embedded documents have streams of the same names: the document's own come first, and count
    const places = Array.from({ length: Math.floor(directory.length / ENTRY_BYTES) }, (_, i) => i);
    for (const place of [0, ...own, ...places]) {
      const at = place * ENTRY_BYTES;
      if (at + ENTRY_BYTES > directory.length) continue;
      const nameBytes = u16At(directory, at + 64);
      const kind = directory[at + 66];
      if (kind === 0 || nameBytes < 2 || nameBytes > 64) continue;
      const name = utf16Text(directory.subarray(at, at + nameBytes - 2));
      const entry = { start: u32At(directory, at + 116), size: u32At(directory, at + 120) };
      // capital and small letters are the same in names
      const key = kind === 5 ? ROOT : name.toLowerCase();
      if (!this.#entries.has(key)) this.#entries.set(key, entry);
    }
  }

  #chain(start: number, size: number): Uint8Array {
    const pieces: Uint8Array[] = [];
    let length = 0;
    for (let at = start; at < FREE && length < size; at = this.#fat[at] ?? FREE) {
      const sector = this.#sector(at);
      // a circular chain is cut off at the size of the file
      if (sector.length === 0 || length > this.#bytes.length) break;
      pieces.push(sector);
      length += sector.length;
    }
    return joinBytes(pieces).subarray(0, size);
  }

  #miniChain(start: number, size: number): Uint8Array {
    const pieces: Uint8Array[] = [];
    for (let at = start; at < FREE && pieces.length * MINI_SECTOR < size; ) {
      pieces.push(this.#miniStream.subarray(at * MINI_SECTOR, (at + 1) * MINI_SECTOR));
      at = at * 4 + 4 <= this.#miniFat.length ? u32At(this.#miniFat, at * 4) : FREE;
    }
    return joinBytes(pieces).subarray(0, size);
  }
}

const ROOT = '\0root';

/** The entries directly below the root: a binary tree by left and right neighbors. */
function ownEntries(directory: Uint8Array): Set<number> {
  const found = new Set<number>();
  const open = directory.length >= ENTRY_BYTES ? [u32At(directory, 76)] : [];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const at = place * ENTRY_BYTES;
    if (place === 0 || found.has(place) || at + ENTRY_BYTES > directory.length) continue;
    found.add(place);
    open.push(u32At(directory, at + 68), u32At(directory, at + 72));
  }
  return found;
}

function damaged(): BadDocument {
  return new BadDocument('Expected a whole Office 97–2003 file, got one that is truncated or damaged.');
}
