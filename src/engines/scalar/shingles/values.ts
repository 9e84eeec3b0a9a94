/** The fast checksum: words become 64-bit values, in two halves, and a shingle folds the values of its words. */
import { mixedHash } from '../../mixed-hash.ts';
import type { Seed } from '../../seed.ts';
import { finish, rotl } from '../mix.ts';

/** Low and high half, unsigned. */
export type Value64 = readonly [low: number, high: number];

const LANE_LOW = 0x9e3779b1;
const LANE_HIGH = 0x85ebca77;

/** The mixed hash of a word or character. */
export function itemValue(item: Uint8Array, seed: Seed): Value64 {
  const halves = new Uint32Array(2);
  mixedHash(item, 0, item.length, halves, seed);
  return [halves[0], halves[1]];
}

/** The order of the values as signed 64-bit numbers, which is what vector units compare. */
export function compareValues(a: Value64, b: Value64): number {
  return (a[1] | 0) - (b[1] | 0) || a[0] - b[0];
}

/** Two lanes that both see every value, so that boundaries and order count. */
export function foldValues(values: readonly Value64[]): bigint {
  let l = 0x2545f491 ^ values.length;
  let h = 0x68bc21eb ^ values.length;
  for (const [low, high] of values) {
    l = (rotl(Math.imul(l ^ low, LANE_LOW), 13) + high) | 0;
    h = (rotl(Math.imul(h ^ high, LANE_HIGH), 17) + low) | 0;
  }
  l = finish(l ^ rotl(h, 7));
  h = finish(h + l);
  return (BigInt(h >>> 0) << 32n) | BigInt(l >>> 0);
}
