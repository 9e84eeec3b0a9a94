/**
 * Work on bytes that Node does many times faster than JavaScript can: searching, comparing, and strings of one character per byte.
 * A browser, which has no Buffer, runs the plain form. Both give the same result.
 */

/** Where `wanted`, at least a byte, begins in `bytes` at or after `from`, or -1. */
export function findBytes(bytes: Uint8Array, wanted: Uint8Array, from = 0): number {
  return hasBuffer ? asBuffer(bytes).indexOf(wanted, from) : plainBytes.find(bytes, wanted, from);
}

/** The same bytes in the form that is searched fastest: worth it if they are searched many times. */
export function toSearch(bytes: Uint8Array): Uint8Array {
  return hasBuffer ? asBuffer(bytes) : bytes;
}

/** Where a byte is at or after `from`, or -1. */
export function findByte(bytes: Uint8Array, byte: number, from = 0): number {
  return hasBuffer ? asBuffer(bytes).indexOf(byte, from) : bytes.indexOf(byte, from);
}

export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return hasBuffer ? asBuffer(a).equals(b) : plainBytes.same(a, b);
}

/** A character U+0000 to U+00FF for every byte. */
export function latin1(bytes: Uint8Array, from = 0, to = bytes.length): string {
  return hasBuffer ? asBuffer(bytes).toString('latin1', from, to) : plainBytes.latin1(bytes, from, to);
}

export function joinBytes(pieces: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

/** A byte for every character, which is U+0000 to U+00FF. */
export function fromLatin1(text: string): Uint8Array {
  return hasBuffer ? Buffer.from(text, 'latin1') : plainBytes.fromLatin1(text);
}

/** The bytes that Base64 encodes. Other characters are skipped, and the padding at the end may be missing. */
export function fromBase64(text: string): Uint8Array {
  return hasBuffer ? Buffer.from(text, 'base64') : plainBytes.fromBase64(text);
}

/** The text of UTF-8 bytes; invalid ones become replacement characters. A byte order mark is kept. */
export function utf8Text(bytes: Uint8Array, from = 0, to = bytes.length): string {
  return hasBuffer ? asBuffer(bytes).toString('utf8', from, to) : plainBytes.utf8Text(bytes, from, to);
}

/** A text as UTF-8 bytes. */
export function utf8Bytes(text: string): Uint8Array {
  return hasBuffer ? Buffer.from(text) : encoder.encode(text);
}

/** Writes a text as UTF-8 to `target[at]`, where `room` bytes are enough for it. Returns how many it took. */
export function writeUtf8(text: string, target: Uint8Array, at: number, room: number): number {
  // a view of the room only: Node writes nothing if the view has more than 2 GB
  if (hasBuffer) return Buffer.from(target.buffer, target.byteOffset + at, room).write(text);
  return plainBytes.writeUtf8(text, target, at, room);
}

/** Bytes of a text in UTF-8. */
export function utf8Length(text: string): number {
  return hasBuffer ? Buffer.byteLength(text) : encoder.encode(text).length;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

const hasBuffer = typeof Buffer !== 'undefined';

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}

/** A page that is not isolated has no shared memory, not even its name. */
function isShared({ buffer }: Uint8Array): boolean {
  return typeof SharedArrayBuffer !== 'undefined' && buffer instanceof SharedArrayBuffer;
}

/** Texts of up to this many bytes, such as ids, take longer to hand to a decoder than to decode. */
const SHORT = 32;

/** Undefined if the text is not ASCII. */
function shortText(bytes: Uint8Array, from: number, to: number): string | undefined {
  let text = '';
  for (let at = from; at < to; at++) {
    if (bytes[at] > 0x7f) return undefined;
    text += String.fromCharCode(bytes[at]);
  }
  return text;
}

/** The form for browsers, exported for tests, which run on Node. */
export const plainBytes = {
  find(bytes: Uint8Array, wanted: Uint8Array, from: number): number {
    const last = bytes.length - wanted.length;
    for (let at = bytes.indexOf(wanted[0], from); at !== -1 && at <= last; ) {
      let same = 1;
      while (same < wanted.length && bytes[at + same] === wanted[same]) same++;
      if (same === wanted.length) return at;
      at = bytes.indexOf(wanted[0], at + 1);
    }
    return -1;
  },

  same(a: Uint8Array, b: Uint8Array): boolean {
    return a.length === b.length && a.every((byte, i) => byte === b[i]);
  },

  latin1(bytes: Uint8Array, from: number, to: number): string {
    let text = '';
    // a call with too many arguments fails
    for (let at = from; at < to; at += 8192) {
      text += String.fromCharCode(...bytes.subarray(at, Math.min(to, at + 8192)));
    }
    return text;
  },

  fromLatin1(text: string): Uint8Array {
    return Uint8Array.from(text, (character) => character.charCodeAt(0));
  },

  utf8Text(bytes: Uint8Array, from: number, to: number): string {
    const short = to - from <= SHORT ? shortText(bytes, from, to) : undefined;
    if (short !== undefined) return short;
    // browsers do not decode shared memory
    return decoder.decode(isShared(bytes) ? bytes.slice(from, to) : bytes.subarray(from, to));
  },

  writeUtf8(text: string, target: Uint8Array, at: number, room: number): number {
    if (!isShared(target)) return encoder.encodeInto(text, target.subarray(at, at + room)).written;
    const bytes = encoder.encode(text);
    target.set(bytes, at);
    return bytes.length;
  },

  fromBase64(text: string): Uint8Array {
    const [encoded] = text.split('=', 1);
    const digits = encoded
      .replaceAll('-', '+')
      .replaceAll('_', '/')
      .replaceAll(/[^A-Za-z0-9+/]/g, '');
    return plainBytes.fromLatin1(atob(digits.length % 4 === 1 ? digits.slice(0, -1) : digits));
  },
};
