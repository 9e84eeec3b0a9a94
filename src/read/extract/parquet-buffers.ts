/** The bytes of Parquet files, of which parts are read: from memory, or from the file if it is stored as it is. */
import type { AsyncBuffer } from 'hyparquet';
import { latin1 } from '../../platform/bytes.ts';
import type { OpenFile, Source } from '../../read.ts';
import { wholeDocument } from '../whole-document.ts';

export interface OpenParquet {
  readonly file: AsyncBuffer;
  close(): Promise<void>;
}

const MAGIC = 'PAR1';

/** How much of the end is fetched in the hope that it is the whole footer; the rest of a longer one is fetched then. */
export const FOOTER = { initialFetchSize: 1 << 16 };

export function isParquet(head: Uint8Array): boolean {
  return latin1(head.subarray(0, MAGIC.length)) === MAGIC;
}

/** Opens a source that is a Parquet file; if it is compressed as a whole, the whole file is held in memory. */
export async function openParquet(source: Source): Promise<OpenParquet> {
  const stored = await openStored(source);
  if (stored !== undefined) return stored;
  const bytes = await wholeDocument(source, Number.POSITIVE_INFINITY);
  return { file: memoryBuffer(bytes!), close: async () => {} };
}

/** Opens a Parquet file that is stored as it is; undefined if the source is something else. */
export async function openStored(source: Source): Promise<OpenParquet | undefined> {
  const parts = await source.openParts?.();
  if (parts !== undefined)
    return isParquet(new Uint8Array(await parts.slice(0, MAGIC.length)))
      ? { file: parts, close: () => parts.close() }
      : undefined;
  const stored = await source.openFile?.();
  if (stored === undefined) return undefined;
  const head = new Uint8Array(MAGIC.length);
  stored.read(head, 0, head.length, 0);
  if (isParquet(head)) return { file: storedBuffer(stored, source.size), close: () => stored.close() };
  await stored.close();
  return undefined;
}

function storedBuffer(stored: OpenFile, size: number): AsyncBuffer {
  return {
    byteLength: size,
    slice(start, end = size) {
      const from = start < 0 ? Math.max(0, size + start) : start;
      const bytes = new Uint8Array(Math.max(0, Math.min(end, size) - from));
      for (let done = 0, read = 1; done < bytes.length && read > 0; done += read) {
        read = stored.read(bytes, done, bytes.length - done, from + done);
      }
      return bytes.buffer;
    },
  };
}

export function memoryBuffer(bytes: Uint8Array): AsyncBuffer {
  const buffer = bytes.buffer as ArrayBuffer;
  return {
    byteLength: bytes.length,
    slice: (start, end = bytes.length) => {
      const from = start < 0 ? Math.max(0, bytes.length + start) : start;
      return buffer.slice(bytes.byteOffset + from, bytes.byteOffset + Math.min(end, bytes.length));
    },
  };
}
