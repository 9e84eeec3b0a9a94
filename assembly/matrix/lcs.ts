// Length of the longest common subsequence of two sequences of word numbers, 64 words of the row at a time (Crochemore,
// Iliopoulos, Pinzon, Reid 2001; Hyyrö 2004).
//
// A zero in bit i of `v` says that the LCS of the row's first i + 1 words and the column so far is one longer than that of its
// first i words. With m the places at which the row has the column's next word, v becomes (v + (v & m)) | (v & ~m): the
// lowest place in every run of ones takes the zero. Bits above the row's end have no m and stay ones.

// Masks of words, u64 by number. All zero between rows.
// @inline
export function setMasks(masks: usize, row: usize, count: u32): void {
  for (let i: u32 = 0; i < count; i++) {
    const at = masks + ((<usize>load<u32>(row + ((<usize>i) << 2))) << 3);
    store<u64>(at, load<u64>(at) | ((<u64>1) << i));
  }
}

// @inline
export function clearMasks(masks: usize, row: usize, count: u32): void {
  for (let i: u32 = 0; i < count; i++) store<u64>(masks + ((<usize>load<u32>(row + ((<usize>i) << 2))) << 3), 0);
}

// Of a row of up to 64 words, whose masks are set.
// @inline
export function lcsShort(masks: usize, column: usize, end: usize): u32 {
  let v: u64 = -1;
  for (; column < end; column += 4) {
    const common = v & load<u64>(masks + ((<usize>load<u32>(column)) << 3));
    v = (v + common) | (v - common);
  }
  return <u32>popcnt(~v);
}

// Of a row of any length: groups of 64 words go along the column one after the other, and pass on the carries of the additions, one for each word
// of the column. So the masks never take more than a number for each word.
export function lcsLong(masks: usize, carries: usize, row: usize, rowCount: u32, column: usize, end: usize): u32 {
  let lcs: u32 = 0;
  memory.fill(carries, 0, (end - column) >> 2);
  for (let first: u32 = 0; first < rowCount; first += 64) {
    const part = row + ((<usize>first) << 2);
    const count = min<u32>(64, rowCount - first);
    setMasks(masks, part, count);
    let v: u64 = -1;
    for (let at = column, carry = carries; at < end; at += 4, carry++) {
      const common = v & load<u64>(masks + ((<usize>load<u32>(at)) << 3));
      const sum = v + common;
      const total = sum + <u64>load<u8>(carry);
      store<u8>(carry, <u8>(<i32>(sum < v) | <i32>(total < sum)));
      v = total | (v - common);
    }
    lcs += <u32>popcnt(~v);
    clearMasks(masks, part, count);
  }
  return lcs;
}
