/** OLE compound files: a small file system in a file, with chains of sectors and of mini sectors for short streams. */
import { BadDocument } from '../bad-document.ts';

const FREE = 0xfffffffa;
const MINI_SECTOR = 64;
/** Streams shorter than this are in mini sectors. */
const MINI_CUTOFF = 4096;
const ENTRY_BYTES = 128;

export class OleFile {
  readonly #bytes: Buffer;
  readonly #sectorSize: number;
  readonly #fat: number[] = [];
  readonly #entries = new Map<string, { readonly start: number; readonly size: number }>();
  readonly #miniFat: Buffer;
  readonly #miniStream: Buffer;

  constructor(bytes: Buffer) {
    if (bytes.length < 512) throw damaged();
    this.#bytes = bytes;
    this.#sectorSize = bytes.readUInt16LE(30) === 12 ? 4096 : 512;
    this.#readFat();
    this.#readDirectory();
    this.#miniFat = this.#chain(bytes.readUInt32LE(60), bytes.length);
    const root = this.#entries.get(ROOT);
    this.#miniStream = root === undefined ? Buffer.alloc(0) : this.#chain(root.start, root.size);
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  stream(name: string): Buffer | undefined {
    const entry = this.#entries.get(name);
    if (entry === undefined) return undefined;
    return entry.size < MINI_CUTOFF
      ? this.#miniChain(entry.start, entry.size)
      : this.#chain(entry.start, entry.size);
  }

  #sector(number: number): Buffer {
    const at = (number + 1) * this.#sectorSize;
    return this.#bytes.subarray(at, at + this.#sectorSize);
  }

  /** The sectors that say for each sector which one follows it: 109 in the header, more in a chain. */
  #readFat(): void {
    const sectors: number[] = [];
    for (let at = 76; at < 512; at += 4) sectors.push(this.#bytes.readUInt32LE(at));
    let next = this.#bytes.readUInt32LE(68);
    const most = this.#bytes.length / this.#sectorSize;
    for (let i = 0; next < FREE && i < most; i++) {
      const table = this.#sector(next);
      if (table.length < this.#sectorSize) break;
      for (let at = 0; at < this.#sectorSize - 4; at += 4) sectors.push(table.readUInt32LE(at));
      next = table.readUInt32LE(this.#sectorSize - 4);
    }
    for (const number of sectors) {
      if (number >= FREE) continue;
      const table = this.#sector(number);
      for (let at = 0; at + 4 <= table.length; at += 4) this.#fat.push(table.readUInt32LE(at));
    }
  }

  #readDirectory(): void {
    const directory = this.#chain(this.#bytes.readUInt32LE(48), this.#bytes.length);
    const own = ownEntries(directory);
    // embedded documents have streams of the same names: the document's own come first, and count
    const places = Array.from({ length: Math.floor(directory.length / ENTRY_BYTES) }, (_, i) => i);
    for (const place of [0, ...own, ...places]) {
      const at = place * ENTRY_BYTES;
      if (at + ENTRY_BYTES > directory.length) continue;
      const nameBytes = directory.readUInt16LE(at + 64);
      const kind = directory[at + 66];
      if (kind === 0 || nameBytes < 2 || nameBytes > 64) continue;
      const name = directory.toString('utf16le', at, at + nameBytes - 2);
      const entry = { start: directory.readUInt32LE(at + 116), size: directory.readUInt32LE(at + 120) };
      const key = kind === 5 ? ROOT : name;
      if (!this.#entries.has(key)) this.#entries.set(key, entry);
    }
  }

  #chain(start: number, size: number): Buffer {
    const pieces: Buffer[] = [];
    let length = 0;
    for (let at = start; at < FREE && length < size; at = this.#fat[at] ?? FREE) {
      const sector = this.#sector(at);
      // a circular chain is cut off at the size of the file
      if (sector.length === 0 || length > this.#bytes.length) break;
      pieces.push(sector);
      length += sector.length;
    }
    return Buffer.concat(pieces).subarray(0, size);
  }

  #miniChain(start: number, size: number): Buffer {
    const pieces: Buffer[] = [];
    for (let at = start; at < FREE && pieces.length * MINI_SECTOR < size; ) {
      pieces.push(this.#miniStream.subarray(at * MINI_SECTOR, (at + 1) * MINI_SECTOR));
      at = at * 4 + 4 <= this.#miniFat.length ? this.#miniFat.readUInt32LE(at * 4) : FREE;
    }
    return Buffer.concat(pieces).subarray(0, size);
  }
}

const ROOT = '\0root';

/** The entries directly below the root: a binary tree by left and right neighbors. */
function ownEntries(directory: Buffer): Set<number> {
  const found = new Set<number>();
  const open = directory.length >= ENTRY_BYTES ? [directory.readUInt32LE(76)] : [];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const at = place * ENTRY_BYTES;
    if (place === 0 || found.has(place) || at + ENTRY_BYTES > directory.length) continue;
    found.add(place);
    open.push(directory.readUInt32LE(at + 68), directory.readUInt32LE(at + 72));
  }
  return found;
}

function damaged(): BadDocument {
  return new BadDocument('Expected a whole Office 97–2003 file, got one that is truncated or damaged.');
}
