// A 128-bit hash of every document's bytes; the twin is src/engines/scalar/content-hash.ts.
import { finish } from './mix';

const LAST_STEPS = 4;

let a: u32 = 0;
let b: u32 = 0;
let c: u32 = 0;
let d: u32 = 0;

export function contentHash(text: usize, offsets: usize, count: i32, out: usize): void {
  for (let i = 0; i < count; i++, out += 16) {
    const at = offsets + ((<usize>i) << 2);
    const start = text + load<u32>(at);
    const length = text + load<u32>(at, 4) - 1 - start;
    takeBytes(start, length);
    const e = finish(a);
    const f = finish(b + e);
    const g = finish(c + f);
    store<u32>(out, e);
    store<u32>(out, f, 4);
    store<u32>(out, g, 8);
    store<u32>(out, finish(d + g), 12);
  }
}

function takeBytes(start: usize, length: usize): void {
  let p = start;
  let i = <u32>length ^ 0x2545f491;
  let j = <u32>length ^ 0x68bc21eb;
  let k = <u32>length ^ 0x1b873593;
  let l = <u32>length ^ 0x4cf5ad43;
  let m: u32 = 0;
  // in variables of the function: a global would be written in every turn
  for (const whole = start + (length & ~15); p < whole; p += 16) {
    m = rotl((i ^ load<u32>(p)) * 0x9e3779b1, 13);
    i = rotl((j ^ load<u32>(p, 4)) * 0x85ebca77, 17) + i;
    j = rotl((k ^ load<u32>(p, 8)) * 0xc2b2ae3d, 11) + j;
    k = rotl((l ^ load<u32>(p, 12)) * 0x27d4eb2f, 19) + k;
    l = m;
  }
  a = i;
  b = j;
  c = k;
  d = l;
  const left = length & 15;
  if (left !== 0) {
    // bytes beyond the end count as zero; reading them is allowed (64 bytes of padding)
    const low = left >= 8 ? load<u64>(p) : load<u64>(p) & (((<u64>1) << (left << 3)) - 1);
    const high = left <= 8 ? 0 : load<u64>(p, 8) & (((<u64>1) << ((left - 8) << 3)) - 1);
    step(low, high);
  }
  for (let n = 0; n < LAST_STEPS; n++) step(0, 0);
}

// Takes sixteen bytes.
function step(low: u64, high: u64): void {
  const e = rotl((a ^ <u32>low) * 0x9e3779b1, 13);
  a = rotl((b ^ <u32>(low >> 32)) * 0x85ebca77, 17) + a;
  b = rotl((c ^ <u32>high) * 0xc2b2ae3d, 11) + b;
  c = rotl((d ^ <u32>(high >> 32)) * 0x27d4eb2f, 19) + c;
  d = e;
}
