/** Components: edges between texts become one row for every text, with the least number that is connected with it. */
import type { RowsIn, RowsOut, Stage } from '../stages.ts';
import { UnionFind } from './union-find.ts';

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
