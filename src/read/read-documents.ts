/** Documents that a caller of the library passes: arrays, iterables, streams of objects. */
import { untilAborted } from '../abort.ts';
import type { Document } from '../document.ts';
import { badOption } from '../errors.ts';
import { utf8Length } from '../platform/bytes.ts';
import type { Reader, ReadItem, ReadOptions, Source, SourcedItem } from '../read.ts';
import { markupRemover } from './html/markup.ts';
import { tooLong } from './messages.ts';

type KnownFields = Omit<Document, 'id'> & { readonly id?: string | number };

/**
 * A document as a caller passes it; without an id it gets its number. Fields with other names belong to its `meta`, as those of a JSON
 * line do. (The first form takes values of an interface, the second takes literals with any field.)
 */
export type InputDocument = KnownFields | (KnownFields & { readonly [field: string]: unknown });

/** Documents, or just their texts. */
export type InputDocuments =
  | Iterable<string | InputDocument>
  | AsyncIterable<string | InputDocument>
  | ReadableStream<string | InputDocument>;

/**
 * Gives items as files do; `place.line` is the number of the document, from 1. A value that is not a document becomes
 * a problem; an input that is not a collection of documents raises BAD_OPTION.
 */
export function readDocuments(
  input: InputDocuments,
  options: Partial<Pick<ReadOptions, 'markup' | 'maxDocument' | 'signal'>> = {},
): AsyncIterable<SourcedItem> {
  const values = untilAborted(iterableOf(input), options.signal);
  return readAll(values, options.markup ?? 'none', options.maxDocument ?? 104_857_600);
}

async function* readAll(
  input: Iterable<unknown> | AsyncIterable<unknown>,
  markup: ReadOptions['markup'],
  maxDocument: number,
): AsyncGenerator<SourcedItem> {
  const toText = await markupRemover(markup);
  let line = 0;
  for await (const value of input) {
    const item = toItem(value, ++line, toText, maxDocument);
    yield { source, reader, place: { source: source.name, line }, item };
  }
}

/** Source and reader of the caller's documents. They cannot be read again. */
const source: Source = { name: 'documents', size: 0, async *open() {} };
const reader: Reader = { name: 'documents', extensions: [], many: true, async *read() {} };

function iterableOf(input: unknown): Iterable<unknown> | AsyncIterable<unknown> {
  const expected = 'an array, iterable, async iterable or stream of objects like { id, text }';
  if (typeof input !== 'object' || input === null) {
    throw badOption('documents', expected, typeof input === 'string' ? 'a string' : input);
  }
  if (input instanceof Uint8Array) throw badOption('documents', expected, 'bytes');
  if ('readableObjectMode' in input && input.readableObjectMode === false) {
    throw badOption(
      'documents',
      expected,
      'a stream of bytes',
      'Create the stream with { objectMode: true }.',
    );
  }
  if (Symbol.asyncIterator in input || Symbol.iterator in input) {
    return input as Iterable<unknown> | AsyncIterable<unknown>;
  }
  // not every browser's stream is iterable
  if (input instanceof ReadableStream) return streamItems(input);
  throw badOption('documents', expected, 'another object');
}

async function* streamItems(stream: ReadableStream<unknown>): AsyncGenerator<unknown> {
  const reader = stream.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    await reader.cancel();
  }
}

function toItem(value: unknown, line: number, toText: (text: string) => string, max: number): ReadItem {
  const document: Record<string, unknown> =
    typeof value === 'string'
      ? { text: value }
      : typeof value === 'object' && value !== null
        ? { ...value }
        : {};
  const { id, text, lang, meta, ...others } = document;
  if (typeof text !== 'string') {
    return {
      line,
      problem: 'Expected a document like { id, text } whose text is a string, got something else.',
    };
  }
  if (id !== undefined && id !== null && typeof id !== 'string' && typeof id !== 'number') {
    return { line, problem: `Expected the id to be a string or a number, got ${typeof id}.` };
  }
  // a UTF-16 unit takes at most three bytes: only long texts have to be counted
  if (text.length > max / 3) {
    const length = utf8Length(text);
    if (length > max) return { line, ...tooLong('a document', length, max) };
  }
  return {
    id: id === undefined || id === null || id === '' ? undefined : String(id),
    text: toText(text),
    line,
    lang: typeof lang === 'string' ? lang : undefined,
    meta: metaOf(meta, others),
  };
}

/** The caller's `meta`, and the fields beside it. */
function metaOf(meta: unknown, others: Record<string, unknown>): Record<string, unknown> | undefined {
  if (typeof meta === 'object' && meta !== null) return { ...others, ...meta };
  return Object.keys(others).length > 0 ? others : undefined;
}
