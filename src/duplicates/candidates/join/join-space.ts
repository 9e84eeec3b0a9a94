/** The memory of one thread of a join: a `JoinPart`, work space, and room for the pairs found. */

import { type Address, JoinPartFields } from '../../../engines/index.ts';
import { PAIR_BYTES } from '../../../engines/layouts/join-memory.ts';
import type { Engine } from '../../../engines.ts';

import { firstPairs } from './join-memory.ts';

export type JoinFields = Partial<Record<keyof typeof JoinPartFields, number>>;

export class JoinSpace {
  /** The pairs found so far, `PAIR_WORDS` numbers each. */
  readonly found: Uint32Array[] = [];
  private readonly work: Address;
  private readonly part: Address;
  private out: Address;
  private capacity: number;

  constructor(
    private readonly engine: Engine,
    workBytes: number,
    largest: number,
  ) {
    const { heap } = engine;
    this.capacity = firstPairs(largest, heap.available);
    const sizes = [workBytes, 4 * JoinPartFields.length, PAIR_BYTES * this.capacity];
    [this.work, this.part, this.out] = heap.allocateAll(sizes);
  }

  /** Does the chunks that `fields` name; fields not named are 0. */
  async run(fields: JoinFields): Promise<void> {
    const { heap } = this.engine;
    const at = this.part >>> 2;
    heap.u32.fill(0, at, at + JoinPartFields.length);
    this.set({ ...fields, work: this.work, out: this.out, capacity: this.capacity });
    for (let done = false; !done; ) {
      done = (await this.engine.call('joinPart', this.part)) === 1;
      this.drain();
      if (!done) this.makeRoom();
    }
  }

  release(): void {
    for (const block of [this.work, this.part, this.out]) this.engine.heap.release(block);
  }

  private drain(): void {
    const at = this.out >>> 2;
    const written = this.get('written');
    if (written > 0) this.found.push(this.engine.heap.u32.slice(at, at + (PAIR_BYTES / 4) * written));
  }

  /** When one chunk alone has more pairs than there is room for, there must be more room. */
  private makeRoom(): void {
    const wanted = this.get('wanted');
    if (wanted <= this.capacity) return;
    const { heap } = this.engine;
    const capacity = Math.ceil(wanted * 1.25);
    // may fail, and then the old room must still be there to be released
    const out = heap.allocate(PAIR_BYTES * capacity);
    heap.release(this.out);
    this.out = out;
    this.capacity = capacity;
    this.set({ out: this.out, capacity: this.capacity });
  }

  private set(fields: JoinFields): void {
    const { u32 } = this.engine.heap;
    for (const [field, value] of Object.entries(fields))
      u32[(this.part >>> 2) + JoinPartFields[field as keyof JoinFields]] = value;
  }

  private get(field: keyof typeof JoinPartFields): number {
    return this.engine.heap.u32[(this.part >>> 2) + JoinPartFields[field]];
  }
}
