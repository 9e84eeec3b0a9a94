/**
 * Fields straight from UTF-8 bytes. V8 makes two-byte strings of Cyrillic or Chinese at 150 MB/s and one-byte
 * strings at 4 GB/s, and the characters that structure JSON and CSV are ASCII. So the bytes are parsed as if they were
 * Latin-1, which leaves every string as its UTF-8 bytes, one to a character ("wrapped"), and only the strings that
 * are needed are unwrapped.
 */
import { findBytes, fromLatin1, isAscii, isUtf8, latin1, utf8Text } from '../../platform/bytes.ts';

export interface Parsed {
  readonly value: unknown;
  /** True if the strings are wrapped: use `unwrapText` and `unwrap` on strings from the value. */
  readonly wrapped: boolean;
}

/** Raises SyntaxError if the bytes are not JSON. Invalid UTF-8 becomes replacement characters. */
export function parseJson(bytes: Uint8Array): Parsed {
  const { text, wrapped } = wrapText(bytes);
  // an escape such as \u0456 would be a real character among the wrapped ones
  if (wrapped && findBytes(bytes, UNICODE_ESCAPE) !== -1) return parseDecoded(bytes);
  return { value: JSON.parse(text), wrapped };
}

/** The plain way, whose value is never wrapped. */
export function parseDecoded(bytes: Uint8Array): Parsed {
  return { value: JSON.parse(utf8Text(bytes)), wrapped: false };
}

/** UTF-8 bytes as a string, wrapped if it has more than ASCII characters. Invalid UTF-8 is decoded right away. */
export function wrapText(bytes: Uint8Array): { text: string; wrapped: boolean } {
  const ascii = isAscii(bytes);
  if (!ascii && !isUtf8(bytes)) return { text: utf8Text(bytes), wrapped: false };
  return { text: latin1(bytes), wrapped: !ascii };
}

/** A wrapped text as UTF-8 bytes, or as a string if it has ASCII characters only. */
export function unwrapText(text: string): string | Uint8Array {
  return BEYOND_ASCII.test(text) ? fromLatin1(text) : text;
}

/** A wrapped value with all strings in it, names of fields included, as they were meant. */
export function unwrap(value: unknown): unknown {
  if (typeof value === 'string') {
    return BEYOND_ASCII.test(value) ? utf8Text(fromLatin1(value)) : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(unwrap);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [unwrap(key), unwrap(item)]));
}

const UNICODE_ESCAPE = fromLatin1('\\u');
const BEYOND_ASCII = /[\x80-\xff]/;
