/**
 * Chunks of bytes become rows of fields (RFC 4180): a quoted field may hold the delimiter, line ends and doubled
 * quotes. Rows end with LF, CR LF or CR. Like Python's csv, a quote inside an unquoted field is a plain character,
 * and characters after a closing quote belong to the field.
 *
 * This is not a library because a row is also needed as bytes, with its line, in bounded memory.
 */
import { toSearch } from '../../platform/bytes.ts';
import { type RawRecord, RecordBuffer } from '../sources/record-buffer.ts';

const LF = 0x0a;
const CR = 0x0d;
const QUOTE = 0x22;

/** Where in a field the splitter is. */
const Start = 0;
const Plain = 1;
const Quoted = 2;
/** After a quote in a quoted field: its end, or the first of two. */
const AfterQuote = 3;

export class RowSplitter {
  readonly #open: RecordBuffer;
  readonly #delimiter: number;
  #state = Start;
  #line = 1;
  #startLine = 1;
  #afterCr = false;

  /** @param maxLength Longer rows are given without bytes and are never held. */
  constructor(delimiter: string, maxLength: number) {
    this.#delimiter = delimiter.charCodeAt(0);
    this.#open = new RecordBuffer(maxLength);
  }

  /** The rows that end in this chunk, without their line ends. */
  *push(bytes: Uint8Array): Generator<RawRecord> {
    const chunk = toSearch(bytes);
    const delimiter = this.#delimiter;
    // in variables: fields are several times slower in this loop
    let state = this.#state;
    let afterCr = this.#afterCr;
    let start = 0;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at];
      const secondOfCrLf = byte === LF && afterCr;
      afterCr = false;
      if (byte === QUOTE) {
        if (state === Start || state === AfterQuote) state = Quoted;
        else if (state === Quoted) state = AfterQuote;
      } else if (byte === LF || byte === CR) {
        afterCr = byte === CR;
        if (state === Quoted) {
          if (!secondOfCrLf) this.#line++;
        } else if (secondOfCrLf) {
          start = at + 1;
        } else {
          yield this.#open.finish(chunk.subarray(start, at), this.#startLine);
          start = at + 1;
          this.#startLine = ++this.#line;
          state = Start;
        }
      } else if (state !== Quoted) {
        state = byte === delimiter ? Start : Plain;
      }
    }
    this.#state = state;
    this.#afterCr = afterCr;
    if (start < chunk.length) this.#open.add(chunk.subarray(start));
  }

  /** The last row, if the source does not end with a line end. */
  *end(): Generator<RawRecord> {
    if (!this.#open.empty) yield this.#open.finish(new Uint8Array(0), this.#startLine);
  }

  /** True if the source ended inside quotes, which then began in the last row. */
  get unclosed(): boolean {
    return this.#state === Quoted;
  }
}

/** The fields of one row. */
export function splitRow(row: string, delimiter: string): string[] {
  const fields: string[] = [];
  let at = 0;
  for (;;) {
    let field = '';
    // the state machine above in two steps: the quoted part, then the rest before the delimiter
    if (row[at] === '"') {
      const close = closingQuote(row, at + 1);
      field = row.slice(at + 1, close).replaceAll('""', '"');
      at = close + 1;
    }
    const end = row.indexOf(delimiter, at);
    fields.push(field + row.slice(at, end === -1 ? undefined : end));
    if (end === -1) return fields;
    at = end + 1;
  }
}

/** The quote that ends a field and is not doubled; the end of the row if there is none. */
function closingQuote(row: string, from: number): number {
  for (let at = row.indexOf('"', from); at !== -1; at = row.indexOf('"', at + 2)) {
    if (row[at + 1] !== '"') return at;
  }
  return row.length;
}
