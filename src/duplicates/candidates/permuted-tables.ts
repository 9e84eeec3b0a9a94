/**
 * Permuted tables, one fingerprint at a time, for any distance from 0 to 7 (Manku, Jain, Das Sarma 2007).
 * Every table is a hash table of chains by the table's key bits; only distinct fingerprints are in them.
 *
 * Memory: 20 + 8 × tables bytes a distinct fingerprint and 12 a position, up to twice that because arrays double.
 */

import type { FingerprintIndex, Hit, IndexOptions } from '../../duplicates.ts';
import { hash64, popcount } from '../../engines/index.ts';
import { blockStart, halfMask } from '../../engines/scalar/join/blocks.ts';
import { maskOf } from '../../engines/scalar/join/heavy-run.ts';

import { byDistance } from './hit-order.ts';
import { grown, PositionLists } from './position-lists.ts';
import { describeTables, type Tables, tablesForQueries } from './table-choice.ts';

/** No fingerprint. */
const NONE = 0;

export class PermutedTables implements FingerprintIndex {
  readonly name: string;
  size = 0;
  private readonly maxDistance: number;
  private readonly tables: Table[];
  /** Finds the number of a distinct fingerprint: a table whose key is all 64 bits. */
  private readonly exact = new Table(-1, -1, [], []);
  private capacity = 64;
  private distinct = 0;
  // of distinct fingerprint d, counted from 1: its halves
  private halves = new Uint32Array(2 * (this.capacity + 1));
  private readonly positions = new PositionLists();

  constructor(options: IndexOptions = {}) {
    const tables = tablesForQueries(options);
    this.name = describeTables(tables);
    this.maxDistance = tables.maxDistance;
    this.tables = tables.maxDistance === 0 ? [] : cutTables(tables);
  }

  add(fingerprint: bigint): number {
    const lo = Number(fingerprint & 0xffffffffn);
    const hi = Number(fingerprint >> 32n);
    this.size++;
    return this.positions.add(this.numberOf(lo, hi) || this.insert(lo, hi));
  }

  query(fingerprint: bigint): Hit[] {
    const lo = Number(fingerprint & 0xffffffffn);
    const hi = Number(fingerprint >> 32n);
    const hits: Hit[] = [];
    this.positions.push(this.numberOf(lo, hi), 0, hits);
    for (const table of this.tables) {
      for (let d = table.first(lo, hi); d !== NONE; d = table.next[d]) {
        const xLo = this.halves[2 * d] ^ lo;
        const xHi = this.halves[2 * d + 1] ^ hi;
        const distance = popcount(xLo) + popcount(xHi);
        if (distance === 0 || distance > this.maxDistance) continue;
        if (table.isFirst(xLo, xHi)) this.positions.push(d, distance, hits);
      }
    }
    return hits.sort(byDistance);
  }

  remove(position: number): boolean {
    if (!this.positions.remove(position)) return false;
    this.size--;
    return true;
  }

  private numberOf(lo: number, hi: number): number {
    let d = this.exact.first(lo, hi);
    while (d !== NONE && (this.halves[2 * d] !== lo || this.halves[2 * d + 1] !== hi)) d = this.exact.next[d];
    return d;
  }

  private insert(lo: number, hi: number): number {
    if (this.distinct === this.capacity) this.grow();
    const d = ++this.distinct;
    this.halves[2 * d] = lo;
    this.halves[2 * d + 1] = hi;
    this.exact.insert(d, lo, hi);
    for (const table of this.tables) table.insert(d, lo, hi);
    return d;
  }

  private grow(): void {
    this.capacity *= 2;
    this.halves = grown(this.halves, 2 * (this.capacity + 1));
    for (const table of [this.exact, ...this.tables]) table.resize(this.capacity, this.distinct, this.halves);
  }
}

/** One table: chains of fingerprints whose key bits hash alike. A chain may hold others too; the distance tells. */
class Table {
  next = new Uint32Array(65);
  private heads = new Uint32Array(64);

  /** Key bits, and for the canonical table of a pair the blocks (or the keys of earlier tables) in which it must differ. */
  constructor(
    private readonly keyLo: number,
    private readonly keyHi: number,
    private readonly skippedLo: number[],
    private readonly skippedHi: number[],
  ) {}

  first(lo: number, hi: number): number {
    return this.heads[this.slot(lo, hi)];
  }

  /** Does a pair with these differing bits agree in this table's key, and is this the first such table? */
  isFirst(xLo: number, xHi: number): boolean {
    if (((xLo & this.keyLo) | (xHi & this.keyHi)) !== 0) return false;
    for (let s = 0; s < this.skippedLo.length; s++) {
      if (((xLo & this.skippedLo[s]) | (xHi & this.skippedHi[s])) === 0) return false;
    }
    return true;
  }

  insert(d: number, lo: number, hi: number): void {
    const slot = this.slot(lo, hi);
    this.next[d] = this.heads[slot];
    this.heads[slot] = d;
  }

  resize(capacity: number, distinct: number, halves: Uint32Array): void {
    this.heads = new Uint32Array(capacity);
    this.next = new Uint32Array(capacity + 1);
    for (let d = 1; d <= distinct; d++) this.insert(d, halves[2 * d], halves[2 * d + 1]);
  }

  private slot(lo: number, hi: number): number {
    return hash64(lo & this.keyLo, hi & this.keyHi) & (this.heads.length - 1);
  }
}

/** One table for every choice of blocks, or for every key if blocks are uneven. */
function cutTables({ blocks, maxDistance, keys }: Tables): Table[] {
  if (keys !== undefined) {
    const masks = keys.map(maskOf);
    return masks.map(
      ([lo, hi], t) =>
        new Table(
          lo,
          hi,
          masks.slice(0, t).map(([low]) => low),
          masks.slice(0, t).map(([, high]) => high),
        ),
    );
  }
  const tables: Table[] = [];
  const choose = (block: number, key: number[], skipped: number[]): void => {
    if (key.length === blocks - maxDistance) {
      const mask = (half: 0 | 1) => (b: number) =>
        halfMask(blockStart(b, blocks), blockStart(b + 1, blocks), half);
      const union = (half: 0 | 1) => key.map(mask(half)).reduce((all, bits) => all | bits, 0);
      tables.push(new Table(union(0), union(1), skipped.map(mask(0)), skipped.map(mask(1))));
      return;
    }
    choose(block + 1, [...key, block], skipped);
    if (skipped.length < maxDistance) choose(block + 1, key, [...skipped, block]);
  };
  choose(0, [], []);
  return tables;
}
