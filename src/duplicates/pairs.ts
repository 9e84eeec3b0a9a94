/** `pairs`: every verified pair. */
import type { Options } from '../options.ts';
import { runVerb } from '../pipeline.ts';
import type { Input } from '../read/index.ts';
import type { Pair } from '../results.ts';
import type { RunStream } from '../run-stream.ts';
import { findPairs } from './find.ts';

/**
 * Finds all pairs of near-duplicates. Of documents with the same text each is paired with the first one only.
 *
 * @example
 * for await (const pair of pairs('corpus.jsonl')) console.log(pair.a, pair.b, pair.resemblance);
 */
export function pairs(input: Input, options: Partial<Options> = {}): RunStream<Pair> {
  return runVerb(input, options, {
    texts: 'compared',
    async *results(run, _opened, resolved) {
      const table = await findPairs(run, resolved);
      yield* table.list();
      return { pairs: table.length };
    },
  });
}
