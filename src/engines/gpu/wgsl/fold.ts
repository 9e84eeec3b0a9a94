/** The fast checksum of a shingle on the GPU: folds the hashes of its items (scalar/shingles.ts). */

export const FOLD = /* wgsl */ `
/// Folds \`count\` items from \`first\` on, sorted if the shape says so.
fn foldItems(first: u32, count: u32) -> vec2<u32> {
  var sum = vec2<u32>(0x2545f491u ^ count, 0x68bc21ebu ^ count);
  if (isSorted()) { sum = foldSorted(sum, first, count); }
  else { for (var i = 0u; i < count; i++) { sum = foldIn(sum, items[first + i]); } }
  let low = finish(sum.x ^ rotl(sum.y, 7u));
  return vec2<u32>(low, finish(sum.y + low));
}

fn foldIn(sum: vec2<u32>, value: vec2<u32>) -> vec2<u32> {
  return vec2<u32>(rotl((sum.x ^ value.x) * 0x9e3779b1u, 13u) + value.y, rotl((sum.y ^ value.y) * 0x85ebca77u, 17u) + value.x);
}

/// Insertion sort, as signed 64-bit numbers.
fn foldSorted(start: vec2<u32>, first: u32, count: u32) -> vec2<u32> {
  var shingle: array<vec2<u32>, 64>;
  for (var i = 0u; i < count; i++) {
    let value = items[first + i];
    var at = i;
    while (at > 0u && isLess(value, shingle[at - 1u])) {
      shingle[at] = shingle[at - 1u];
      at--;
    }
    shingle[at] = value;
  }
  var sum = start;
  for (var i = 0u; i < count; i++) { sum = foldIn(sum, shingle[i]); }
  return sum;
}

fn isLess(a: vec2<u32>, b: vec2<u32>) -> bool {
  if (a.y == b.y) { return a.x < b.x; }
  return bitcast<i32>(a.y) < bitcast<i32>(b.y);
}
`;
