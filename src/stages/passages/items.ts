/** Items: which items of evaluation sets stand in each document. The files of `against` must be where the process runs. */
import { lineFormat, textOf } from '../../read/index.ts';
import { type DecontaminateOptions, decontaminate } from '../../repeats/index.ts';
import type { RowsIn, Stage } from '../../stages.ts';
import type { StageOptions } from '../options.ts';
import { bytesIn, textIn } from '../rows.ts';

/** Results that go out together. */
const BATCH = 1000;

export function itemStage(options: DecontaminateOptions, reading: StageOptions): Stage {
  return {
    schema: { number: 'integer', suite: 'text', item: 'text', contaminated: 'integer', found: 'text' },
    needsScheme: false,
    async *run(input) {
      // a field of the documents is none of the items
      const { textField: _, idField: _id, ...others } = options;
      const itemFields = options.itemFields ?? options.textField;
      const settings = { threads: 1, ...others, ...(itemFields !== undefined && { itemFields }) };
      const run = decontaminate(documentsOf(input, reading), settings);
      let found = empty();
      for await (const { id, suite, item, contaminated, ...rest } of run) {
        found.number.push(Number(id));
        found.suite.push(Buffer.from(suite));
        found.item.push(Buffer.from(item));
        found.contaminated.push(contaminated ? 1 : 0);
        found.found.push(Buffer.from(JSON.stringify(rest)));
        if (found.number.length < BATCH) continue;
        yield found;
        found = empty();
      }
      yield found;
    },
  };
}

async function* documentsOf(input: AsyncIterable<RowsIn>, reading: StageOptions) {
  const format = await lineFormat(reading);
  for await (const rows of input) {
    const numbers = rows.integers('number');
    const hasText = rows.bytes('text') !== undefined;
    for (let row = 0; row < rows.length; row++) {
      const id = String(numbers[row]);
      if (hasText) {
        yield { id, text: textIn(rows, 'text', row) };
        continue;
      }
      const item = format.readLine(bytesIn(rows, 'line', row), row + 1);
      if (item !== undefined && item.problem === undefined) yield { id, text: textOf(item as never) };
    }
  }
}

function empty(): Record<'number' | 'contaminated', number[]> &
  Record<'suite' | 'item' | 'found', Uint8Array[]> {
  return { number: [], suite: [], item: [], contaminated: [], found: [] };
}
