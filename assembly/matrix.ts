// Cells of a comparison matrix that count; the twin is src/engines/scalar/matrix.ts.
//
// A cell counts if its LCS reaches `least` of the longer sentence. Two bounds rule cells out without looking at them: the
// LCS is at most the shorter length, and at most the number of words in common, each as often as both have it. Words are numbered
// by rarity, and a row's words are looked up rarest first: a column that has none of the first few cannot have enough of the rest, so the
// long lists of frequent words are never read.

import { carriesAt, commonAt, MatrixTile, touchedAt } from '../src/engines/layouts/matrix-tile';
import { clearMasks, lcsLong, lcsShort, setMasks } from './matrix/lcs';

export function matrixTile(tile: MatrixTile): void {
  tile.found = 0;
  tile.computed = 0;
  const masks = tile.work;
  const counts = tile.work + commonAt(tile.words);
  const touched = tile.work + touchedAt(tile.words, tile.columns);
  const carries = tile.work + carriesAt(tile.words, tile.columns);
  for (let row = tile.rowFrom; row < tile.rowTo; row++) {
    const start = load<u32>(tile.rowStarts + ((<usize>row) << 2));
    const length = load<u32>(tile.rowStarts + ((<usize>row) << 2), 4) - start;
    if (length === 0) continue;
    const words = tile.rowWords + ((<usize>start) << 2);
    if (length <= 64) setMasks(masks, words, length);
    if (tile.pruned !== 0) {
      const candidates = candidatesOf(tile, start, length, counts, touched);
      for (let i: u32 = 0; i < candidates; i++) {
        compare(tile, row, words, length, load<u32>(touched + ((<usize>i) << 2)), masks, carries);
      }
    } else {
      for (let column = tile.columnFrom; column < tile.columnTo; column++) {
        compare(tile, row, words, length, column, masks, carries);
      }
    }
    if (length <= 64) clearMasks(masks, words, length);
  }
}

// @inline
function compare(tile: MatrixTile, row: u32, words: usize, length: u32, column: u32, masks: usize, carries: usize): void {
  const starts = tile.columnStarts + ((<usize>column) << 2);
  const from = load<u32>(starts);
  const to = load<u32>(starts, 4);
  const at = tile.columnWords + ((<usize>from) << 2);
  const end = tile.columnWords + ((<usize>to) << 2);
  const lcs = length <= 64 ? lcsShort(masks, at, end) : lcsLong(masks, carries, words, length, at, end);
  tile.computed++;
  if (lcs < load<u32>(tile.least + ((<usize>max(length, to - from)) << 2))) return;
  if (tile.found < tile.room) {
    const cell = tile.out + <usize>tile.found * 12;
    store<u32>(cell, row);
    store<u32>(cell, column, 4);
    store<u32>(cell, lcs, 8);
  }
  tile.found++;
}

// Writes the columns that may count to `touched` and returns their number. `counts` is all zero before and after.
function candidatesOf(tile: MatrixTile, start: u32, length: u32, counts: usize, touched: usize): u32 {
  const sorted = tile.rowSorted + ((<usize>start) << 2);
  const least = tile.least;
  // no column needs less than one that is no longer than the row
  const needed = load<u32>(least + ((<usize>length) << 2));
  let seen: u32 = 0;
  let at: u32 = 0;
  while (at + needed <= length) {
    const word = load<u32>(sorted + ((<usize>at) << 2));
    const first = at;
    while (++at < length && load<u32>(sorted + ((<usize>at) << 2)) === word);
    const times = at - first;
    const list = tile.postingStarts + ((<usize>word) << 2);
    let posting = tile.postings + ((<usize>load<u32>(list)) << 3);
    const end = tile.postings + ((<usize>load<u32>(list, 4)) << 3);
    if (tile.columnFrom > 0) posting = firstFrom(posting, end, tile.columnFrom);
    for (; posting < end; posting += 8) {
      const column = load<u32>(posting);
      if (column >= tile.columnTo) break;
      const count = counts + ((<usize>column) << 2);
      const before = load<u32>(count);
      store<u32>(touched + ((<usize>seen) << 2), column);
      seen += <u32>(before === 0);
      store<u32>(count, before + min(times, load<u32>(posting, 4)));
    }
  }
  // the most that the words that were not looked up can add
  const rest = length - at;
  let kept: u32 = 0;
  for (let i: u32 = 0; i < seen; i++) {
    const column = load<u32>(touched + ((<usize>i) << 2));
    const count = counts + ((<usize>column) << 2);
    const common = load<u32>(count) + rest;
    store<u32>(count, 0);
    const starts = tile.columnStarts + ((<usize>column) << 2);
    const other = load<u32>(starts, 4) - load<u32>(starts);
    const enough = load<u32>(least + ((<usize>max(length, other)) << 2));
    store<u32>(touched + ((<usize>kept) << 2), column);
    kept += <u32>(min(common, min(length, other)) >= enough);
  }
  return kept;
}

// The first posting of a column from `column` on.
function firstFrom(low: usize, high: usize, column: u32): usize {
  while (low < high) {
    const middle = low + (((high - low) >> 4) << 3);
    if (load<u32>(middle) < column) low = middle + 8;
    else high = middle;
  }
  return low;
}
