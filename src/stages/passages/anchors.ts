/** Anchors: every document becomes one row with its canonical text and the anchors of its windows, in their order. */
import { openEngine } from '../../engines/index.ts';
import { AnchorScan } from '../../repeats/index.ts';
import type { RowValue, Schema, Stage } from '../../stages.ts';
import { keys } from '../keys.ts';
import type { StageOptions } from '../options.ts';
import type { TrimStageOptions } from './options.ts';

const SCHEMA = {
  ...{ number: 'integer', id: 'text', words: 'integer', text: 'text', anchors: 'integers', problem: 'text' },
} as const satisfies Schema;

export function anchorStage({ least }: TrimStageOptions, reading: StageOptions): Stage {
  const documents = keys(reading);
  return {
    schema: SCHEMA,
    needsScheme: false,
    async *run(input) {
      const engine = await openEngine(reading);
      const scan = new AnchorScan(engine, least);
      try {
        for await (const { number, id, words, text, problem } of documents.run(input)) {
          const found = text.map((bytes): RowValue => {
            if (bytes === null) return null;
            const own: bigint[] = [];
            scan.read(bytes as Uint8Array, (anchor) => {
              // one that was met in the part before stands there already
              if (anchor.number === own.length)
                own.push((BigInt(anchor.high >>> 1) << 32n) | BigInt(anchor.low));
            });
            return BigInt64Array.from(own);
          });
          yield { number, id, words, text, anchors: found, problem };
        }
      } finally {
        scan.close();
        await engine.close();
      }
    },
  };
}
