/** Seeded texts for comparing kernels. */

/** A generator of integers below n that needs no state but its seed. */
export function generator(seed: number): (below: number) => number {
  let state = Math.imul(seed + 1, 0x9e3779b1);
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

export function randomBytes(length: number, seed: number): Uint8Array {
  const random = generator(seed);
  return Uint8Array.from({ length }, () => random(256));
}

/** A text of `count` words out of a vocabulary, some of them long, as canonical text has them. */
export function words(count: number, seed: number, vocabulary = 5000): Uint8Array {
  const random = generator(seed);
  const text: string[] = [];
  for (let i = 0; i < count; i++) text.push(word(random(vocabulary)));
  return Buffer.from(text.join(' '));
}

/** Word number n of the vocabulary: 1 to 20 letters, some outside ASCII. */
function word(n: number): string {
  const random = generator(n);
  const length = random(10) === 0 ? 9 + random(12) : 1 + random(8);
  const first = random(8) === 0 ? 0x430 : 0x61;
  return (
    n.toString(36) +
    Array.from({ length: length - 1 }, () => String.fromCharCode(first + random(26))).join('')
  );
}
