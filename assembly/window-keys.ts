// Keys of windows, rolled from one to the next. The twin is src/engines/scalar/window-keys.ts, which is the reference.
import { ENDS_AT, HIGH_BASE, KEY_BYTES, KEY_PRIME, LOW_BASE, WindowKeysCall } from '../src/engines/layouts/window-anchors';

export function windowKeys(call: WindowKeysCall): void {
  const words = call.work;
  const ends = words + <usize>ENDS_AT * <usize>call.room;
  const last = call.first + call.count;
  let out = call.out;
  let low: u32 = 0;
  let high: u32 = 0;
  let to = call.first;
  // of the word that leaves: the power of each base
  let length: u32 = 0;
  let lowPower: u32 = 1;
  let highPower: u32 = 1;
  for (let from = call.first; from < last; from++) {
    if (from > call.first) {
      if (to - from !== length) {
        length = to - from;
        lowPower = power(LOW_BASE, length);
        highPower = power(HIGH_BASE, length);
      }
      const leaving = words + ((<usize>(from - 1)) << 3);
      low = minus(low, times(load<u32>(leaving) % KEY_PRIME, lowPower));
      high = minus(high, times(load<u32>(leaving, 4) % KEY_PRIME, highPower));
    }
    const end = load<u32>(ends + ((<usize>from) << 2));
    for (; to < end; to++) {
      const word = words + ((<usize>to) << 3);
      low = reduced(<u64>low * LOW_BASE + load<u32>(word));
      high = reduced(<u64>high * HIGH_BASE + load<u32>(word, 4));
    }
    store<u32>(out, low);
    store<u32>(out, high, 4);
    store<u32>(out, end, 8);
    out += KEY_BYTES;
  }
}

function power(base: u32, exponent: u32): u32 {
  let result: u32 = 1;
  for (; exponent > 0; exponent >>= 1) {
    if ((exponent & 1) !== 0) result = times(result, base);
    base = times(base, base);
  }
  return result;
}

// @inline
function times(a: u32, b: u32): u32 {
  return reduced(<u64>a * b);
}

// Modulo 2^31 - 1: the bits above the first 31 count as much as those below.
// @inline
function reduced(value: u64): u32 {
  const once = (value >> 31) + (value & KEY_PRIME);
  const twice = <u32>(once >> 31) + (<u32>once & KEY_PRIME);
  return twice >= KEY_PRIME ? twice - KEY_PRIME : twice;
}

// @inline
function minus(a: u32, b: u32): u32 {
  return a >= b ? a - b : a - b + KEY_PRIME;
}
