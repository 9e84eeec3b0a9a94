/** Which documents have a key, while documents are still added: chains by list and key, in arrays of a fixed size. */

import { growingU32 } from '../../corpus/index.ts';

/** Documents of the key that is looked for: in a crowd, thousands. */
const found = growingU32();

export class KeyChains {
  /** For every key itself and, side by side in memory, 1 + the place of the key before it in the same chain; 0 at its end. */
  private readonly entries: Uint32Array;
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
    for (let list = 0; list < this.lists; list++) {
      const place = this.count * this.lists + list;
      const chain = this.chainOf(list, keys[list]);
      this.entries[2 * place] = keys[list];
      this.entries[2 * place + 1] = this.chains[chain];
      this.chains[chain] = place + 1;
    }
    this.count++;
  }

  /** Calls back with every document that has this key in a list, in ascending order, until the callback returns false. */
  find(list: number, key: number, visit: (document: number) => boolean): void {
    const { entries, lists } = this;
    // a chain leads from the last one to the first
    found.clear();
    for (let next = this.chains[this.chainOf(list, key)]; next !== 0; ) {
      const place = next - 1;
      if (entries[2 * place] === key && place % lists === list) found.push(Math.floor(place / lists));
      next = entries[2 * place + 1];
    }
    for (let i = found.length - 1; i >= 0; i--) if (!visit(found.get(i))) return;
  }

  /** Marks the lists in which a document has the key of that list: `marks[from + list]`. Tells only of the first `count` lists. */
  mark(keys: Uint32Array, count: number, marks: Uint8Array, from: number): void {
    const { entries, lists } = this;
    for (let list = 0; list < count; list++) {
      const key = keys[list];
      let next = this.chains[this.chainOf(list, key)];
      while (next !== 0 && (entries[2 * next - 2] !== key || (next - 1) % lists !== list))
        next = entries[2 * next - 1];
      marks[from + list] = next === 0 ? 0 : 1;
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
