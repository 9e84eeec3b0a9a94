// Puts items into order: the values of words as signed numbers, or words (length << 32 | address) by their bytes.

// Whether item a comes before item b.
export function comesBefore(a: u64, b: u64, byBytes: bool): bool {
  if (!byBytes) return <i64>a < <i64>b;
  const aLength = <u32>(a >> 32);
  const bLength = <u32>(b >> 32);
  let p = <usize>(<u32>a);
  let q = <usize>(<u32>b);
  for (const end = p + min(aLength, bLength); p < end; p++, q++) {
    const x = load<u8>(p);
    const y = load<u8>(q);
    if (x !== y) return x < y;
  }
  return aLength < bLength;
}

// Sorts `count` items in place (a heap sort: no text makes it slow, and it needs no room).
export function sortItems(items: usize, count: usize, byBytes: bool): void {
  for (let i = count >> 1; i > 0; i--) sink(items, i - 1, count, byBytes);
  for (let last = count; last > 1; last--) {
    const end = items + ((last - 1) << 3);
    const greatest = load<u64>(items);
    store<u64>(items, load<u64>(end));
    store<u64>(end, greatest);
    sink(items, 0, last - 1, byBytes);
  }
}

function sink(items: usize, place: usize, count: usize, byBytes: bool): void {
  const item = load<u64>(items + (place << 3));
  for (let child: usize = (place << 1) + 1; child < count; child = (place << 1) + 1) {
    if (child + 1 < count && comesBefore(load<u64>(items + (child << 3)), load<u64>(items + (child << 3), 8), byBytes)) child++;
    const other = load<u64>(items + (child << 3));
    if (!comesBefore(item, other, byBytes)) break;
    store<u64>(items + (place << 3), other);
    place = child;
  }
  store<u64>(items + (place << 3), item);
}
