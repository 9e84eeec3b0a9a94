// Found pairs and kept documents against the exact answer. Pairs count between different texts, once for each pair of texts:
// that equal texts are equal needs no proof, and a thousand copies of one text must not outweigh all the rest.

export class Truth {
  constructor(documents, exactPairs) {
    this.classes = documents.classes;
    this.pairs = this.distinct(exactPairs);
    this.neighbors = new Map();
    for (const key of this.pairs) {
      const [a, b] = [Math.floor(key / SHIFT), key % SHIFT];
      for (const [from, to] of [
        [a, b],
        [b, a],
      ]) {
        if (!this.neighbors.has(from)) this.neighbors.set(from, []);
        this.neighbors.get(from).push(to);
      }
    }
  }

  /** Recall and precision of pairs of documents. */
  scorePairs(pairs) {
    const found = this.distinct(pairs);
    let right = 0;
    for (const key of found) if (this.pairs.has(key)) right++;
    return { pairs: found.size, recall: right / this.pairs.size, precision: right / found.size };
  }

  /** The same for clusters (every document with the first of its cluster): all pairs inside of a cluster count as found. */
  scoreClusters(members) {
    const clusterOf = new Map();
    for (const [i, first] of members) clusterOf.set(this.classes[i], first);
    const sizes = new Map();
    for (const first of clusterOf.values()) sizes.set(first, (sizes.get(first) ?? 0) + 1);
    let pairs = 0;
    for (const size of sizes.values()) pairs += (size * (size - 1)) / 2;
    let right = 0;
    for (const key of this.pairs)
      if (clusterOf.get(Math.floor(key / SHIFT)) === clusterOf.get(key % SHIFT)) right++;
    return { pairs, recall: right / this.pairs.size, precision: right / pairs };
  }

  /**
   * What a choice of kept documents is worth: a removal is right where a kept document has the same text or one that resembles it,
   * and a kept document is a duplicate left over where that is so with an earlier kept one.
   */
  scoreKept(kept) {
    const keptClasses = new Set();
    let left = 0;
    this.classes.forEach((text, i) => {
      if (text === -1 || !kept[i]) return;
      if (this.resemblesOne(text, keptClasses)) left++;
      keptClasses.add(text);
    });
    let [removed, wrong] = [0, 0];
    this.classes.forEach((text, i) => {
      if (text === -1 || kept[i]) return;
      removed++;
      if (!this.resemblesOne(text, keptClasses)) wrong++;
    });
    return { removed, 'removed wrongly': wrong, 'duplicates left': left };
  }

  /** Every document that an earlier kept one was found for goes, as with `dedup`. */
  keptAfter(pairs) {
    const found = new Map();
    for (const [a, b] of pairs) {
      const [first, second] = a < b ? [a, b] : [b, a];
      if (!found.has(second)) found.set(second, []);
      found.get(second).push(first);
    }
    const kept = new Uint8Array(this.classes.length);
    for (let i = 0; i < kept.length; i++) kept[i] = found.get(i)?.some((other) => kept[other]) ? 0 : 1;
    return kept;
  }

  /** One of each cluster stays. */
  firstOfClusters(members) {
    const kept = new Uint8Array(this.classes.length);
    const seen = new Set();
    for (const [i, cluster] of members) {
      if (!seen.has(cluster)) kept[i] = 1;
      seen.add(cluster);
    }
    return kept;
  }

  resemblesOne(text, others) {
    return others.has(text) || (this.neighbors.get(text) ?? []).some((other) => others.has(other));
  }

  distinct(pairs) {
    const keys = new Set();
    for (const [a, b] of pairs) {
      const [x, y] = [this.classes[a], this.classes[b]];
      if (x !== y) keys.add(x < y ? x * SHIFT + y : y * SHIFT + x);
    }
    return keys;
  }
}

const SHIFT = 2 ** 24;
