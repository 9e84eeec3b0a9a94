/** Opens Arrow data: a file by the table at its end if any part of it can be read, everything else from the start. */
import {
  type ArrowFile,
  type ArrowHead,
  type ArrowRows,
  isFileHead,
  isOnlyFile,
  readArrow,
  TooLargeArrow,
} from '../../arrow/index.ts';
import type { OpenFile, Source } from '../../read.ts';
import { peek } from '../sources/peek.ts';
import { wholeDocument } from '../whole-document.ts';

const HEAD = 4096;

/** @param memory Bytes of a batch that may be in memory; of a compressed file whose start does not say enough, the whole file. */
export async function* readArrowSource(
  source: Source,
  memory: number,
): AsyncGenerator<ArrowHead | ArrowRows> {
  const stored = await openStoredArrow(source);
  if (stored !== undefined) {
    try {
      return yield* readArrow(storedFile(stored, source.size), { memory });
    } finally {
      await stored.close();
    }
  }
  const { head, chunks } = await peek(source.open(), HEAD);
  if (!isOnlyFile(head)) return yield* readArrow(chunks, { memory });
  await chunks.return?.();
  const bytes = await wholeDocument(source, memory);
  if (bytes === undefined) throw new TooLargeArrow(memory);
  const file = { size: bytes.length, read: (at: number, length: number) => bytes.slice(at, at + length) };
  yield* readArrow(file, { memory });
}

/** The file that a source is, if it is stored as it is and has the form of a file. */
async function openStoredArrow(source: Source): Promise<OpenFile | undefined> {
  const stored = await source.openFile?.();
  if (stored === undefined) return undefined;
  const head = new Uint8Array(8);
  stored.read(head, 0, head.length, 0);
  if (isFileHead(head)) return stored;
  await stored.close();
  return undefined;
}

function storedFile(stored: OpenFile, size: number): ArrowFile {
  return {
    size,
    read(position, length) {
      const bytes = new Uint8Array(length);
      let done = 0;
      for (let got = -1; done < length && got !== 0; done += got)
        got = stored.read(bytes, done, length - done, position + done);
      return bytes.subarray(0, done);
    },
  };
}
