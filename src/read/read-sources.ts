/** All sources, one after the other, each by its own reader. What goes wrong in one is told and the next one is read. */
import { NeardupError, systemReason } from '../errors.ts';
import type { Reader, ReadItem, ReadOptions, Source, SourcedItem } from '../read.ts';
import { checkEncoding } from './charset.ts';
import { DamagedData } from './decompress.ts';
import { checkFormat, HEAD_BYTES, readerFor } from './formats.ts';
import { peek } from './peek.ts';

/** Raises BAD_OPTION for an unknown format or encoding; everything else that is wrong comes as an item. */
export async function* readSources(
  sources: Iterable<Source> | AsyncIterable<Source>,
  options: ReadOptions,
): AsyncGenerator<SourcedItem> {
  checkFormat(options.format);
  checkEncoding(options.encoding);
  for await (const source of sources) yield* readSource(source, options);
}

/** What stands in for the reader where it did not come to one. */
const noReader: Reader = { name: 'none', extensions: [], many: false, async *read() {} };

async function* readSource(source: Source, options: ReadOptions): AsyncGenerator<SourcedItem> {
  let reader = noReader;
  const sourced = (item: ReadItem): SourcedItem => ({
    source,
    reader,
    place: { source: source.name, line: item.line },
    item,
  });
  try {
    const { head, chunks } = await peek(source.open(), HEAD_BYTES);
    try {
      if (head.length === 0) return yield sourced({ problem: 'It is empty: there is no document in it.' });
      const found = readerFor(source, head, options);
      if ('problem' in found) return yield sourced(found);
      reader = found;
      for await (const item of reader.read(opened(source, chunks), options)) yield sourced(item);
    } finally {
      await chunks.return?.();
    }
  } catch (error) {
    if (error instanceof NeardupError) throw error;
    yield sourced({ problem: reasonFor(error, reader) });
  }
}

/** The source with the stream that is open already, so that looking at its head does not mean opening it twice. */
function opened(source: Source, chunks: AsyncIterable<Uint8Array>): Source {
  let taken = false;
  return {
    name: source.name,
    path: source.path,
    size: source.size,
    open() {
      if (taken) return source.open();
      taken = true;
      return chunks;
    },
  };
}

function reasonFor(error: unknown, reader: Reader): string {
  if (error instanceof DamagedData) return `Could not be read to its end: ${error.message}.`;
  if ((error as NodeJS.ErrnoException)?.syscall) return `Cannot be read: ${systemReason(error)}.`;
  return `The ${reader.name} reader failed on it: ${systemReason(error)}.`;
}
