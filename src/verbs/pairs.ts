/** `pairs`: every verified pair. */
import type { Options } from '../options.ts';
import { findPairs } from '../pipeline.ts';
import type { Pair } from '../report.ts';
import type { Input } from './input.ts';
import type { RunStream } from './run-stream.ts';
import { stream } from './stream.ts';

/**
 * Finds all pairs of near-duplicates. Of documents with the same text each is paired with the first one only.
 *
 * @example
 * for await (const pair of pairs('corpus.jsonl')) console.log(pair.a, pair.b, pair.resemblance);
 */
export function pairs(input: Input, options: Partial<Options> = {}): RunStream<Pair> {
  return stream(input, options, {
    texts: 'compared',
    async *results(run, _opened, resolved) {
      const table = await findPairs(run, resolved);
      yield* table.list();
      return { pairs: table.length };
    },
  });
}
