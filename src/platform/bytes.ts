/** Work on bytes that Node does many times faster than JavaScript can: searching, comparing, checking, and strings. */
import { isAscii as isNodeAscii, isUtf8 as isNodeUtf8 } from 'node:buffer';

export const isAscii: (bytes: Uint8Array) => boolean = isNodeAscii;
export const isUtf8: (bytes: Uint8Array) => boolean = isNodeUtf8;

/** Where `wanted`, at least a byte, begins in `bytes` at or after `from`, or -1. */
export function findBytes(bytes: Uint8Array, wanted: Uint8Array, from = 0): number {
  return asBuffer(bytes).indexOf(wanted, from);
}

/** The same bytes in the form that is searched fastest: worth it if they are searched many times. */
export function toSearch(bytes: Uint8Array): Uint8Array {
  return asBuffer(bytes);
}

/** Where a byte is at or after `from`, or -1. */
export function findByte(bytes: Uint8Array, byte: number, from = 0): number {
  return asBuffer(bytes).indexOf(byte, from);
}

export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return asBuffer(a).equals(b);
}

/** A character U+0000 to U+00FF for every byte. */
export function latin1(bytes: Uint8Array, from = 0, to = bytes.length): string {
  return asBuffer(bytes).toString('latin1', from, to);
}

/** A byte for every character, which is U+0000 to U+00FF. */
export function fromLatin1(text: string): Uint8Array {
  return Buffer.from(text, 'latin1');
}

/** The bytes that Base64 encodes. Other characters are skipped, and the padding at the end may be missing. */
export function fromBase64(text: string): Uint8Array {
  return Buffer.from(text, 'base64');
}

/** The text of UTF-8 bytes; invalid ones become replacement characters. A byte order mark is kept. */
export function utf8Text(bytes: Uint8Array, from = 0, to = bytes.length): string {
  return asBuffer(bytes).toString('utf8', from, to);
}

/** A text as UTF-8 bytes. */
export function utf8Bytes(text: string): Uint8Array {
  return Buffer.from(text);
}

/** Writes a text as UTF-8 to `target[at]`, where `room` bytes are enough for it. Returns how many it took. */
export function writeUtf8(text: string, target: Uint8Array, at: number, room: number): number {
  // a view of the room only: Node writes nothing if the view has more than 2 GB
  return Buffer.from(target.buffer, target.byteOffset + at, room).write(text);
}

/** Bytes of a text in UTF-8. */
export function utf8Length(text: string): number {
  return Buffer.byteLength(text);
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}
