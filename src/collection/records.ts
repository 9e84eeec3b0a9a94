/**
 * The lines that a lasting collection writes to its log, apart from commits:
 *
 *     {"id":"a","text":"One text.","lang":"en","seen":1794885600,"expires":1798761600,"meta":{"source":"feed 3"}}
 *     {"remove":["b","c"]}
 *     {"touch":["a"],"seen":1794889200}
 *
 * `seen` and `expires` are seconds since 1970. A later document replaces an earlier one with the same id.
 */
import { crc32 } from 'node:zlib';
import type { Place } from './store/log.ts';
import type { LogBatch } from './store/scan-log.ts';

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

export type CollectionRecord = StoredDocument | { readonly remove: readonly string[] } | TouchRecord;

/** Ids in one line of removals. */
const IDS_IN_A_LINE = 1000;
const ID_START = Buffer.from('{"id":"');
const [LF, QUOTE, BACKSLASH] = [0x0a, 0x22, 0x5c];

/** The line of a document, with its LF. */
export function documentLine({ id, text, lang, seen, expires, meta }: StoredDocument): Buffer {
  // the id comes first: it is read without the rest
  return Buffer.from(`${JSON.stringify({ id, text, lang, seen, expires, meta })}\n`);
}

/** Lines that remove documents. */
export function removalLines(ids: readonly string[]): Buffer[] {
  return inPieces(ids, (remove) => ({ remove }));
}

export function touchLines(ids: readonly string[], seen: number, expires?: number): Buffer[] {
  return inPieces(ids, (touch) => ({ touch, seen, expires }));
}

function inPieces(ids: readonly string[], lineOf: (ids: readonly string[]) => CollectionRecord): Buffer[] {
  const lines: Buffer[] = [];
  for (let from = 0; from < ids.length; from += IDS_IN_A_LINE) {
    lines.push(Buffer.from(`${JSON.stringify(lineOf(ids.slice(from, from + IDS_IN_A_LINE)))}\n`));
  }
  return lines;
}

/** The lines of a batch, each with its place. */
export function linesOf({ file, offset, bytes }: Pick<LogBatch, 'file' | 'offset' | 'bytes'>): {
  readonly line: Buffer;
  readonly place: Place;
}[] {
  const lines: { line: Buffer; place: Place }[] = [];
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(LF, start) + 1;
    const line = bytes.subarray(start, end);
    lines.push({ line, place: { file, offset: offset + start, length: line.length, crc: crc32(line) } });
    start = end;
  }
  return lines;
}

export function parseRecord(line: Uint8Array): CollectionRecord {
  return JSON.parse(asText(line));
}

function asText({ buffer, byteOffset, length }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, length).toString();
}

/** The id of a document, without a look at the rest of its line. */
export function idOfLine(line: Uint8Array): string {
  const end = endOfString(line, ID_START.length);
  return JSON.parse(asText(line.subarray(ID_START.length - 1, end + 1)));
}

/** The place of the quote that ends a JSON string. */
function endOfString(bytes: Uint8Array, from: number): number {
  let at = from;
  for (; bytes[at] !== QUOTE && at < bytes.length; at++) if (bytes[at] === BACKSLASH) at++;
  return at;
}
