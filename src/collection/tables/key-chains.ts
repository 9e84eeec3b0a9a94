/** Which documents have a key, while documents are still added: chains by list and key, in arrays of a fixed size. */
export class KeyChains {
  /** For every key itself and, side by side in memory, the place of the next key in the same chain; the last one leads to the first. */
  private readonly entries: Uint32Array;
  /** 1 + the place of the last key of every chain; 0 for an empty one. */
  private readonly chains: Uint32Array;
  private count = 0;

  constructor(
    readonly lists: number,
    capacity: number,
  ) {
    this.entries = new Uint32Array(2 * capacity * lists);
    this.chains = new Uint32Array(2 ** Math.ceil(Math.log2(capacity * lists)));
  }

  /** Adds the next document with its keys, one for every list. */
  add(keys: ArrayLike<number>): void {
    const { entries, chains } = this;
    for (let list = 0; list < this.lists; list++) {
      const place = this.count * this.lists + list;
      const chain = this.chainOf(list, keys[list]);
      const last = chains[chain] === 0 ? place : chains[chain] - 1;
      entries[2 * place] = keys[list];
      entries[2 * place + 1] = last === place ? place : entries[2 * last + 1];
      entries[2 * last + 1] = place;
      chains[chain] = place + 1;
    }
    this.count++;
  }

  /** Calls back with every document that has this key in a list, in ascending order, until the callback returns false. */
  find(list: number, key: number, visit: (document: number) => boolean): void {
    const { entries, lists } = this;
    const last = this.chains[this.chainOf(list, key)] - 1;
    if (last === -1) return;
    for (let place = entries[2 * last + 1]; ; place = entries[2 * place + 1]) {
      const isFound = entries[2 * place] === key && place % lists === list;
      if ((isFound && !visit(Math.floor(place / lists))) || place === last) return;
    }
  }

  /** Marks the lists in which a document has the key of that list. Tells only of the first `count` lists. */
  mark(keys: Uint32Array, count: number, marks: Uint8Array): void {
    const { entries, lists } = this;
    for (let list = 0; list < count; list++) {
      const key = keys[list];
      const last = this.chains[this.chainOf(list, key)] - 1;
      if (last === -1) continue;
      let place = last;
      do {
        if (entries[2 * place] === key && place % lists === list) marks[list] = 1;
        place = entries[2 * place + 1];
      } while (place !== last && marks[list] === 0);
    }
  }

  /** Every key of a list, by document. */
  each(list: number, visit: (key: number, document: number) => void): void {
    for (let document = 0; document < this.count; document++) {
      visit(this.entries[2 * (document * this.lists + list)], document);
    }
  }

  get bytes(): number {
    return this.entries.byteLength + this.chains.byteLength;
  }

  private chainOf(list: number, key: number): number {
    const mixed = Math.imul(key ^ Math.imul(list + 1, 0x9e3779b1), 0x85ebca6b);
    return (mixed ^ (mixed >>> 15)) & (this.chains.length - 1);
  }
}
