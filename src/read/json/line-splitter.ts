/**
 * Chunks of bytes become lines. A line ends with LF or CR LF and nothing else: U+2028, U+0085 and a lone CR are
 * ordinary characters, as in JSON Lines. A line inside one chunk is a view of it.
 */
import { toSearch } from '../../platform/bytes.ts';
import { type RawRecord, RecordBuffer } from '../sources/record-buffer.ts';

const LF = 0x0a;
const CR = 0x0d;

export class LineSplitter {
  readonly #maxLength: number;
  readonly #open: RecordBuffer;
  #line = 0;

  /** @param maxLength Longer lines are given without bytes and are never held; memory stays under this plus a chunk. */
  constructor(maxLength: number) {
    // one more, for the CR that is removed at the end
    this.#open = new RecordBuffer(maxLength + 1);
    this.#maxLength = maxLength;
  }

  /** The lines that end in this chunk. Read them all before the next `push`. */
  *push(bytes: Uint8Array): Generator<RawRecord> {
    const chunk = toSearch(bytes);
    let start = 0;
    for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, start)) {
      yield this.#finish(chunk.subarray(start, end));
      start = end + 1;
    }
    if (start < chunk.length) this.#open.add(chunk.subarray(start));
  }

  /** The last line, if the source does not end with a line end. */
  *end(): Generator<RawRecord> {
    if (!this.#open.empty) yield this.#finish(new Uint8Array(0));
  }

  #finish(last: Uint8Array): RawRecord {
    const { bytes, length, line } = this.#open.finish(last, ++this.#line);
    return toRecord(bytes ?? length, line, this.#maxLength);
  }
}

/**
 * One line as a record, without the CR before its end.
 * @param content Its bytes up to LF, or their number if they are too many to be held.
 */
export function toRecord(content: Uint8Array | number, line: number, maxLength: number): RawRecord {
  if (typeof content === 'number') return { bytes: undefined, length: content, line };
  const { length } = content;
  const crlf = content[length - 1] === CR;
  const cut = crlf ? content.subarray(0, length - 1) : content;
  if (cut.length > maxLength) return { bytes: undefined, length, line };
  return { bytes: cut, length: cut.length, line, crlf };
}

/** The lines of a stream of chunks. */
export async function* splitLines(
  chunks: AsyncIterable<Uint8Array>,
  maxLength: number,
): AsyncGenerator<RawRecord> {
  const splitter = new LineSplitter(maxLength);
  for await (const chunk of chunks) yield* splitter.push(chunk);
  yield* splitter.end();
}
