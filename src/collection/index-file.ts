/**
 * The file of a signature index: a file of named parts (`store/parts-file.ts`) with the type of the index, the bits of a signature and their number
 * in its header. docs/index-format.md describes it byte by byte.
 */
import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { NeardupError } from '../errors.ts';
import { atomicFile, lockFolder } from '../write/index.ts';
import { type Part, PartsFile, type PartsOutput, type StreamedPart, writeParts } from './store/parts-file.ts';

export const INDEX_VERSION = 2;
/** The name of the file in the folder of a saved index. */
const FILE_NAME = 'signatures.ndx';
/** The type of an index in its header. Type 3 was `sketches`: such an index is read, and its signatures are put into clusters. */
const KINDS: readonly (IndexKind | undefined)[] = [undefined, 'scan', 'slices', 'clusters', 'clusters'];

export type IndexKind = 'scan' | 'slices' | 'clusters';

export interface IndexFacts {
  readonly kind: IndexKind;
  /** Bits of a signature, and number of signatures. */
  readonly width: number;
  readonly count: number;
}

export type { StreamedPart };
export type IndexPart = Part;

/** The index in a folder, open for reading. */
export function openIndexIn(folder: string): IndexFile {
  return new IndexFile(join(folder, FILE_NAME));
}

/** Bytes of the index in a folder. */
export function indexBytesIn(folder: string): number {
  return statSync(join(folder, FILE_NAME)).size;
}

/** Makes the folder of an index, and keeps other writers out of it while `write` runs. */
export async function whileLocked<T>(folder: string, write: () => Promise<T>): Promise<T> {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (cause) {
    throw new NeardupError('WRITE_FAILED', `${folder}: no folder for the index can be made there.`, {
      cause,
    });
  }
  const unlock = await lockFolder(folder);
  try {
    return await write();
  } finally {
    unlock();
  }
}

/** Saves an index to a folder. It appears complete or not at all; one that was there before stays until then. */
export async function saveIndexIn(
  folder: string,
  facts: IndexFacts,
  parts: Iterable<IndexPart | StreamedPart>,
  signal?: AbortSignal,
): Promise<void> {
  const output = await atomicFile(join(folder, FILE_NAME));
  const write = (chunk: Uint8Array) => {
    signal?.throwIfAborted();
    return output.write(chunk);
  };
  try {
    await writeIndexParts({ write }, facts, parts);
    await output.prepare();
    signal?.throwIfAborted();
    await output.commit();
  } finally {
    await output.abort();
  }
}

export function writeIndexParts(
  output: PartsOutput,
  { kind, width, count }: IndexFacts,
  parts: Iterable<IndexPart | StreamedPart>,
): Promise<void> {
  return writeParts(
    output,
    { version: INDEX_VERSION, facts: [KINDS.lastIndexOf(kind), width, count] },
    parts,
  );
}

/** An index file that is open for reading. */
export class IndexFile {
  readonly facts: IndexFacts;
  private readonly parts: PartsFile;

  /** Opens a file and checks header and table; the parts are checked as they are read. */
  constructor(path: string) {
    this.parts = new PartsFile(path, {
      version: INDEX_VERSION,
      what: 'a neardup index',
      missing: 'NO_INDEX',
      bad: 'BAD_INDEX',
    });
    const [type, width, count] = this.parts.facts;
    const kind = KINDS[type];
    if (kind === undefined) {
      this.close();
      throw this.bad('its header is damaged: there is no such type of index');
    }
    this.facts = { kind, width, count };
  }

  has(name: string): boolean {
    return this.parts.has(name);
  }

  /** A whole part, with its checksum verified. */
  get(name: string): Uint8Array {
    return this.parts.get(name);
  }

  /** Verifies the checksum of a part that is read in pieces later. */
  verify(name: string): void {
    this.parts.verify(name);
  }

  /** Bytes out of the middle of a part, without a check. */
  slice(name: string, from: number, length: number): Uint8Array {
    return this.parts.slice(name, from, length);
  }

  /** Length of a part. */
  lengthOf(name: string): number {
    return this.parts.lengthOf(name);
  }

  close(): void {
    this.parts.close();
  }

  /** An error that says why the file cannot be used. */
  bad(reason: string): NeardupError {
    return this.parts.bad(reason);
  }
}
