// Keys of windows, rolled from one to the next. The twin is src/engines/scalar/window-keys.ts, which is the reference.
import { ENDS_AT, HIGH_BASE, KEY_BYTES, KEY_PRIME, LOW_BASE, WindowKeysCall } from '../src/engines/layouts/window-anchors';
import { keyMinus, keyPower, keyReduced, keyTimes } from './key-numbers';

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
        lowPower = keyPower(LOW_BASE, length);
        highPower = keyPower(HIGH_BASE, length);
      }
      const leaving = words + ((<usize>(from - 1)) << 3);
      low = keyMinus(low, keyTimes(load<u32>(leaving) % KEY_PRIME, lowPower));
      high = keyMinus(high, keyTimes(load<u32>(leaving, 4) % KEY_PRIME, highPower));
    }
    const end = load<u32>(ends + ((<usize>from) << 2));
    for (; to < end; to++) {
      const word = words + ((<usize>to) << 3);
      low = keyReduced(<u64>low * LOW_BASE + load<u32>(word));
      high = keyReduced(<u64>high * HIGH_BASE + load<u32>(word, 4));
    }
    store<u32>(out, low);
    store<u32>(out, high, 4);
    store<u32>(out, end, 8);
    out += KEY_BYTES;
  }
}
