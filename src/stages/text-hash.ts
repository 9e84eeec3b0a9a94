/**
 * The hash by which equal canonical texts are found on many machines: 128 bits of SHA-256. The texts themselves never meet there, so
 * the hash must be one that cannot be forged.
 */
import { hash } from 'node:crypto';

export function textHash(text: Uint8Array): Uint8Array {
  return hash('sha256', text, 'buffer').subarray(0, 16);
}

/** The hash in a row: 16 bytes, or 32 hexadecimal digits. */
export function isHashOf(given: Uint8Array, text: Uint8Array): boolean {
  const own = Buffer.from(textHash(text));
  return own.equals(given.length === 32 ? Buffer.from(Buffer.from(given).toString('latin1'), 'hex') : given);
}
