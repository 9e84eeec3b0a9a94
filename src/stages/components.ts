/** Components: edges between texts become one row for every text, with the least number that is connected with it. */
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

/** Sets of numbers: 36 bytes a number at most. */
class UnionFind {
  size = 0;
  private numbers = new Float64Array(1024);
  private parents = new Uint32Array(1024);
  /** 1 + the place of a number, by its hash; at most half of them are used. */
  private slots = new Uint32Array(2048);

  join(a: number, b: number): void {
    const [x, y] = [this.root(this.place(a)), this.root(this.place(b))];
    // the smaller number is the root
    if (this.numbers[x] < this.numbers[y]) this.parents[y] = x;
    else this.parents[x] = y;
  }

  number(place: number): number {
    return this.numbers[place];
  }

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
    const mask = this.slots.length - 1;
    const high = Math.floor(number / 2 ** 32);
    let slot = (Math.imul(number ^ Math.imul(high, 0x85ebca6b), 0x9e3779b1) >>> 7) & mask;
    while (this.slots[slot] !== 0 && this.numbers[this.slots[slot] - 1] !== number) slot = (slot + 1) & mask;
    return slot;
  }

  private grow(): void {
    const numbers = new Float64Array(2 * this.numbers.length);
    numbers.set(this.numbers);
    const parents = new Uint32Array(numbers.length);
    parents.set(this.parents);
    [this.numbers, this.parents, this.slots] = [numbers, parents, new Uint32Array(2 * numbers.length)];
    for (let place = 0; place < this.size; place++) this.slots[this.slot(numbers[place])] = place + 1;
  }
}
