/** Work on bytes in a browser, which has no Buffer: the same results as `bytes.ts`. */
const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const strictDecoder = new TextDecoder('utf-8', { fatal: true });

export function isUtf8(bytes: Uint8Array): boolean {
  try {
    strictDecoder.decode(isShared(bytes) ? bytes.slice() : bytes);
    return true;
  } catch {
    return false;
  }
}

export function isAscii(bytes: Uint8Array): boolean {
  for (let i = 0; i < bytes.length; i++) if (bytes[i] > 0x7f) return false;
  return true;
}

export function findBytes(bytes: Uint8Array, wanted: Uint8Array, from = 0): number {
  const last = bytes.length - wanted.length;
  for (let at = bytes.indexOf(wanted[0], from); at !== -1 && at <= last; ) {
    let same = 1;
    while (same < wanted.length && bytes[at + same] === wanted[same]) same++;
    if (same === wanted.length) return at;
    at = bytes.indexOf(wanted[0], at + 1);
  }
  return -1;
}

export function toSearch(bytes: Uint8Array): Uint8Array {
  return bytes;
}

export function findByte(bytes: Uint8Array, byte: number, from = 0): number {
  return bytes.indexOf(byte, from);
}

export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

export function latin1(bytes: Uint8Array, from = 0, to = bytes.length): string {
  let text = '';
  // a call with too many arguments fails
  for (let at = from; at < to; at += 8192) {
    text += String.fromCharCode(...bytes.subarray(at, Math.min(to, at + 8192)));
  }
  return text;
}

export function fromLatin1(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

export function fromBase64(text: string): Uint8Array {
  const [encoded] = text.split('=', 1);
  const digits = encoded
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .replaceAll(/[^A-Za-z0-9+/]/g, '');
  return fromLatin1(atob(digits.length % 4 === 1 ? digits.slice(0, -1) : digits));
}

export function utf8Text(bytes: Uint8Array, from = 0, to = bytes.length): string {
  const short = to - from <= SHORT ? shortText(bytes, from, to) : undefined;
  if (short !== undefined) return short;
  // browsers do not decode shared memory
  return decoder.decode(isShared(bytes) ? bytes.slice(from, to) : bytes.subarray(from, to));
}

export function utf8Bytes(text: string): Uint8Array {
  return encoder.encode(text);
}

export function writeUtf8(text: string, target: Uint8Array, at: number, room: number): number {
  if (!isShared(target)) return encoder.encodeInto(text, target.subarray(at, at + room)).written;
  const bytes = encoder.encode(text);
  target.set(bytes, at);
  return bytes.length;
}

export function utf8Length(text: string): number {
  return encoder.encode(text).length;
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
