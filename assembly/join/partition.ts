// Counting sorts. An item travels from the input to its chunk as a record of 12 bytes (value u64, id u32: one write stream
// a chunk), and from then on as a value and an id in two arrays. By quarters the value is rotated: sibling (u16), quarter (u16) and
// the other half (u32) are at the same place whichever quarter it is, and the sort of a chunk need not shift by variables.
import { JoinScatterCall } from '../../src/engines/layouts/calls';
import { RECORD_BYTES } from '../../src/engines/layouts/join-memory';

// Counts values by the `bits` bits from `shift` on; adds to counts, u32[1 << bits].
export function joinCount(values: usize, count: u32, shift: u32, bits: u32, counts: usize): void {
  const mask = ((<u64>1) << (<u64>bits)) - 1;
  const end = values + ((<usize>count) << 3);
  for (let p = values; p < end; p += 8) {
    const at = counts + ((<usize>((load<u64>(p) >> <u64>shift) & mask)) << 2);
    store<u32>(at, load<u32>(at) + 1);
  }
}

// Writes the values whose bits are in [low, high) as records to their chunks. `next`, u32[1 << bits], holds for every chunk the
// number of the record to be written next in `records`, and is advanced. The first value has the id `firstId`. Values are rotated
// for `quarter`, unless that is -1.
export function joinScatter(call: JoinScatterCall): void {
  const values = call.values;
  const count = call.count;
  const firstId = call.firstId;
  const shift = call.shift;
  const bits = call.bits;
  const low = call.low;
  const high = call.high;
  const next = call.next;
  const records = call.records;
  const quarter = call.quarter;
  const mask = ((<u64>1) << (<u64>bits)) - 1;
  const turn: u64 = quarter < 2 ? 0 : 32;
  if (low === 0 && high === 1 << bits && quarter & 1) {
    scatterAll(values, count, firstId, <u64>shift, mask, turn, next, records);
    return;
  }
  const swap: u32 = quarter >= 0 && !(quarter & 1) ? 16 : 0;
  const width = high - low;
  for (let i: u32 = 0; i < count; i++) {
    const value = load<u64>(values + ((<usize>i) << 3));
    const key = <u32>((value >> <u64>shift) & mask);
    if (key - low >= width) continue;
    const at = next + ((<usize>key) << 2);
    const record = load<u32>(at);
    store<u32>(at, record + 1);
    const target = records + <usize>record * RECORD_BYTES;
    const turned = rotr<u64>(value, turn);
    store<u32>(target, rotl<u32>(<u32>turned, swap));
    store<u32>(target, <u32>(turned >> 32), 4);
    store<u32>(target, firstId + i, 8);
  }
}

// Writes all values, without leaving any out.
function scatterAll(
  values: usize,
  count: u32,
  firstId: u32,
  shift: u64,
  mask: u64,
  turn: u64,
  next: usize,
  records: usize,
): void {
  const end = values + ((<usize>count) << 3);
  let id = firstId;
  for (let p = values; p < end; p += 8) {
    const value = load<u64>(p);
    const at = next + ((<usize>((value >> shift) & mask)) << 2);
    const record = load<u32>(at);
    store<u32>(at, record + 1);
    const target = records + <usize>record * RECORD_BYTES;
    store<u64>(target, rotr<u64>(value, turn));
    store<u32>(target, id++, 8);
  }
}

// Splits n records into values and ids.
export function unpack(records: usize, n: u32, values: usize, ids: usize): void {
  for (let i: usize = 0; i < <usize>n; i++) {
    store<u64>(values + (i << 3), load<u64>(records + i * RECORD_BYTES));
    store<u32>(ids + (i << 2), load<u32>(records + i * RECORD_BYTES, 8));
  }
}

// Sorts n items by the `bits` bits from `shift` on, through `room` (12 bytes an item). `ends`, u32[1 << bits], becomes where each key ends.
export function partitionByBits(values: usize, ids: usize, n: u32, shift: u64, bits: u32, room: usize, ends: usize): void {
  const mask = ((<u64>1) << (<u64>bits)) - 1;
  memory.fill(ends, 0, (<usize>4) << bits);
  joinCount(values, n, <u32>shift, bits, ends);
  // one key for all: nothing moves
  const only = <u32>((load<u64>(values) >> shift) & mask);
  if (load<u32>(ends + ((<usize>only) << 2)) === n) {
    for (let key = only; key < (<u32>1) << bits; key++) store<u32>(ends + ((<usize>key) << 2), n);
    return;
  }
  toStarts(ends, 1 << bits);
  const roomIds = room + ((<usize>n) << 3);
  for (let i: usize = 0; i < <usize>n; i++) {
    const value = load<u64>(values + (i << 3));
    const at = ends + ((<usize>((value >> shift) & mask)) << 2);
    const target = <usize>load<u32>(at);
    store<u32>(at, <u32>target + 1);
    store<u64>(room + (target << 3), value);
    store<u32>(roomIds + (target << 2), load<u32>(ids + (i << 2)));
  }
  memory.copy(values, room, (<usize>n) << 3);
  memory.copy(ids, roomIds, (<usize>n) << 2);
}

// Sorts n items by `keys`, u16[n], below 1 << bits; otherwise as partitionByBits.
export function partitionByKeys(values: usize, ids: usize, n: u32, keys: usize, bits: u32, room: usize, ends: usize): void {
  memory.fill(ends, 0, (<usize>4) << bits);
  countKeys(keys, n, ends);
  toStarts(ends, 1 << bits);
  const roomIds = room + ((<usize>n) << 3);
  for (let i: usize = 0; i < <usize>n; i++) {
    const at = ends + ((<usize>load<u16>(keys + (i << 1))) << 2);
    const target = <usize>load<u32>(at);
    store<u32>(at, <u32>target + 1);
    store<u64>(room + (target << 3), load<u64>(values + (i << 3)));
    store<u32>(roomIds + (target << 2), load<u32>(ids + (i << 2)));
  }
  memory.copy(values, room, (<usize>n) << 3);
  memory.copy(ids, roomIds, (<usize>n) << 2);
}

export function countKeys(keys: usize, n: u32, counts: usize): void {
  for (let i: usize = 0; i < <usize>n; i++) {
    const at = counts + ((<usize>load<u16>(keys + (i << 1))) << 2);
    store<u32>(at, load<u32>(at) + 1);
  }
}

// Counts become the places where each key begins.
export function toStarts(counts: usize, keys: u32): void {
  let sum: u32 = 0;
  for (let key: usize = 0; key < <usize>keys; key++) {
    const count = load<u32>(counts + (key << 2));
    store<u32>(counts + (key << 2), sum);
    sum += count;
  }
}

// The sum of the squares of counts: twice the comparisons that runs of these lengths take.
export function sumOfSquares(counts: usize, keys: u32): u64 {
  let sum: u64 = 0;
  for (let key: usize = 0; key < <usize>keys; key++) {
    const count = <u64>load<u32>(counts + (key << 2));
    sum += count * count;
  }
  return sum;
}
