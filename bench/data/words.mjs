// Seeded text with realistic word lengths and frequencies: a vocabulary whose words get longer as they get rarer,
// drawn by Zipf's law. The same seed gives the same bytes everywhere.

/** 32-bit integers from a seed (xorshift128). */
export function generator(seed) {
  let a = seed | 1;
  let b = 0x9e3779b9;
  let c = 0x85ebca6b;
  let d = 0xc2b2ae35;
  const next = () => {
    let t = a ^ (a << 11);
    a = b;
    b = c;
    c = d;
    t ^= t >>> 8;
    d = d ^ (d >>> 19) ^ t;
    return d >>> 0;
  };
  for (let i = 0; i < 16; i++) next();
  return next;
}

/** Words as Buffers, most frequent first: 2 to 4 letters at the top, 4 to 12 further down. */
export function vocabulary(size, alphabet = 'etaoinshrdlucmfwypvbgkjqxz', seed = 1) {
  const next = generator(seed);
  const letters = [...alphabet];
  const seen = new Set();
  const words = [];
  while (words.length < size) {
    const rank = words.length;
    const shortest = rank < 50 ? 1 : rank < 500 ? 3 : 4;
    const spread = rank < 50 ? 4 : rank < 500 ? 4 : 9;
    const length = shortest + Math.min(next() % spread, next() % spread);
    let word = '';
    // frequent letters more often, as in a language
    for (let i = 0; i < length; i++)
      word += letters[Math.min(next() % letters.length, next() % letters.length)];
    if (seen.has(word)) continue;
    seen.add(word);
    words.push(Buffer.from(word));
  }
  return words;
}

/** A function that draws word numbers below `size` by Zipf's law (frequency ~ 1 / (rank + 2.7)). */
export function zipf(size, next) {
  const table = new Uint32Array(1 << 16);
  let sum = 0;
  const cumulative = new Float64Array(size);
  for (let i = 0; i < size; i++) cumulative[i] = sum += 1 / (i + 2.7);
  for (let slot = 0, word = 0; slot < table.length; slot++) {
    while (cumulative[word] < (sum * (slot + 0.5)) / table.length && word < size - 1) word++;
    table[slot] = word;
  }
  // the top 16 bits choose the slot; within the long tail a slot stands for many words
  return () => {
    const value = next();
    const slot = value >>> 16;
    const first = table[slot];
    const last = slot + 1 < table.length ? table[slot + 1] : size - 1;
    return last > first ? first + ((value & 0xffff) % (last - first)) : first;
  };
}
