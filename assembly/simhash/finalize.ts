// The finalizer of the mixed hash, four hashes at a time; see `finalize` in src/engines/scalar/simhash.ts.
import { HASHES_AT, ROUNDS_AT } from "./layout";

// Finalizes the first `count` hashes (up to three more are spoiled).
export function finalizeHashes(base: usize, count: usize): void {
  const k0 = v128.load(base, ROUNDS_AT);
  const k1 = v128.load(base, ROUNDS_AT + 0x10);
  const k2 = v128.load(base, ROUNDS_AT + 0x20);
  const k3 = v128.load(base, ROUNDS_AT + 0x30);
  const end = base + HASHES_AT + (count << 3);
  for (let at = base + HASHES_AT; at < end; at += 32) {
    const a = v128.load(at);
    const b = v128.load(at, 16);
    let lo = v128.shuffle<i32>(a, b, 0, 2, 4, 6);
    let hi = v128.shuffle<i32>(a, b, 1, 3, 5, 7);
    hi = i32x4.add(hi, i32x4.mul(lo, k0));
    hi = v128.xor(hi, i32x4.shr_u(hi, 16));
    lo = i32x4.add(lo, i32x4.mul(hi, k1));
    lo = v128.xor(lo, i32x4.shr_u(lo, 15));
    hi = i32x4.add(hi, i32x4.mul(lo, k2));
    hi = v128.xor(hi, i32x4.shr_u(hi, 16));
    lo = i32x4.add(lo, i32x4.mul(hi, k3));
    lo = v128.xor(lo, i32x4.shr_u(lo, 15));
    v128.store(at, v128.shuffle<i32>(lo, hi, 0, 4, 1, 5));
    v128.store(at, v128.shuffle<i32>(lo, hi, 2, 6, 3, 7), 16);
  }
}
