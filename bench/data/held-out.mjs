// Queries that are no part of a collection, and what a mean over them is worth.
import { generator } from './words.mjs';

/** Takes signatures out of a collection, so that `count` of them can be asked for: drawn with a fixed seed, from anywhere in it. */
export function holdOut(signatures, count, bytes = 128) {
  const size = signatures.length / bytes;
  const at = (i) => signatures.subarray(bytes * i, bytes * (i + 1));
  const next = generator(1000);
  const asked = new Set();
  while (asked.size < count) asked.add(next() % size);
  const kept = Buffer.alloc(bytes * (size - count));
  let done = 0;
  for (let i = 0; i < size; i++) if (!asked.has(i)) kept.set(at(i), bytes * done++);
  return { collection: kept, queries: [...asked].map((i) => Buffer.from(at(i))) };
}

/** The mean, and between which bounds it is with 95 %: the queries are drawn again a thousand times (bootstrap, fixed seed). */
export function meanWithBounds(values, draws = 1000) {
  const next = generator(95);
  const means = Float64Array.from({ length: draws }, () => {
    let sum = 0;
    for (let i = 0; i < values.length; i++) sum += values[next() % values.length];
    return sum / values.length;
  }).sort();
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return { mean, from: means[Math.floor(0.025 * draws)], to: means[Math.ceil(0.975 * draws) - 1] };
}
