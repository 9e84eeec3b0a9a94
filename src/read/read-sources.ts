/** Reads all sources, one after the other, each by its own reader. A source that fails is reported and the next one is read. */
import type { Heap } from '../engines/index.ts';
import { NeardupError, systemReason } from '../errors.ts';
import { DamagedData } from '../platform/damaged-data.ts';
import { digested } from '../platform/digests.ts';
import { processors } from '../platform/host.ts';
import type { Reader, ReaderOptions, ReadItem, Source, SourcedItem } from '../read.ts';
import { type Told, told } from '../wording.ts';
import { MAX_ARCHIVE_DEPTH } from './archives/archives.ts';
import { Budget } from './archives/members.ts';
import { readAttachments } from './attachments.ts';
import { BadDocument } from './bad-document.ts';
import { checkEncoding } from './charsets/charset.ts';
import { HEAD_BYTES } from './foreign-formats.ts';
import type { LineBlock } from './json/line-blocks.ts';
import { checkFormat, findReader } from './readers.ts';
import { type Peeked, peek } from './sources/peek.ts';

type Sources = Iterable<Source> | AsyncIterable<Source>;

/**
 * Raises BAD_OPTION for an unknown format or encoding; every other problem is an item. A few sources are opened before
 * their turn, and started if another thread does the work; items are in the order of the sources.
 */
export function readSources(sources: Sources, options: ReaderOptions): AsyncGenerator<SourcedItem>;
/** @param heap If given, sources of JSON lines come as blocks of lines on it, as far as the options allow that. */
export function readSources(
  sources: Sources,
  options: ReaderOptions,
  heap: Heap | undefined,
): AsyncGenerator<SourcedItem | LineBlock>;
export async function* readSources(
  sources: Sources,
  options: ReaderOptions,
  heap?: Heap,
): AsyncGenerator<SourcedItem | LineBlock> {
  yield* readAll(sources, options, heap, undefined);
}

/** Files on servers are waited for, not worked on, when they are opened; of each 64 KB are held. */
const FAR_AHEAD = 16;

async function* readAll(
  sources: Sources,
  options: ReaderOptions,
  heap: Heap | undefined,
  inside: Inside | undefined,
): AsyncGenerator<SourcedItem | LineBlock> {
  checkFormat(options.format);
  checkEncoding(options.encoding);
  const opened: Promise<Opened>[] = [];
  const ahead = options.threads ?? processors();
  try {
    for await (const source of sources) {
      options.signal?.throwIfAborted();
      opened.push(openSource(source, options, heap, inside));
      const most = source.openParts === undefined ? ahead : Math.max(ahead, FAR_AHEAD);
      if (opened.length > most) yield* itemsOf(opened.shift()!, options, inside);
    }
    while (opened.length > 0) yield* itemsOf(opened.shift()!, options, inside);
  } finally {
    for (const unread of opened) await (await unread).close();
  }
}

async function* itemsOf(
  opening: Promise<Opened>,
  options: ReaderOptions,
  inside: Inside | undefined,
): AsyncGenerator<SourcedItem | LineBlock> {
  const { source, reader, items, blocks, members, digest, close } = await opening;
  try {
    if (members) yield* members;
    if (blocks) {
      for await (const block of blocks) {
        options.signal?.throwIfAborted();
        yield { ...block, source };
      }
    }
    for await (const item of items) {
      options.signal?.throwIfAborted();
      const read = { ...sourced(source, reader, item), digest: digest?.() };
      yield read;
      if (options.attachments) {
        const reading = { itemsOf: itemsIn, inArchive: archiveReader(source, inside) };
        yield* readAttachments(read, options, reading, (inside?.mails ?? 0) + 1);
      }
    }
  } catch (error) {
    // a run that ends early is no problem of this source
    options.signal?.throwIfAborted();
    if (error instanceof NeardupError) throw error;
    yield sourced(source, reader, reasonFor(error, reader));
  } finally {
    await close();
  }
}

/** The items of a source whose reader is known. */
async function* itemsIn(source: Source, reader: Reader, options: ReaderOptions): AsyncGenerator<ReadItem> {
  try {
    yield* reader.read(source, options);
  } catch (error) {
    if (error instanceof NeardupError) throw error;
    yield reasonFor(error, reader);
  }
}

/** Reads archives attached to a mail. They share one inflation limit, which takes nothing from other mails. */
function archiveReader(source: Source, inside: Inside | undefined) {
  const { depth = 0, budget = new Budget(0), container = source.container ?? source } = inside ?? {};
  return async function* (
    archive: Source,
    options: ReaderOptions,
    mails: number,
  ): AsyncGenerator<SourcedItem> {
    if (inside === undefined) budget.allow(archive.size);
    // without a heap there are no blocks of lines
    for await (const read of readAll([archive], options, undefined, { depth, budget, container, mails }))
      if ('item' in read) yield read;
  };
}

