import { NO_SEED, type Seed } from './seed.ts';

/**
 * The mixed hash of a word: 64 bits, each of which depends on every bit of the word. A 64-bit value is kept as two 32-bit halves.
 *
 * The word is taken in pieces of eight bytes, so that the last piece is full and the first one may have zeros in front. Each
 * piece is combined by exclusive or with the hash of those before it and with the seed, and mixed. Zero stays zero: zeros in front of
 * a word change nothing, which spares the kernels from asking where a word begins.
 *
 * With a seed that is not known, two words of up to eight bytes never share a hash, and longer ones share it only if a difference goes
 * through the rounds of `mix` as foreseen.
 */
export function mixedHash(
  bytes: Uint8Array,
  start: number,
  end: number,
  into: Uint32Array,
  seed: Seed = NO_SEED,
): void {
  let lo = 0;
  let hi = 0;
  into.fill(0);
  for (let at = start; at < end; at++) {
    lo = (lo >>> 8) | (hi << 24);
    hi = (hi >>> 8) | (bytes[at] << 24);
    if (((end - at) & 7) !== 1) continue;
    into[0] ^= lo;
    into[1] ^= hi;
    if ((into[0] | into[1]) !== 0) {
      into[0] ^= seed.low;
      into[1] ^= seed.high;
      mix(into);
    }
    lo = 0;
    hi = 0;
  }
}

/**
 * Four rounds: a multiple of one half goes into the other, whose high bits are then folded onto the low ones. Every round can
 * be undone, so different words of up to eight bytes never share a hash. Only 32-bit products, because vector units have no
 * 64-bit ones. Of the few shifts we tried, these make the bits of similar words (numbers, words with one
 * beginning or one ending) as independent as random bits.
 */
export function mix(halves: Uint32Array): void {
  let [lo, hi] = halves;
  hi = Math.imul(hi, 0x9e3779b1) ^ lo;
  hi ^= hi >>> 14;
  lo += Math.imul(hi, 0x85ebca6b);
  lo ^= lo >>> 15;
  hi += Math.imul(lo, 0xc2b2ae35);
  hi ^= hi >>> 16;
  lo += Math.imul(hi, 0x27d4eb2f);
  lo ^= lo >>> 15;
  halves[0] = lo;
  halves[1] = hi;
}
