/**
 * The lines that a lasting collection writes to its log, apart from commits:
 *
 *     {"id":"a","text":"One text.","lang":"en","seen":1794885600,"expires":1798761600,"meta":{"source":"feed 3"}}
 *     {"remove":["b","c"]}
 *     {"touch":["a"],"seen":1794889200}
 *     {"event":{"watch":"w","id":"a",…}}
 *
 * `seen` and `expires` are seconds since 1970. A later document replaces an earlier one with the same id.
 */
import { NeardupError } from '../../errors.ts';
import {
  type Check,
  isJsonObject,
  isString,
  isU32,
  listOf,
  optional,
  parsedJson,
  shape,
} from '../json-shapes.ts';

/** A stored document. */
export interface StoredDocument {
  readonly id: string;
  readonly text: string;
  readonly lang?: string;
  /** The second in which it was added. */
  readonly seen: number;
  /** The second from which it is in no answer. */
  readonly expires?: number;
  readonly meta?: Readonly<Record<string, unknown>>;
}

/** Documents that were seen again, and when they expire from now on, if that changes. */
export interface TouchRecord {
  readonly touch: readonly string[];
  readonly seen: number;
  readonly expires?: number;
}

/** A watch's match. It is in the log with the document until it is in the log of events. */
export interface EventRecord {
  readonly event: Readonly<Record<string, unknown>>;
}

export type CollectionRecord =
  | StoredDocument
  | { readonly remove: readonly string[] }
  | TouchRecord
  | EventRecord;

/** Ids in one line of removals. */
const IDS_IN_A_LINE = 1000;
const ID_START = Buffer.from('{"id":"');
const [QUOTE, BACKSLASH] = [0x22, 0x5c];

/** Lines are cut from blocks of this many bytes: to ask the system for memory takes longer than to make a line. */
const BLOCK_BYTES = 1 << 18;
let block = Buffer.alloc(0);
let used = 0;

/**
 * The line of a document, with its LF.
 * @param text Its text as the inside of a JSON string, in UTF-8.
 */
export function documentLine(
  { id, lang, seen, expires, meta }: Omit<StoredDocument, 'text'>,
  text: Uint8Array,
): Uint8Array {
  // the id comes first: it is read without the rest
  const start = `{"id":${JSON.stringify(id)},"text":"`;
  const end = `",${JSON.stringify({ lang, seen, expires, meta }).slice(1)}\n`;
  const most = 3 * start.length + text.length + 3 * end.length;
  if (used + most > block.length) {
    block = Buffer.allocUnsafeSlow(Math.max(BLOCK_BYTES, most));
    used = 0;
  }
  let at = used + block.write(start, used);
  block.set(text, at);
  at += text.length;
  at += block.write(end, at);
  const line = block.subarray(used, at);
  used = at;
  return line;
}

/** Lines that remove documents. */
export function removalLines(ids: readonly string[]): Uint8Array[] {
  return inPieces(ids, (remove) => ({ remove }));
}

export function touchLines(ids: readonly string[], seen: number, expires?: number): Uint8Array[] {
  return inPieces(ids, (touch) => ({ touch, seen, expires }));
}

export function eventLine(event: EventRecord['event']): Uint8Array {
  return Buffer.from(`${JSON.stringify({ event })}\n`);
}

function inPieces(
  ids: readonly string[],
  lineOf: (ids: readonly string[]) => CollectionRecord,
): Uint8Array[] {
  const lines: Uint8Array[] = [];
  for (let from = 0; from < ids.length; from += IDS_IN_A_LINE) {
    lines.push(Buffer.from(`${JSON.stringify(lineOf(ids.slice(from, from + IDS_IN_A_LINE)))}\n`));
  }
  return lines;
}

/** The record of a line. Raises BAD_COLLECTION for one that no collection writes. */
export function parseRecord(line: Uint8Array): CollectionRecord {
  const record = parsedJson(asText(line));
  if (RECORDS.some((isRecord) => isRecord(record))) return record as CollectionRecord;
  throw badLine(line);
}

/** The document of a line. Raises BAD_COLLECTION for any other line. */
export function parseDocument(line: Uint8Array): StoredDocument {
  const record = parsedJson(asText(line));
  if (isDocument(record)) return record as StoredDocument;
  throw badLine(line);
}

const isDocument = shape({
  id: isString,
  text: isString,
  lang: optional(isString),
  seen: isU32,
  expires: optional(isU32),
  meta: optional(isJsonObject),
});
const RECORDS: readonly Check[] = [
  isDocument,
  shape({ remove: listOf(isString) }),
  shape({ touch: listOf(isString), seen: isU32, expires: optional(isU32) }),
  shape({ event: isJsonObject }),
];

function badLine(line: Uint8Array): NeardupError {
  const start = asText(line.subarray(0, 60)).trim();
  return new NeardupError('BAD_COLLECTION', `A line of the log is none that a collection writes: ${start}`);
}

function asText({ buffer, byteOffset, length }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, length).toString();
}

/** The id of a document, without a look at the rest of its line. */
export function idOfLine(line: Uint8Array): string {
  const isDocument = ID_START.equals(line.subarray(0, ID_START.length));
  const end = isDocument ? endOfString(line, ID_START.length) : 0;
  const id = isDocument && parsedJson(asText(line.subarray(ID_START.length - 1, end + 1)));
  if (typeof id === 'string') return id;
  throw badLine(line);
}

/** The place of the quote that ends a JSON string. */
function endOfString(bytes: Uint8Array, from: number): number {
  let at = from;
  for (; bytes[at] !== QUOTE && at < bytes.length; at++) if (bytes[at] === BACKSLASH) at++;
  return at;
}
