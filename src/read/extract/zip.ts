/**
 * The files in a zip archive, in memory: nothing is written to disk, and names are only compared. What an archive may
 * blow up to is limited before it is inflated, whatever its directory claims.
 */
import { inflateRawSync } from 'node:zlib';
import { BadDocument } from '../bad-document.ts';

export interface ZipLimits {
  /** Bytes that all files together may inflate to. */
  readonly maxInflated: number;
}

/** No document needs more. */
const MAX_ENTRIES = 20_000;
/** A file that is larger than this must not have been compressed better than the ratio: XML reaches 30, a bomb 1,000. */
const SUSPICIOUS_BYTES = 16 << 20;
const SUSPICIOUS_RATIO = 200;

interface Entry {
  readonly method: number;
  readonly encrypted: boolean;
  readonly stored: number;
  readonly header: number;
}

export class Zip {
  readonly #bytes: Buffer;
  readonly #entries = new Map<string, Entry>();
  #left: number;

  constructor(bytes: Buffer, limits: ZipLimits) {
    this.#bytes = bytes;
    this.#left = limits.maxInflated;
    this.#readDirectory();
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  names(): IterableIterator<string> {
    return this.#entries.keys();
  }

  /** The content of a file, or undefined where there is none of that name. */
  read(name: string): Buffer | undefined {
    const entry = this.#entries.get(name);
    if (entry === undefined) return undefined;
    if (entry.encrypted) throw new BadDocument(PASSWORD);
    const content = this.#inflate(name, entry);
    this.#left -= content.length;
    return content;
  }

  #inflate(name: string, entry: Entry): Buffer {
    const bytes = this.#bytes;
    const { header, stored, method } = entry;
    if (header + 30 > bytes.length || bytes.readUInt32LE(header) !== LOCAL) throw damaged();
    const start = header + 30 + bytes.readUInt16LE(header + 26) + bytes.readUInt16LE(header + 28);
    const data = bytes.subarray(start, start + stored);
    if (data.length < stored) throw damaged();
    if (method === STORED) {
      if (stored > this.#left) throw this.#tooLarge(name);
      return data;
    }
    if (method !== DEFLATED)
      throw new BadDocument(`Expected zip files to be deflated, got method ${method}.`);
    const allowed = Math.min(this.#left, Math.max(SUSPICIOUS_BYTES, SUSPICIOUS_RATIO * stored));
    try {
      return inflateRawSync(data, { maxOutputLength: Math.max(1, allowed) });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw this.#tooLarge(name);
      throw damaged();
    }
  }

  #tooLarge(name: string): BadDocument {
    const what = `${name} in it inflates to more than a document may`;
    return new BadDocument(`Expected a document, got what looks like a zip bomb: ${what}.`);
  }

  #readDirectory(): void {
    const bytes = this.#bytes;
    const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
    if (end === -1 || end + 22 > bytes.length) throw damaged();
    const count = bytes.readUInt16LE(end + 10);
    const size = bytes.readUInt32LE(end + 12);
    const offset = bytes.readUInt32LE(end + 16);
    if (count > MAX_ENTRIES) {
      throw new BadDocument(`Expected at most ${MAX_ENTRIES} files in it, got ${count}.`);
    }
    // what stands before the archive (a self-extracting program) moves all positions
    const shift = end - size - offset;
    let at = end - size;
    for (let i = 0; i < count; i++) {
      if (at < 0 || at + 46 > end || bytes.readUInt32LE(at) !== CENTRAL) throw damaged();
      const nameLength = bytes.readUInt16LE(at + 28);
      const name = bytes.toString('utf8', at + 46, at + 46 + nameLength);
      // of files with the same name the first counts
      if (!this.#entries.has(name)) {
        this.#entries.set(name.replaceAll('\\', '/').replace(/^\/+/, ''), {
          encrypted: (bytes.readUInt16LE(at + 8) & 1) === 1,
          method: bytes.readUInt16LE(at + 10),
          stored: bytes.readUInt32LE(at + 20),
          header: bytes.readUInt32LE(at + 42) + shift,
        });
      }
      at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
    }
  }
}

export const PASSWORD = 'It is protected by a password: save it without one.';

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const STORED = 0;
const DEFLATED = 8;

function damaged(): BadDocument {
  return new BadDocument('Expected a whole zip archive, got one that is truncated or damaged.');
}
