/** All sources, one after the other, each by its own reader. What goes wrong in one is told and the next one is read. */
import { NeardupError, systemReason } from '../errors.ts';
import type {
  BulkTarget,
  RawLines,
  Reader,
  ReadItem,
  ReadOptions,
  Source,
  SourcedItem,
  SourcedLines,
} from '../read.ts';
import { checkEncoding } from './charset.ts';
import { DamagedData } from './decompress.ts';
import { checkFormat, HEAD_BYTES, readerFor } from './formats.ts';
import { type Peeked, peek } from './peek.ts';

type Sources = Iterable<Source> | AsyncIterable<Source>;

/** Raises BAD_OPTION for an unknown format or encoding; everything else that is wrong comes as an item. */
export function readSources(sources: Sources, options: ReadOptions): AsyncGenerator<SourcedItem> {
  return readAll(sources, options) as AsyncGenerator<SourcedItem>;
}

/** The same documents, as raw lines where reader and options allow it. */
export function readSourcesBulk(
  sources: Sources,
  options: ReadOptions,
  target: BulkTarget,
): AsyncGenerator<SourcedItem | SourcedLines> {
  return readAll(sources, options, target);
}

async function* readAll(
  sources: Sources,
  options: ReadOptions,
  target?: BulkTarget,
): AsyncGenerator<SourcedItem | SourcedLines> {
  checkFormat(options.format);
  checkEncoding(options.encoding);
  for await (const source of sources) {
    let opened: Opened | undefined;
    try {
      opened = await openSource(source, options, target);
      const { reader } = opened;
      if (opened.raw) for await (const raw of opened.raw) yield { source, reader, raw };
      else for await (const item of opened.items) yield sourced(source, reader, item);
    } catch (error) {
      if (error instanceof NeardupError) throw error;
      const reader = opened?.reader ?? noReader;
      yield sourced(source, reader, { problem: reasonFor(error, reader) });
    } finally {
      await opened?.close();
    }
  }
}

/** What stands in for the reader where it did not come to one. */
const noReader: Reader = { name: 'none', extensions: [], many: false, async *read() {} };

interface Opened {
  readonly reader: Reader;
  readonly items: AsyncIterable<ReadItem> | Iterable<ReadItem>;
  /** Instead of the items, where they are read in bulk. */
  readonly raw?: AsyncIterable<RawLines>;
  close(): Promise<unknown>;
}

async function openSource(source: Source, options: ReadOptions, target?: BulkTarget): Promise<Opened> {
  const { head, chunks } = await peek(source.open(), HEAD_BYTES);
  const close = async () => chunks.return?.();
  if (head.length === 0) {
    return { reader: noReader, items: [{ problem: 'It is empty: there is no document in it.' }], close };
  }
  const found = readerFor(source, head, options);
  if ('problem' in found) return { reader: noReader, items: [found], close };
  const again = withStream(source, chunks);
  const raw = target && found.readBulk?.(again, options, target);
  return { reader: found, items: raw ? [] : found.read(again, options), raw, close };
}

/** The source with the stream that is open already, so that looking at its head does not mean opening it twice. */
function withStream(source: Source, chunks: Peeked['chunks']): Source {
  let taken = false;
  return {
    name: source.name,
    path: source.path,
    size: source.size,
    openStored: source.openStored?.bind(source),
    open() {
      if (taken) return source.open();
      taken = true;
      return chunks;
    },
  };
}

function sourced(source: Source, reader: Reader, item: ReadItem): SourcedItem {
  return { source, reader, place: { source: source.name, line: item.line }, item };
}

function reasonFor(error: unknown, reader: Reader): string {
  if (error instanceof DamagedData) return `Could not be read to its end: ${error.message}.`;
  if ((error as NodeJS.ErrnoException)?.syscall) return `Cannot be read: ${systemReason(error)}.`;
  return `The ${reader.name} reader failed on it: ${systemReason(error)}.`;
}
