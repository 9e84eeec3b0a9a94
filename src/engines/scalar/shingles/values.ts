/** The fast checksum: words become 64-bit values, in two halves, and a shingle folds the values of its words. */
import { finish, rotl } from '../mix.ts';

/** Low and high half, unsigned. */
export type Value = readonly [low: number, high: number];

const LANE_LOW = 0x9e3779b1;
const LANE_HIGH = 0x85ebca77;

/** sdbm, h * 65599 + byte modulo 2^64, on 16-bit limbs of the low half. */
export function wordValue(word: Uint8Array): Value {
  let l = 0;
  let h = 0;
  for (const byte of word) {
    const l0 = l & 0xffff;
    const l1 = l >>> 16;
    const m0 = Math.imul(l0, 63) + byte;
    const m1 = Math.imul(l1, 63) + (m0 >>> 16) + l0;
    h = (Math.imul(h, 65_599) + l1 + (m1 >>> 16)) | 0;
    l = (m1 << 16) | (m0 & 0xffff);
  }
  return [l >>> 0, h >>> 0];
}

/** Its bytes, the first one lowest. */
export function characterValue(character: Uint8Array): Value {
  let value = 0;
  for (let i = 0; i < character.length; i++) value |= character[i] << (8 * i);
  return [value >>> 0, 0];
}

/** The order of the values as signed 64-bit numbers, which is what vector units compare. */
export function compareValues(a: Value, b: Value): number {
  return (a[1] | 0) - (b[1] | 0) || a[0] - b[0];
}

/** Two lanes that both see every value, so that boundaries and order count. */
export function foldValues(values: readonly Value[]): bigint {
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
