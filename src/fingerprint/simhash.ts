/** Simhash for callers that have one canonical text as a string, and how fingerprints are written for people. */

import { SimhashMode } from '../engines/layouts/modes.ts';
import { fingerprintBytes } from '../engines/scalar/simhash.ts';

import { badOption } from '../errors.ts';
import type { FingerprintOptions } from '../fingerprint.ts';
import { completeOptions, resolveOptions } from '../option-rules.ts';
import { FINGERPRINT_RULES, HASHES } from './options.ts';

export interface SimhashOptions extends Partial<FingerprintOptions> {}

const HEX = /^[0-9a-f]{16}$/i;

/** The options as the bits that the kernels take. */
export function simhashMode(options: SimhashOptions = {}): number {
  const { hash, features, ties } = completeOptions(FINGERPRINT_RULES, options);
  let mode: number = HASHES[hash];
  if (features === 'sets') mode |= SimhashMode.sets;
  if (ties === 1) mode |= SimhashMode.tiesToOne;
  return mode;
}

/**
 * The fingerprint of one canonical text.
 *
 * @example simhashOf('school students school teachers', { hash: 'sdbm', features: 'counts' })
 */
export function simhashOf(canonical: string, options: SimhashOptions = {}): bigint {
  const bytes = new TextEncoder().encode(canonical);
  const halves = new Uint32Array(2);
  fingerprintBytes(bytes, 0, bytes.length, simhashMode(resolveOptions(FINGERPRINT_RULES, options)), halves);
  return (BigInt(halves[1]) << 32n) | BigInt(halves[0]);
}

/** 16 hexadecimal digits, most significant first. */
export function formatFingerprint(fingerprint: bigint): string {
  return BigInt.asUintN(64, fingerprint).toString(16).padStart(16, '0');
}

export function parseFingerprint(text: string): bigint {
  if (!HEX.test(text)) throw badOption('fingerprint', '16 hexadecimal digits', text);
  return BigInt(`0x${text}`);
}
