/** Which documents have a key, while documents are still added: chains by list and key, in arrays of a fixed size. */

import { growingU32 } from '../growing.ts';

/** Documents of the key that is looked for: in a crowd, thousands. */
const found = growingU32();

export class KeyChains {
  private readonly keys: Uint32Array;
  /** 1 + the key before in the same chain; 0 at its end. */
  private readonly before: Uint32Array;
  private readonly chains: Uint32Array;
  private count = 0;

  constructor(
    readonly lists: number,
    capacity: number,
  ) {
    this.keys = new Uint32Array(capacity * lists);
    this.before = new Uint32Array(capacity * lists);
    this.chains = new Uint32Array(2 ** Math.ceil(Math.log2(capacity * lists)));
  }

  /** Adds the next document with its keys, one for every list. */
  add(keys: ArrayLike<number>): void {
    for (let list = 0; list < this.lists; list++) {
      const place = this.count * this.lists + list;
      const chain = this.chainOf(list, keys[list]);
      this.keys[place] = keys[list];
      this.before[place] = this.chains[chain];
      this.chains[chain] = place + 1;
    }
    this.count++;
  }

  /** Calls back with every document that has this key in a list, in ascending order, until the callback returns false. */
  find(list: number, key: number, visit: (document: number) => boolean): void {
    const { keys, before, lists } = this;
    // a chain leads from the last one to the first
    found.clear();
    for (let place = this.chains[this.chainOf(list, key)]; place !== 0; place = before[place - 1]) {
      if (keys[place - 1] === key && (place - 1) % lists === list)
        found.push(Math.floor((place - 1) / lists));
    }
    for (let i = found.length - 1; i >= 0; i--) if (!visit(found.get(i))) return;
  }

  /** Every key of a list, by document. */
  each(list: number, visit: (key: number, document: number) => void): void {
    for (let document = 0; document < this.count; document++) {
      visit(this.keys[document * this.lists + list], document);
    }
  }

  get bytes(): number {
    return this.keys.byteLength + this.before.byteLength + this.chains.byteLength;
  }

  private chainOf(list: number, key: number): number {
    const mixed = Math.imul(key ^ Math.imul(list + 1, 0x9e3779b1), 0x85ebca6b);
    return (mixed ^ (mixed >>> 15)) & (this.chains.length - 1);
  }
}
