/**
 * The files in a zip archive, in memory: nothing is written to disk, and names are only compared. The size to which an
 * archive may inflate is limited before it is inflated, whatever its directory claims.
 */

import { inflatedRaw, TooLarge } from '../../platform/inflate.ts';
import {
  DEFLATED,
  damagedZip,
  dataStart,
  STORED,
  type ZipBytes,
  type ZipEntry,
  zipDirectory,
} from '../archives/zip-directory.ts';
import { BadDocument } from '../bad-document.ts';

export interface ZipLimits {
  /** Bytes to which all files together may inflate. */
  readonly maxInflated: number;
}

/** No document needs more. */
const MAX_ENTRIES = 20_000;
/** A file that is larger than this must not have been compressed better than the ratio: XML reaches 30, a bomb 1,000. */
const SUSPICIOUS_BYTES = 16 << 20;
const SUSPICIOUS_RATIO = 200;

export class Zip {
  readonly #bytes: ZipBytes;
  readonly #entries = new Map<string, ZipEntry>();
  #left: number;

  constructor(bytes: Uint8Array, limits: ZipLimits) {
    this.#bytes = { size: bytes.length, read: (at, length) => bytes.subarray(at, at + length) };
    this.#left = limits.maxInflated;
    for (const entry of zipDirectory(this.#bytes, MAX_ENTRIES)) {
      // of files with the same name the first counts
      if (!this.#entries.has(entry.name)) this.#entries.set(entry.name, entry);
    }
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  /** The content of a file, or undefined if there is none of that name. */
  read(name: string): Uint8Array | undefined {
    const entry = this.#entries.get(name);
    if (entry === undefined) return undefined;
    if (entry.encrypted) throw new BadDocument(PASSWORD);
    const content = this.#inflate(name, entry);
    this.#left -= content.length;
    return content;
  }

  #inflate(name: string, entry: ZipEntry): Uint8Array {
    const { stored, method } = entry;
    const data = this.#bytes.read(dataStart(this.#bytes, entry), stored);
    if (data.length < stored) throw damagedZip();
    if (method === STORED) {
      if (stored > this.#left) throw this.#tooLarge(name);
      return data;
    }
    if (method !== DEFLATED)
      throw new BadDocument(`Expected zip files to be deflated, got method ${method}.`);
    const allowed = Math.min(this.#left, Math.max(SUSPICIOUS_BYTES, SUSPICIOUS_RATIO * stored));
    try {
      return inflatedRaw(data, allowed);
    } catch (error) {
      if (error instanceof TooLarge) throw this.#tooLarge(name);
      throw damagedZip();
    }
  }

  #tooLarge(name: string): BadDocument {
    const what = `${name} in it inflates to more than a document may`;
    return new BadDocument(`Expected a document, got what looks like a zip bomb: ${what}.`);
  }
}

export const PASSWORD = 'It is protected by a password: save it without one.';
