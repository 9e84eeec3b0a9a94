/** A place in a line of JSON. Every line ends with LF, and no function below moves past it. */
import { latin1 } from '../../../platform/bytes.ts';
import { decodeUtf8, utf8LengthAt } from '../utf8.ts';

const LF = 0x0a;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LETTER_U = 0x75;
/** Arrays and objects may be nested this deep. */
const DEEPEST = 64;

/** Escaped characters by the character after the backslash. */
const ESCAPES = new Map(
  Object.entries({ '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }).map(
    ([letter, character]) => [letter.charCodeAt(0), character.charCodeAt(0)],
  ),
);

export class JsonCursor {
  at: number;
  /** Whether the string that was skipped last has escapes. */
  hasEscapes = false;
  private readonly u8: Uint8Array;

  constructor(u8: Uint8Array, at: number) {
    this.u8 = u8;
    this.at = at;
  }

  /** Skips this character. False if another one is here. */
  take(character: string): boolean {
    if (this.u8[this.at] !== character.charCodeAt(0)) return false;
    this.at++;
    return true;
  }

  /** White space within a line. */
  skipSpace(): void {
    const { u8 } = this;
    while (u8[this.at] === 0x20 || u8[this.at] === 0x09 || u8[this.at] === 0x0d) this.at++;
  }

  /** Skips a value. False if there is none, or one that is nested too deeply. */
  skipValue(): boolean {
    const closing: string[] = [];
    for (;;) {
      const open = this.take('{') ? '}' : this.take('[') ? ']' : undefined;
      if (open === undefined) {
        if (!this.skipScalar()) return false;
      } else {
        if (closing.length === DEEPEST) return false;
        this.skipSpace();
        if (!this.take(open)) {
          closing.push(open);
          if (open === '}' && !this.skipName()) return false;
          continue;
        }
      }
      // a value has ended, and the containers that end with it
      for (;;) {
        const close = closing.at(-1);
        if (close === undefined) return true;
        this.skipSpace();
        if (this.take(',')) {
          this.skipSpace();
          if (close === '}' && !this.skipName()) return false;
          break;
        }
        if (!this.take(close)) return false;
        closing.pop();
      }
    }
  }

  /** Skips the rest of a string after its first quote. False if it is not JSON or not UTF-8. */
  skipString(): boolean {
    const { u8 } = this;
    this.hasEscapes = false;
    for (;;) {
      const byte = u8[this.at];
      if (byte < 0x20) return false;
      if (byte === QUOTE) {
        this.at++;
        return true;
      }
      if (byte === BACKSLASH) {
        this.hasEscapes = true;
        const letter = u8[this.at + 1];
        if (letter === LETTER_U ? fourDigits(u8, this.at + 2) === -1 : !ESCAPES.has(letter)) return false;
        this.at += letter === LETTER_U ? 6 : 2;
      } else {
        const code = byte < 0x80 ? byte : decodeUtf8(u8, this.at, this.at + 4);
        if (code === -1) return false;
        this.at += utf8LengthAt(code);
      }
    }
  }

  /** Writes the decoded string at `from`, which was skipped before. Returns where it ends. */
  unescape(from: number, to: number): number {
    const { u8 } = this;
    let out = to;
    for (let at = from + 1; u8[at] !== QUOTE; ) {
      if (u8[at] !== BACKSLASH) u8[out++] = u8[at++];
      else if (u8[at + 1] !== LETTER_U) {
        u8[out++] = ESCAPES.get(u8[at + 1])!;
        at += 2;
      } else {
        let code = fourDigits(u8, at + 2);
        at += 6;
        if (code >= 0xd800 && code <= 0xdfff) {
          const low =
            code < 0xdc00 && u8[at] === BACKSLASH && u8[at + 1] === LETTER_U ? fourDigits(u8, at + 2) : 0;
          const isPair = low >= 0xdc00 && low <= 0xdfff;
          if (isPair) at += 6;
          // half a surrogate pair becomes U+FFFD, as when a JavaScript string is encoded
          code = isPair ? 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00) : 0xfffd;
        }
        out = encodeUtf8(u8, out, code);
      }
    }
    return out;
  }

  private skipName(): boolean {
    if (!this.take('"') || !this.skipString()) return false;
    this.skipSpace();
    if (!this.take(':')) return false;
    this.skipSpace();
    return true;
  }

  private skipScalar(): boolean {
    if (this.take('"')) return this.skipString();
    const match = SCALAR.exec(this.ahead());
    if (match === null) return false;
    this.at += match[0].length;
    return true;
  }

  /** The characters from here on that may belong to a number or a word. */
  private ahead(): string {
    let end = this.at;
    for (let byte = this.u8[end]; byte !== LF && SCALAR_BYTES.includes(byte); byte = this.u8[end]) end++;
    return latin1(this.u8, this.at, end);
  }
}

const SCALAR = /^(?:true|false|null|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)/;
const SCALAR_BYTES = new TextEncoder().encode('truefalsn-+.eE0123456789');

/** The value of four hexadecimal digits, or -1 if there are none. */
function fourDigits(u8: Uint8Array, at: number): number {
  const text = String.fromCharCode(u8[at], u8[at + 1], u8[at + 2], u8[at + 3]);
  return /^[0-9a-fA-F]{4}$/.test(text) ? Number.parseInt(text, 16) : -1;
}

function encodeUtf8(u8: Uint8Array, at: number, code: number): number {
  const length = utf8LengthAt(code);
  if (length === 1) u8[at] = code;
  else {
    for (let i = length - 1, rest = code; i > 0; i--, rest >>>= 6) u8[at + i] = 0x80 | (rest & 0x3f);
    u8[at] = ((0xf00 >>> length) & 0xff) | (code >>> (6 * (length - 1)));
  }
  return at + length;
}
