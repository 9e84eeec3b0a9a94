/**
 * Ids: makes ids unique as one machine does. Only documents whose ids may collide come here: those that share an id up to the
 * `#2` at its end. They come in the order of the input.
 */
import { DocumentIds, IdTable } from '../corpus/index.ts';
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
  // the reference may have the ids of the input
  const known = [new KnownIds(duplicateIds), new KnownIds(duplicateIds)];
  for await (const rows of input) {
    const numbers = rows.integers('number');
    const given = rows.integers('given');
    const references = rows.integers('reference');
    const found = [...numbers].map((_, row) =>
      known[references[row]].add(textIn(rows, 'id', row), given[row] === 1, textIn(rows, 'place', row)),
    );
    yield { number: [...numbers], id: found };
  }
}

class KnownIds {
  private readonly table = new IdTable();
  private readonly places: Place[] = [];
  private readonly ids: DocumentIds;

  constructor(duplicateIds: StageOptions['duplicateIds']) {
    const place = (number: number) => this.places[number];
    this.ids = new DocumentIds({ ids: this.table, place }, duplicateIds, '');
  }

  add(id: string, isGiven: boolean, source: string): Uint8Array {
    this.places.push({ source });
    this.ids.add(id, isGiven, { source });
    return Buffer.from(this.table.get(this.table.length - 1));
  }
}
