// A 64-bit hash of every document's bytes; the twin is src/engines/scalar/content-hash.ts.
import { finish } from './mix';

const LANE_1: u32 = 0x9e3779b1;
const LANE_2: u32 = 0x85ebca77;

export function contentHash(text: usize, offsets: usize, count: i32, out: usize): void {
  for (let i = 0; i < count; i++) {
    const at = offsets + ((<usize>i) << 2);
    let p = text + load<u32>(at);
    const length = <u32>(text + load<u32>(at, 4) - 1 - p);
    let a: u32 = length ^ 0x2545f491;
    let b: u32 = length ^ 0x68bc21eb;
    for (const whole = p + <usize>(length & ~7); p < whole; p += 8) {
      const x = load<u32>(p);
      const y = load<u32>(p, 4);
      a = rotl((a ^ x) * LANE_1, 13) + y;
      b = rotl((b ^ y) * LANE_2, 17) + x;
    }
    const left = length & 7;
    if (left !== 0) {
      // bytes beyond the end count as zero; reading them is allowed (64 bytes of padding)
      const last = load<u64>(p) & (((<u64>1) << (left << 3)) - 1);
      const x = <u32>last;
      const y = <u32>(last >> 32);
      a = rotl((a ^ x) * LANE_1, 13) + y;
      b = rotl((b ^ y) * LANE_2, 17) + x;
    }
    a = finish(a ^ rotl(b, 7));
    b = finish(b + a);
    store<u32>(out + ((<usize>i) << 3), a);
    store<u32>(out + ((<usize>i) << 3), b, 4);
  }
}
