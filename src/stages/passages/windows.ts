/** Windows: a row for each window of a document whose anchor stands at as many places as a repeat must have. */
import { openEngine } from '../../engines/index.ts';
import { AnchorScan, KEY_WIDTH } from '../../repeats/index.ts';
import type { RowsOut, RowValue, Stage } from '../../stages.ts';
import type { StageOptions } from '../options.ts';
import { bytesIn, textIn } from '../rows.ts';
import type { TrimStageOptions } from './options.ts';

/** Rows that go out together, about. */
const BATCH = 10_000;

export function windowStage({ least }: TrimStageOptions, reading: StageOptions): Stage {
  return {
    schema: { number: 'integer', key: 'bytes', from: 'integer', to: 'integer' },
    needsScheme: true,
    async *run(input) {
      const engine = await openEngine(reading);
      const scan = new AnchorScan(engine, least);
      try {
        let found = empty();
        for await (const rows of input) {
          const numbers = rows.integers('number');
          for (let row = 0; row < rows.length; row++) {
            const marked = new Set(textIn(rows, 'marked', row).split(',').map(Number));
            scan.read(bytesIn(rows, 'text', row), (anchor) => {
              if (!marked.has(anchor.number)) return;
              const keys = scan.keys(anchor);
              for (let at = 0, from = anchor.firstWindow; at < keys.length; at += KEY_WIDTH, from++) {
                found.number.push(numbers[row]);
                found.key.push(new Uint8Array(keys.slice(at, at + 2).buffer));
                found.from.push(from);
                found.to.push(keys[at + 2]);
              }
            });
            if (found.number.length < BATCH) continue;
            yield found;
            found = empty();
          }
        }
        yield found;
      } finally {
        scan.close();
        await engine.close();
      }
    },
  };
}

function empty(): RowsOut & Record<'number' | 'key' | 'from' | 'to', RowValue[]> {
  return { number: [], key: [], from: [], to: [] };
}
