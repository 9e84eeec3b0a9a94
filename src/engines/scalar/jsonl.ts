/**
 * JSON lines become a batch of texts with their ids. A line is read once, and everything in it is checked; if it
 * holds anything unusual it is marked odd (`engines/layouts/jsonl-scan.ts` defines it).
 */

import type { Twin } from '../kernels.ts';
import { JsonlRecordFields, JsonlScanFields } from '../structs.ts';
import { idHash } from './id-hash.ts';
import { JsonCursor } from './jsonl/cursor.ts';

const LF = 0x0a;
const QUOTE = 0x22;
/** The most digits that a JavaScript number holds exactly, whatever they are. */
const EXACT_DIGITS = 15;

export const scanJsonl: Twin<'scanJsonl'> = (heap, scan) => {
  const { u8, u32 } = heap;
  const fields = u32.subarray(scan >>> 2, (scan >>> 2) + JsonlScanFields.length);
  const lines = fields[JsonlScanFields.lines];
  const end = lines + fields[JsonlScanFields.bytes];
  const maxLine = fields[JsonlScanFields.maxLine];
  const offsets = fields[JsonlScanFields.offsets] >>> 2;
  const idOffsets = fields[JsonlScanFields.idOffsets] >>> 2;
  const idHashes = fields[JsonlScanFields.idHashes] >>> 2;
  const seed = { low: fields[JsonlScanFields.idSeedLow], high: fields[JsonlScanFields.idSeedHigh] };
  const reader = new DocumentReader(u8, fields);
  let at = lines;
  let line = 0;
  let records = 0;
  let documents = 0;
  u32[offsets] = 0;
  u32[idOffsets] = 0;
  while (at < end && records < fields[JsonlScanFields.maxRecords]) {
    const start = at;
    line++;
    const lineEnd = u8.indexOf(LF, at);
    at = lineEnd + 1;
    const isShort = lineEnd - start <= maxLine;
    if (isShort && isSpace(u8, start, lineEnd)) continue;
    const id = reader.idEnd;
    const isDocument = isShort && reader.read(start);
    if (isDocument) {
      u32[idHashes + documents] = idHash(u8, id, reader.idEnd, seed);
      documents++;
      u32[offsets + documents] = reader.textEnd - fields[JsonlScanFields.text];
      u32[idOffsets + documents] = reader.idEnd - fields[JsonlScanFields.ids];
    }
    const record = (fields[JsonlScanFields.records] >>> 2) + JsonlRecordFields.length * records++;
    u32[record + JsonlRecordFields.start] = start - lines;
    u32[record + JsonlRecordFields.bytes] = lineEnd - start;
    u32[record + JsonlRecordFields.line] = line;
    u32[record + JsonlRecordFields.odd] = isDocument ? 0 : 1;
  }
  fields[JsonlScanFields.doneBytes] = at - lines;
  fields[JsonlScanFields.doneLines] = line;
  fields[JsonlScanFields.recordCount] = records;
  fields[JsonlScanFields.documents] = documents;
};

/** Writes one document after the other. */
class DocumentReader {
  /** Where the texts and ids written so far end. */
  textEnd: number;
  idEnd: number;
  private readonly u8: Uint8Array;
  private readonly fields: Uint32Array;

  constructor(u8: Uint8Array, fields: Uint32Array) {
    this.u8 = u8;
    this.fields = fields;
    this.textEnd = fields[JsonlScanFields.text];
    this.idEnd = fields[JsonlScanFields.ids];
  }

  /** Reads the document of the line that begins here. False if the line is odd; then nothing has changed. */
  read(start: number): boolean {
    const { u8, fields } = this;
    const cursor = new JsonCursor(u8, start);
    let text = -1;
    let id = this.idEnd;
    cursor.skipSpace();
    if (!cursor.take('{')) return false;
    do {
      cursor.skipSpace();
      if (!cursor.take('"')) return false;
      const isText = this.isName(
        cursor.at,
        fields[JsonlScanFields.textName],
        fields[JsonlScanFields.textNameBytes],
      );
      const isId =
        !isText &&
        this.isName(cursor.at, fields[JsonlScanFields.idName], fields[JsonlScanFields.idNameBytes]);
      // with its escapes resolved it might be the name of text or id
      if (!cursor.skipString() || cursor.hasEscapes) return false;
      cursor.skipSpace();
      if (!cursor.take(':')) return false;
      cursor.skipSpace();
      const value = cursor.at;
      if (!cursor.skipValue()) return false;
      // of a field that occurs twice the last counts
      if (isText) text = u8[value] === QUOTE ? cursor.unescape(value, this.textEnd) : -1;
      if (isId) {
        id =
          u8[value] === QUOTE
            ? cursor.unescape(value, this.idEnd)
            : this.copyPlainId(value, cursor.at, this.idEnd);
      }
      cursor.skipSpace();
    } while (cursor.take(','));
    if (!cursor.take('}')) return false;
    cursor.skipSpace();
    if (u8[cursor.at] !== LF || text === -1 || id === -1) return false;
    u8[text] = 0;
    this.textEnd = text + 1;
    this.idEnd = id;
    return true;
  }

  private isName(at: number, name: number, length: number): boolean {
    for (let i = 0; i < length; i++) if (this.u8[at + i] !== this.u8[name + i]) return false;
    return this.u8[at + length] === QUOTE;
  }

  /** An id that is null (which is none) or an integer written as JavaScript would write it; -1 if it is neither. */
  private copyPlainId(start: number, end: number, to: number): number {
    const text = String.fromCharCode(...this.u8.subarray(start, Math.min(end, start + EXACT_DIGITS + 2)));
    if (text === 'null') return to;
    if (!/^(0|-?[1-9][0-9]{0,14})$/.test(text)) return -1;
    this.u8.copyWithin(to, start, end);
    return to + end - start;
  }
}

function isSpace(u8: Uint8Array, start: number, end: number): boolean {
  let at = start;
  while (at < end && (u8[at] === 0x20 || u8[at] === 0x09 || u8[at] === 0x0d)) at++;
  return at === end;
}
