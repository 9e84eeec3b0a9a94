/** The software's answer, which the hardware must give to the bit. */

import { SimhashMode } from '../../src/engines/layouts/modes.ts';
import { fingerprintBytes } from '../../src/engines/scalar/simhash.ts';

export const SDBM = 0;
export const SDBM_TIES = SimhashMode.tiesToOne;
export const MIXED = SimhashMode.mixed;

/** Fingerprints of canonical texts as 16 hexadecimal digits, each word as often as it occurs. */
export function softwareFingerprints(documents: Uint8Array[], mode: number): string[] {
  const halves = new Uint32Array(2);
  return documents.map((document) => {
    fingerprintBytes(document, 0, document.length, mode, halves);
    return [halves[1], halves[0]].map((half) => half.toString(16).padStart(8, '0')).join('');
  });
}

/** Where two lists of fingerprints differ, in a form that a failed test can print. */
export function differences(actual: string[], expected: string[]): string[] {
  const texts = expected.flatMap((fingerprint, at) =>
    actual[at] === fingerprint ? [] : [`document ${at}: ${actual[at]} instead of ${fingerprint}`],
  );
  if (actual.length !== expected.length)
    texts.push(`${actual.length} fingerprints instead of ${expected.length}`);
  return texts.slice(0, 10);
}
