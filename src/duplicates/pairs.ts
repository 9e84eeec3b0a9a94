/** `pairs`: every verified pair. */

import type { Pair } from '../answers/copies.ts';
import { runVerb } from '../pipeline.ts';
import type { Input } from '../read/index.ts';
import { LIST_TABLES } from '../report/index.ts';
import type { RunStream } from '../run-stream.ts';
import { findPairs } from './find.ts';
import { PAIRS_RULES, type PairsOptions, resolveDuplicateOptions } from './options.ts';
import { ListOutput } from './outputs/list-output.ts';
import { ShownFields } from './outputs/shown-fields.ts';

/**
 * Finds all pairs of near-duplicates. Of documents with the same text each is paired with the first one only.
 *
 * @example
 * for await (const pair of pairs('corpus.jsonl')) console.log(pair.a, pair.b, pair.resemblance);
 */
export function pairs(input: Input, given: PairsOptions = {}): RunStream<Pair> {
  const options = resolveDuplicateOptions(PAIRS_RULES, given);
  const fields = new ShownFields(options);
  const output = new ListOutput<Pair>(options.output, LIST_TABLES.pairs(fields.names));
  return runVerb(input, options, {
    texts: 'compared',
    fingerprints: options,
    candidates: options,
    disguises: true,
    onDocument: fields.onDocument,
    before: (opened) => output.open(opened),
    after: () => output.abort(),
    async *results(run) {
      fields.tellMissing(options);
      const table = await findPairs(run, options, fields.of);
      yield* output.follow(table.list());
      return { pairs: table.length, truncated: table.truncated };
    },
  });
}
