/** Buckets: candidates share a bucket. Turns buckets into pairs and components. */
import type { Buckets } from '../../duplicates.ts';

/** Lists of numbers, one for every item, in two arrays. */
export interface Lists {
  readonly starts: Uint32Array;
  readonly values: Uint32Array;
}

/** Buckets in which every item that looks is posted too. */
export function symmetricBuckets(count: number, { starts, values }: Lists): Buckets {
  return { count, lookStarts: starts, looks: values, postStarts: starts, posts: values };
}

/** For every value below `count` the items that have it in their list, ascending. */
export function invert({ starts, values }: Lists, count: number): Lists {
  const invertedStarts = new Uint32Array(count + 1);
  for (const value of values) invertedStarts[value + 1]++;
  for (let value = 0; value < count; value++) invertedStarts[value + 1] += invertedStarts[value];
  const inverted = new Uint32Array(values.length);
  const next = invertedStarts.slice();
  for (let item = 0; item + 1 < starts.length; item++) {
    for (let at = starts[item]; at < starts[item + 1]; at++) inverted[next[values[at]]++] = item;
  }
  return { starts: invertedStarts, values: inverted };
}

/** Every pair once: item by item, with the later items that are its candidates, ascending. Items without any are left out. */
export function* bucketPairs(buckets: Buckets): Generator<{ item: number; others: Uint32Array }> {
  const looks: Lists = { starts: buckets.lookStarts, values: buckets.looks };
  const posts: Lists = { starts: buckets.postStarts, values: buckets.posts };
  const posted = invert(posts, buckets.count);
  const isSymmetric = looks.values === posts.values;
  const looking = isSymmetric ? posted : invert(looks, buckets.count);
  const items = looks.starts.length - 1;
  const seen = new Uint32Array(items);
  const others = new Uint32Array(items);
  for (let item = 0; item < items; item++) {
    let count = 0;
    const visit = (lists: Lists, places: Lists): void => {
      for (let at = lists.starts[item]; at < lists.starts[item + 1]; at++) {
        const end = places.starts[lists.values[at] + 1];
        // members ascend: from the end down to the item itself
        for (let p = end - 1; p >= places.starts[lists.values[at]]; p--) {
          const other = places.values[p];
          if (other <= item) break;
          if (seen[other] === item + 1) continue;
          seen[other] = item + 1;
          if (buckets.mayMatch === undefined || buckets.mayMatch(item, other)) others[count++] = other;
        }
      }
    };
    visit(looks, posted);
    if (!isSymmetric) visit(posts, looking);
    if (count > 0) yield { item, others: others.slice(0, count).sort() };
  }
}

/** For every item the first item of its component: those connected by buckets. @param links Items that are connected besides. */
export function bucketComponents(
  buckets: Buckets,
  links: Iterable<readonly [item: number, other: number]> = [],
): Uint32Array {
  const items = buckets.lookStarts.length - 1;
  const parents = Uint32Array.from({ length: items }, (_, item) => item);
  const root = (item: number): number => {
    while (parents[item] !== item) {
      parents[item] = parents[parents[item]];
      item = parents[item];
    }
    return item;
  };
  // 1 + the first item that was in the bucket
  const firsts = new Uint32Array(buckets.count);
  const connect = (item: number, other: number): void => {
    const [a, b] = [root(item), root(other)];
    // the smaller number is the root
    if (a < b) parents[b] = a;
    else parents[a] = b;
  };
  const join = (item: number, bucket: number): void => {
    if (firsts[bucket] === 0) firsts[bucket] = item + 1;
    connect(item, firsts[bucket] - 1);
  };
  for (let item = 0; item < items; item++) {
    for (let at = buckets.lookStarts[item]; at < buckets.lookStarts[item + 1]; at++)
      join(item, buckets.looks[at]);
    for (let at = buckets.postStarts[item]; at < buckets.postStarts[item + 1]; at++)
      join(item, buckets.posts[at]);
  }
  for (const [item, other] of links) connect(item, other);
  for (let item = 0; item < items; item++) parents[item] = root(item);
  return parents;
}
