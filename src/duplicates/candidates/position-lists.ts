/**
 * The positions of equal fingerprints, as linked lists: a position can be removed without walking over the others.
 * Memory: 12 bytes a position and 4 a distinct fingerprint, up to twice that because arrays double.
 */
import type { Hit } from '../../duplicates.ts';

/** No fingerprint, no position. */
const NONE = 0;

export class PositionLists {
  private added = 0;
  // of distinct fingerprint d, counted from 1: its latest position + 1
  private latest = new Uint32Array(65);
  // of position p: the positions + 1 before and after it with the same fingerprint, and its number (NONE: removed)
  private earlier = new Uint32Array(64);
  private later = new Uint32Array(64);
  private numbers = new Uint32Array(64);

  /** Bytes of memory in use. */
  get memory(): number {
    return this.latest.byteLength + 3 * this.numbers.byteLength;
  }

  /** Gives the next position to distinct fingerprint `number`, counted from 1. */
  add(number: number): number {
    const position = this.added++;
    if (position === this.numbers.length) {
      this.earlier = grown(this.earlier, 2 * position);
      this.later = grown(this.later, 2 * position);
      this.numbers = grown(this.numbers, 2 * position);
    }
    if (number >= this.latest.length) this.latest = grown(this.latest, 2 * number);
    this.numbers[position] = number;
    const earlier = this.latest[number];
    this.earlier[position] = earlier;
    if (earlier !== NONE) this.later[earlier - 1] = position + 1;
    this.latest[number] = position + 1;
    return position;
  }

  /** False where nothing is stored. */
  remove(position: number): boolean {
    const number = this.numbers[position] ?? NONE;
    if (number === NONE) return false;
    this.numbers[position] = NONE;
    const earlier = this.earlier[position];
    const later = this.later[position];
    if (earlier !== NONE) this.later[earlier - 1] = later;
    if (later !== NONE) this.earlier[later - 1] = earlier;
    else this.latest[number] = earlier;
    return true;
  }

  /** Adds all positions of a distinct fingerprint to the hits. Stops and says true where they become more than `most`. */
  push(number: number, distance: number, hits: Hit[], most = Number.POSITIVE_INFINITY): boolean {
    for (let p = this.latest[number]; p !== NONE; p = this.earlier[p - 1]) {
      hits.push({ position: p - 1, distance });
      if (hits.length > most) return true;
    }
    return false;
  }
}

export function grown(array: Uint32Array, length: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(length);
  larger.set(array);
  return larger;
}
