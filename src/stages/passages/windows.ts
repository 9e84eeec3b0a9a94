/** Windows: a row for each window of a document whose anchor stands at as many places as a repeat must have. */
import { AnchorScan, WindowKeys } from '../../repeats/index.ts';
import type { RowsOut, RowValue, Stage } from '../../stages.ts';
import { bytesIn, textIn } from '../rows.ts';
import type { TrimStageOptions } from './options.ts';

/** Rows that go out together, about. */
const BATCH = 10_000;

export function windowStage({ least }: TrimStageOptions): Stage {
  return {
    schema: { number: 'integer', key: 'bytes', from: 'integer', to: 'integer' },
    needsScheme: true,
    async *run(input) {
      const scan = new AnchorScan(least);
      const keys = new WindowKeys();
      let found = empty();
      for await (const rows of input) {
        const numbers = rows.integers('number');
        for (let row = 0; row < rows.length; row++) {
          const marked = new Set(textIn(rows, 'marked', row).split(',').map(Number));
          let anchor = 0;
          const { words, windows: all } = scan;
          scan.read(bytesIn(rows, 'text', row), ({ firstWindow, lastWindow }) => {
            if (!marked.has(anchor++)) return;
            keys.begin(words, firstWindow, all.ends[firstWindow]);
            for (let from = firstWindow; from <= lastWindow; from++) {
              const to = all.ends[from];
              if (from > firstWindow) keys.next(words, to);
              found.number.push(numbers[row]);
              found.key.push(new Uint8Array(Uint32Array.of(keys.low, keys.high).buffer));
              found.from.push(from);
              found.to.push(to);
            }
          });
          if (found.number.length < BATCH) continue;
          yield found;
          found = empty();
        }
      }
      yield found;
    },
  };
}

function empty(): RowsOut & Record<'number' | 'key' | 'from' | 'to', RowValue[]> {
  return { number: [], key: [], from: [], to: [] };
}
