/** Seeded signatures in families of near ones, as collections of texts have them; some are equal. */
export function sampleSignatures(count: number, width: number, seed: number): Uint8Array {
  let state = Math.imul(seed + 1, 0x9e3779b1);
  const random = (below: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
  const bytes = width / 8;
  const families = Uint8Array.from({ length: bytes * Math.max(1, count >> 4) }, () => random(256));
  const signatures = new Uint8Array(count * bytes);
  for (let i = 0; i < count; i++) {
    const family = random(families.length / bytes);
    signatures.set(families.subarray(family * bytes, (family + 1) * bytes), i * bytes);
    for (let flips = random(width / 3); flips > 0; flips--)
      signatures[i * bytes + random(bytes)] ^= 1 << random(8);
  }
  return signatures;
}
