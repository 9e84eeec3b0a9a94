/** All sources, one after the other, each by its own reader. What goes wrong in one is told and the next one is read. */
import { availableParallelism } from 'node:os';
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
import { type Told, told } from '../wording.ts';
import { BadDocument } from './bad-document.ts';
import { checkEncoding } from './charsets/charset.ts';
import { checkFormat, HEAD_BYTES, readerFor } from './formats.ts';
import { DamagedData } from './sources/decompress.ts';
import { type Peeked, peek } from './sources/peek.ts';

type Sources = Iterable<Source> | AsyncIterable<Source>;

/**
 * Raises BAD_OPTION for an unknown format or encoding; everything else that is wrong comes as an item. A few sources
 * are opened before their turn, and begun where another thread does the work; items come in the order of the sources.
 */
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
  const opened: Promise<Opened>[] = [];
  const ahead = options.threads ?? availableParallelism();
  try {
    for await (const source of sources) {
      opened.push(openSource(source, options, target));
      if (opened.length > ahead) yield* itemsOf(opened.shift()!);
    }
    while (opened.length > 0) yield* itemsOf(opened.shift()!);
  } finally {
    for (const unread of opened) await (await unread).close();
  }
}

async function* itemsOf(opening: Promise<Opened>): AsyncGenerator<SourcedItem | SourcedLines> {
  const { source, reader, items, raw, close } = await opening;
  try {
    if (raw) for await (const lines of raw) yield { source, reader, raw: lines };
    for await (const item of items) yield sourced(source, reader, item);
  } catch (error) {
    if (error instanceof NeardupError) throw error;
    yield sourced(source, reader, reasonFor(error, reader));
  } finally {
    await close();
  }
}

/** What stands in for the reader where it did not come to one. */
const noReader: Reader = { name: 'none', extensions: [], many: false, async *read() {} };

interface Opened {
  readonly source: Source;
  readonly reader: Reader;
  readonly items: AsyncIterable<ReadItem> | Iterable<ReadItem>;
  /** Instead of the items, where they are read in bulk. */
  readonly raw?: AsyncIterable<RawLines>;
  close(): Promise<unknown>;
}

/** Never rejects: what goes wrong is raised when the items are asked for. */
async function openSource(source: Source, options: ReadOptions, target?: BulkTarget): Promise<Opened> {
  try {
    const { head, chunks } = await peek(source.open(), HEAD_BYTES);
    const close = async () => chunks.return?.();
    const problem = (item: Told) => ({ source, reader: noReader, items: [item], close });
    if (head.length === 0) return problem({ problem: 'It is empty: there is no document in it.' });
    const reader = readerFor(source, head, options);
    if ('problem' in reader) return problem(reader);
    const again = withStream(source, chunks);
    const raw = target && reader.readBulk?.(again, options, target);
    if (raw) return { source, reader, items: [], raw, close };
    const items = reader.read(again, options);
    return reader.ahead ? begin({ source, reader, items, close }) : { source, reader, items, close };
  } catch (error) {
    return { source, reader: noReader, items: failing(error), close: async () => {} };
  }
}

/** The same, with the first item asked for at once. */
function begin(opened: Opened & { readonly items: AsyncIterable<ReadItem> }): Opened {
  const iterator = opened.items[Symbol.asyncIterator]();
  const first = iterator.next();
  // a failure is told when its turn comes; until then it must not count as unhandled
  first.catch(() => {});
  async function* items(): AsyncGenerator<ReadItem> {
    for (let next = await first; !next.done; next = await iterator.next()) yield next.value;
  }
  const close = async () => {
    await iterator.return?.();
    await opened.close();
  };
  return { ...opened, items: items(), close };
}

async function* failing(error: unknown): AsyncGenerator<ReadItem> {
  yield* [];
  throw error;
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
  return { source, reader, place: { source: source.name, line: item.line, nth: item.nth }, item };
}

function reasonFor(error: unknown, reader: Reader): Told {
  if (error instanceof BadDocument) return error.told;
  if (error instanceof DamagedData) return told(`Could not be read to its end: ${error.message}.`);
  if ((error as NodeJS.ErrnoException)?.syscall) return told(`Cannot be read: ${systemReason(error)}.`);
  return told(`The ${reader.name} reader failed on it: ${systemReason(error)}.`);
}
