/** Chunks of one JSON array become its elements, each as its bytes, without the array ever being held. */
import { findByte, fromLatin1, latin1, toSearch } from '../../platform/bytes.ts';
import { type RawRecord, RecordBuffer } from '../sources/record-buffer.ts';

const LF = 0x0a;
const BACKSLASH = 0x5c;
const QUOTE = 0x22;

/** Meanings of bytes outside strings. */
const Space = 1;
const Open = 2;
const Close = 3;
const Comma = 4;
const MEANING = new Uint8Array(256);
MEANING.fill(Space, 0, 0x21);
for (const [meaning, characters] of [
  [Open, '[{'],
  [Close, ']}'],
  [Comma, ','],
] as const) {
  for (const character of characters) MEANING[character.charCodeAt(0)] = meaning;
}

export class ArraySplitter {
  readonly #open: RecordBuffer;
  /** Brackets that are open, the array's own included. */
  #depth = 0;
  #inString = false;
  #escaped = false;
  #line = 1;
  /** Where the element began; 0 between elements. */
  #startLine = 0;
  #closed = false;
  #trailing = false;

  /** @param maxLength Longer elements are given without bytes and are never held. */
  constructor(maxLength: number) {
    this.#open = new RecordBuffer(maxLength);
  }

  /** True if the closing bracket of the array was seen. */
  get closed(): boolean {
    return this.#closed;
  }

  /** True if more than white space follows the array. */
  get trailing(): boolean {
    return this.#trailing;
  }

  /** The line that was reached. */
  get line(): number {
    return this.#line;
  }

  /** The elements that end in this chunk. */
  *push(bytes: Uint8Array): Generator<RawRecord> {
    const chunk = toSearch(bytes);
    // in variables: fields are several times slower in this loop
    let inString = this.#inString;
    let escaped = this.#escaped;
    let start = this.#startLine > 0 ? 0 : -1;
    for (let at = 0; at < chunk.length && !this.#trailing; at++) {
      const byte = chunk[at];
      if (inString) {
        if (escaped) escaped = false;
        else if (byte === BACKSLASH) escaped = true;
        else if (byte === QUOTE) inString = false;
        continue;
      }
      if (byte === LF) this.#line++;
      const meaning = MEANING[byte];
      if (meaning === Space) continue;
      if (this.#closed) {
        this.#trailing = true;
      } else if (this.#depth === 0) {
        // the array's own bracket
        this.#depth = 1;
      } else if (this.#depth === 1 && (meaning === Comma || meaning === Close)) {
        if (start !== -1) yield this.#open.finish(chunk.subarray(start, at), this.#startLine);
        start = -1;
        this.#startLine = 0;
        this.#closed = meaning === Close;
      } else {
        if (start === -1) {
          start = at;
          this.#startLine = this.#line;
        }
        if (meaning === Open) this.#depth++;
        else if (meaning === Close) this.#depth--;
        else if (byte === QUOTE) inString = true;
      }
    }
    this.#inString = inString;
    this.#escaped = escaped;
    if (start !== -1) this.#open.add(chunk.subarray(start));
  }
}

/** JSON on one line: line ends and indentation are only between tokens, never in a string. */
export function onOneLine(json: Uint8Array): Uint8Array {
  if (findByte(json, LF) === -1 && findByte(json, 0x0d) === -1) return json;
  return fromLatin1(latin1(json).replace(/[\r\n][\r\n\t ]*/g, ''));
}
