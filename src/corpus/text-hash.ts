/**
 * The hash of a canonical text that stands for the text: 128 bits of SHA-256. Collections, and stages that run on many machines, take texts
 * with one hash for equal and never compare them, so it must be one that cannot be forged.
 */
import { hash } from 'node:crypto';

const bytes = new Uint8Array(16);
const numbers = new BigUint64Array(bytes.buffer);

/** The hash as two numbers. */
export function textHashNumbers(text: Uint8Array): readonly [bigint, bigint] {
  // a string is made in half the time of a buffer
  const digest = hash('sha256', text, 'binary');
  for (let i = 0; i < bytes.length; i++) bytes[i] = digest.charCodeAt(i);
  return [numbers[0], numbers[1]];
}

export function textHash(text: Uint8Array): Uint8Array {
  return hash('sha256', text, 'buffer').subarray(0, 16);
}

/** The hash in a row: 16 bytes, or 32 hexadecimal digits. */
export function isHashOf(given: Uint8Array, text: Uint8Array): boolean {
  const own = Buffer.from(textHash(text));
  return own.equals(given.length === 32 ? Buffer.from(Buffer.from(given).toString('latin1'), 'hex') : given);
}
