/** Components: edges between texts become one row for every text, with the least number that is connected with it. */
import { hash64 } from '../engines/index.ts';
import { NeardupError } from '../errors.ts';
import type { RowsIn, RowsOut, Stage } from '../stages.ts';

/** Rows of a batch. */
const BATCH_ROWS = 65_536;

export function components(): Stage {
  return { schema: { number: 'integer', component: 'integer' }, needsScheme: true, run };
}

async function* run(input: AsyncIterable<RowsIn>): AsyncGenerator<RowsOut> {
  const texts = new UnionFind();
  for await (const rows of input) {
    const a = rows.integers('a');
    const b = rows.integers('b');
    for (let i = 0; i < rows.length; i++) texts.join(a[i], b[i]);
  }
  for (let from = 0; from < texts.size; from += BATCH_ROWS) {
    const places = Array.from({ length: Math.min(BATCH_ROWS, texts.size - from) }, (_, i) => from + i);
    yield {
      number: places.map((place) => texts.number(place)),
      component: places.map((place) => texts.least(place)),
    };
  }
}

/** There are twice as many slots, the most that an array of Node 20 can hold with room to spare. */
const MAX_NUMBERS = 2 ** 30;

/** Sets of numbers below 2^53 that grow together. At most 32 bytes of memory a number, just after the arrays have grown (bench/measure-components.mjs). */
export class UnionFind {
  size = 0;
  private numbers = new Float64Array(1024);
  private parents = new Uint32Array(1024);
  /** 1 + the place of a number, by its hash; at most half of the slots are used. */
  private slots = new Uint32Array(2048);

  join(a: number, b: number): void {
    const x = this.root(this.place(a));
    const y = this.root(this.place(b));
    // the smaller number is the root
    if (this.numbers[x] < this.numbers[y]) this.parents[y] = x;
    else this.parents[x] = y;
  }

  number(place: number): number {
    return this.numbers[place];
  }

  /** The smallest number of the set. */
  least(place: number): number {
    return this.numbers[this.root(place)];
  }

  private root(place: number): number {
    const { parents } = this;
    while (parents[place] !== place) {
      parents[place] = parents[parents[place]];
      place = parents[place];
    }
    return place;
  }

  private place(number: number): number {
    const slot = this.slot(number);
    if (this.slots[slot] !== 0) return this.slots[slot] - 1;
    if (this.size === this.numbers.length) {
      this.grow();
      return this.place(number);
    }
    this.numbers[this.size] = number;
    this.parents[this.size] = this.size;
    this.slots[slot] = ++this.size;
    return this.size - 1;
  }

  private slot(number: number): number {
    const { slots, numbers } = this;
    const mask = slots.length - 1;
    let slot = homeSlot(number, slots.length);
    while (slots[slot] !== 0 && numbers[slots[slot] - 1] !== number) slot = (slot + 1) & mask;
    return slot;
  }

  private grow(): void {
    if (this.size === MAX_NUMBERS) throw tooMany();
    const length = 2 * this.size;
    // the old array goes before the new one comes
    this.slots = new Uint32Array();
    const numbers = new Float64Array(length);
    numbers.set(this.numbers);
    this.numbers = numbers;
    const parents = new Uint32Array(length);
    parents.set(this.parents);
    this.parents = parents;
    this.slots = new Uint32Array(2 * length);
    for (let place = 0; place < this.size; place++) this.slots[this.slot(numbers[place])] = place + 1;
  }
}

/** Where a number is looked for first: all bits of the hash that the table has room for. @param slots A power of two up to 2^31. */
export function homeSlot(number: number, slots: number): number {
  return (hash64(number % 2 ** 32, Math.floor(number / 2 ** 32)) & (slots - 1)) >>> 0;
}

function tooMany(): NeardupError {
  return new NeardupError(
    'TOO_LARGE',
    `Expected at most ${MAX_NUMBERS.toLocaleString('en')} texts that share a key with another one, got more.`,
    {
      advice:
        'One process finds the components: split the input, or set a higher threshold, with which fewer texts share keys.',
    },
  );
}