/** The reader of a source that could not be opened. */
const noReader: Reader = { name: 'none', extensions: [], many: false, async *read() {} };

interface Opened {
  readonly source: Source;
  readonly reader: Reader;
  readonly items: AsyncIterable<ReadItem> | Iterable<ReadItem>;
  /** Blocks of lines instead of the items. */
  readonly blocks?: AsyncIterable<LineBlock>;
  /** Of the bytes of a source that is one document, as soon as they were read. */
  digest?(): BigUint64Array | undefined;
  /** The documents in an archive instead of the items. */
  readonly members?: AsyncIterable<SourcedItem | LineBlock>;
  close(): Promise<unknown>;
}

/** Never rejects: an error is raised when the items are asked for. */
async function openSource(
  source: Source,
  given: ReaderOptions,
  heap: Heap | undefined,
  inside: Inside | undefined,
): Promise<Opened> {
  const options = { ...given, ...source.reading };
  try {
    const { head, chunks } = await peek(source.open(), HEAD_BYTES);
    const close = async () => chunks.return?.();
    const problem = (item: Told) => ({ source, reader: noReader, items: [item], close });
    if (head.length === 0 && source.reading !== undefined)
      return { source, reader: noReader, items: [], close };
    if (head.length === 0) return problem({ problem: 'It is empty: there is no document in it.' });
    const { found: reader, source: looked } = await findReader(withStream(source, chunks), head, options);
    const whole = 'many' in reader && !reader.many ? digested(looked.open()) : undefined;
    const again = whole ? withStream(looked, whole.chunks) : looked;
    if ('archive' in reader) {
      const depth = (inside?.depth ?? 0) + 1;
      if (depth > MAX_ARCHIVE_DEPTH) {
        return problem({ problem: 'It is an archive in an archive in an archive: unpack it first.' });
      }
      const budget = inside?.budget ?? new Budget(source.size);
      const container = inside?.container ?? source;
      const sources = membersOf(source, reader.archive(again, options, budget), inside?.budget, container);
      const mails = inside?.mails ?? 0;
      const members = readAll(sources, options, heap, { depth, budget, container, mails });
      return { source, reader: noReader, items: [], members, close };
    }
    if ('problem' in reader) return problem(reader);
    const blocks = heap && reader.readLines?.(again, options, heap);
    if (blocks) return { source, reader, items: [], blocks, close };
    const opened = { source, reader, items: reader.read(again, options), digest: whole?.digest, close };
    return reader.ahead ? begin(opened) : opened;
  } catch (error) {
    return { source, reader: noReader, items: failing(error), close: async () => {} };
  }
}

/** The place of a source that is part of an archive, or of an archive that is attached to a mail. */
interface Inside {
  /** Archives that it is in. */
  readonly depth: number;
  readonly budget: Budget;
  /** The outermost file. */
  readonly container: Source;
  /** Mails that it is attached to, one in the other. */
  readonly mails: number;
}

/**
 * The members, and last the problem of the archive, if it has one: the members before it are read.
 * @param nested The budget, if it is an archive in an archive.
 */
async function* membersOf(
  archive: Source,
  members: AsyncIterable<Source> | Iterable<Source>,
  nested: Budget | undefined,
  container: Source,
): AsyncGenerator<Source> {
  try {
    for await (const member of members) {
      nested?.takeMember();
      yield { ...member, container };
    }
  } catch (error) {
    if (error instanceof NeardupError) throw error;
    yield { name: archive.name, size: 0, container, open: () => failing(error) };
  }
}

/** Requests the first item at once, so that work on it begins. */
function begin(opened: Opened & { readonly items: AsyncIterable<ReadItem> }): Opened {
  const iterator = opened.items[Symbol.asyncIterator]();
  const first = iterator.next();
  // a failure is reported when its turn comes; until then it must not count as unhandled
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

async function* failing(error: unknown): AsyncGenerator<never> {
  yield* [];
  throw error;
}

/** The source with the stream that is already open, so that it is not opened twice. */
function withStream(source: Source, chunks: Peeked['chunks']): Source {
  let isUsed = false;
  return {
    name: source.name,
    path: source.path,
    address: source.address,
    size: source.size,
    readEnd: source.readEnd?.bind(source),
    openFile: source.openFile?.bind(source),
    openParts: source.openParts?.bind(source),
    open() {
      if (isUsed) return source.open();
      isUsed = true;
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
  if ((error as { syscall?: string } | undefined)?.syscall)
    return told(`Cannot be read: ${systemReason(error)}.`);
  return told(`The ${reader.name} reader failed on it: ${systemReason(error)}.`);
}
