/**
 * Seeded fingerprints, the same in every run and every language: splitmix64, seed 12345.
 *
 * - random: every tenth is a copy of an earlier one with 0 to 3 bits flipped
 * - skewed: random, except that 1 % share 40 bits, and 10,000 are identical
 */
const SHARED_LOW = 0x0ff00f0f;
const SHARED_HIGH = 0xfff0ff0f;

export function makeFingerprints(count, { skewed = false } = {}) {
  const fingerprints = new BigUint64Array(count);
  const halves = new Uint32Array(fingerprints.buffer);
  const random = new SplitMix64(12345);
  random.next();
  const [sharedLow, sharedHigh] = [random.low, random.high];
  random.next();
  const [sameLow, sameHigh] = [random.low, random.high];
  for (let i = 0; i < count; i++) {
    random.next();
    const { low: r, high: rHigh } = random;
    random.next();
    let low = r;
    let high = rHigh;
    if (i > 0 && random.high % 10 === 0) {
      const earlier = r % i;
      low = halves[2 * earlier];
      high = halves[2 * earlier + 1];
      for (let flip = 0; flip < (rHigh & 3); flip++) {
        const bit = (rHigh >>> (2 + 6 * flip)) & 63;
        if (bit < 32) low ^= 1 << bit;
        else high ^= 1 << (bit - 32);
      }
    }
    if (skewed && random.low % 100 === 0) {
      low = (r & ~SHARED_LOW) | (sharedLow & SHARED_LOW);
      high = (rHigh & ~SHARED_HIGH) | (sharedHigh & SHARED_HIGH);
    }
    halves[2 * i] = low;
    halves[2 * i + 1] = high;
  }
  if (skewed) {
    const step = Math.max(1, Math.floor(count / 10_000));
    for (let k = 0; k < 10_000 && k * step < count; k++) {
      halves[2 * k * step] = sameLow;
      halves[2 * k * step + 1] = sameHigh;
    }
  }
  return fingerprints;
}

/** splitmix64 on 32-bit halves; `next` leaves its value in `low` and `high`. */
class SplitMix64 {
  low = 0;
  high = 0;

  constructor(seed) {
    this.stateLow = seed >>> 0;
    this.stateHigh = 0;
  }

  next() {
    const sum = this.stateLow + 0x7f4a7c15;
    this.stateLow = sum >>> 0;
    this.stateHigh = (this.stateHigh + 0x9e3779b9 + (sum > 0xffffffff ? 1 : 0)) >>> 0;
    let low = this.stateLow;
    let high = this.stateHigh;
    low ^= (low >>> 30) | (high << 2);
    high ^= high >>> 30;
    high = (multiplyHigh(low, 0x1ce4e5b9) + Math.imul(low, 0xbf58476d) + Math.imul(high, 0x1ce4e5b9)) | 0;
    low = Math.imul(low, 0x1ce4e5b9);
    low ^= (low >>> 27) | (high << 5);
    high ^= high >>> 27;
    high = (multiplyHigh(low, 0x133111eb) + Math.imul(low, 0x94d049bb) + Math.imul(high, 0x133111eb)) | 0;
    low = Math.imul(low, 0x133111eb);
    this.low = (low ^ ((low >>> 31) | (high << 1))) >>> 0;
    this.high = (high ^ (high >>> 31)) >>> 0;
  }
}

/** The high half of a product, from 16-bit pieces; `b` is below 2^31. */
function multiplyHigh(a, b) {
  const a0 = a & 0xffff;
  const a1 = a >>> 16;
  const b0 = b & 0xffff;
  const b1 = b >>> 16;
  // none of the sums passes 2^32
  const middle = (Math.imul(a1, b0) >>> 0) + (Math.imul(a0, b0) >>> 16);
  const other = (Math.imul(a0, b1) >>> 0) + (middle & 0xffff);
  return (Math.imul(a1, b1) + (middle >>> 16) + (other >>> 16)) | 0;
}
