/**
 * Ids: makes ids unique as one machine does. Only documents whose ids may collide come here: those that share an id up to the
 * `#2` at its end. They come in the order of the input.
 */
import { DocumentIds, IdTable } from '../collection/index.ts';
import type { Place } from '../document.ts';
import type { RowsIn, RowsOut, Stage } from '../stages.ts';
import type { StageOptions } from './options.ts';
import { textIn } from './rows.ts';

export function ids(options: StageOptions): Stage {
  return {
    schema: { number: 'integer', id: 'text' },
    needsScheme: false,
    run: (input) => run(input, options),
  };
}

async function* run(input: AsyncIterable<RowsIn>, { duplicateIds }: StageOptions): AsyncGenerator<RowsOut> {
  const table = new IdTable();
  const places: Place[] = [];
  const known = new DocumentIds({ ids: table, place: (number) => places[number] }, duplicateIds, '');
  for await (const rows of input) {
    const numbers = rows.integers('number');
    const given = rows.integers('given');
    const found: Uint8Array[] = [];
    for (let row = 0; row < rows.length; row++) {
      places.push({ source: textIn(rows, 'place', row) });
      known.add(textIn(rows, 'id', row), given[row] === 1, places.at(-1)!);
      found.push(Buffer.from(table.get(table.length - 1)));
    }
    yield { number: [...numbers], id: found };
  }
}
