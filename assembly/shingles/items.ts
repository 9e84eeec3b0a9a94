// Shingles of every shape, item by item: the ones that are not usual. An item is the mixed hash of a word or
// character for the fast checksum, with the seed that was set last, and otherwise the word or character itself (length << 32 | address).
import { SENTENCE_END } from '../../src/engines/layouts/modes';
import { Shape } from '../../src/engines/layouts/shingle-bits';
import { MERGE_HEADS_AT, RECENT_UNITS, scratch, UNIT_STARTS_AT } from '../memory';
import { mixedHash, seed } from '../simhash/mixed-words';
import { addItem, beginBytes, endBytes } from './byte-checksum';
import { addValue, beginFold, endFold } from './fold';
import { comesBefore, sortItems } from './item-order';

// Writes the shingles of [text, end) (`end` is a separator) to `out`, in the order of the text; returns where they end.
// `items` is room for all items of the text.
export function itemShingles(text: usize, end: usize, shape: u32, out: usize, items: usize): usize {
  const unit = shape & Shape.unitMask;
  const isFast = (shape & Shape.checksumMask) === 0;
  const width = shape & Shape.widthMask;
  const step = ((shape >> Shape.stepShift) & 0xff) + 1;
  let q = out;
  let next = items;
  let units: u32 = 0;
  setStart(0, items);
  for (let p = text; p < end; ) {
    const first = load<u8>(p);
    let unitEnds = unit !== Shape.sentence;
    if (first <= 0x20) {
      p++;
      if (unit !== Shape.sentence || first !== SENTENCE_END || next === startOf(units)) continue;
      unitEnds = true;
    } else {
      const start = p++;
      if (unit === Shape.character) {
        while (p < start + 4 && (load<u8>(p) & 0xc0) === 0x80) p++;
        store<u64>(next, isFast ? mixedHash(start, p, seed()) : ((<u64>(p - start)) << 32) | <u64>start);
      } else {
        p = storeWord(start, isFast, next);
      }
      next += 8;
    }
    if (!unitEnds) continue;
    endUnit(units++, next, shape);
    if (units >= width && (units - width) % step === 0) {
      store<u64>(q, checksum(units - width, width, shape));
      q += 8;
    }
  }
  if (next > startOf(units)) {
    endUnit(units++, next, shape);
    if (units >= width && (units - width) % step === 0) {
      store<u64>(q, checksum(units - width, width, shape));
      q += 8;
    }
  }
  if (q > out || units === 0) return q;
  store<u64>(q, checksum(0, units, shape));
  return q + 8;
}

// Makes an item of the word at `start`; returns where it ends.
// @inline
export function storeWord(start: usize, isFast: bool, to: usize): usize {
  let p = start + 1;
  while (load<u8>(p) > 0x20) p++;
  store<u64>(to, isFast ? mixedHash(start, p, seed()) : ((<u64>(p - start)) << 32) | <u64>start);
  return p;
}

// Closes a unit whose items end at `next`; in free order they are sorted now, so that shingles only merge units.
function endUnit(unit: u32, next: usize, shape: u32): void {
  const start = startOf(unit);
  if (shape & Shape.free) sortItems(start, (next - start) >> 3, (shape & Shape.checksumMask) !== 0);
  setStart(unit + 1, next);
}

// The checksum of `count` units from `first` on.
function checksum(first: u32, count: u32, shape: u32): u64 {
  const start = startOf(first);
  const end = startOf(first + count);
  const isFast = (shape & Shape.checksumMask) === 0;
  if (isFast) beginFold((end - start) >> 3);
  else beginBytes(shape);
  if (shape & Shape.free && count > 1) addMerged(first, count, isFast);
  else for (let at = start; at < end; at += 8) add(load<u64>(at), isFast);
  return isFast ? endFold() : endBytes();
}

// Adds the items of units that are sorted each, sorted as a whole.
function addMerged(first: u32, count: u32, isFast: bool): void {
  const heads = scratch + MERGE_HEADS_AT;
  for (let i: u32 = 0; i < count; i++) store<u32>(heads + ((<usize>i) << 2), <u32>startOf(first + i));
  for (let left = (startOf(first + count) - startOf(first)) >> 3; left > 0; left--) {
    let best: u32 = 0;
    let least: usize = 0;
    for (let i: u32 = 0; i < count; i++) {
      const head = <usize>load<u32>(heads + ((<usize>i) << 2));
      if (head === startOf(first + i + 1)) continue;
      if (least !== 0 && !comesBefore(load<u64>(head), load<u64>(least), !isFast)) continue;
      least = head;
      best = i;
    }
    add(load<u64>(least), isFast);
    store<u32>(heads + ((<usize>best) << 2), <u32>least + 8);
  }
}

// @inline
export function add(item: u64, isFast: bool): void {
  if (isFast) addValue(item);
  else addItem(item);
}

// Where a unit begins, for the last 128 units.
// @inline
function startOf(unit: u32): usize {
  return <usize>load<u32>(scratch + UNIT_STARTS_AT + ((<usize>(unit & (RECENT_UNITS - 1))) << 2));
}

// @inline
function setStart(unit: u32, start: usize): void {
  store<u32>(scratch + UNIT_STARTS_AT + ((<usize>(unit & (RECENT_UNITS - 1))) << 2), <u32>start);
}
