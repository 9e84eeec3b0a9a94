/** `groups`: kept documents with all that were verified against them. */
import { type Options, resolveOptions } from '../options.ts';
import { runVerb } from '../pipeline.ts';
import type { Input } from '../read/index.ts';
import type { Group } from '../results.ts';
import type { RunStream } from '../run-stream.ts';
import { findGroups } from './find.ts';
import { KeepValues } from './keep/keep-values.ts';

/**
 * Finds groups of near-duplicates; every member was compared with the kept document.
 *
 * @example
 * for await (const group of groups('corpus.jsonl')) console.log(group.kept, group.members.length);
 */
export function groups(input: Input, options: Partial<Options> = {}): RunStream<Group> {
  const values = new KeepValues(resolveOptions(options).keep);
  return runVerb(input, options, {
    texts: 'compared',
    onDocument: values.onDocument,
    async *results(run, _opened, resolved) {
      const table = await findGroups(run, values.all(), resolved);
      yield* table.list();
      return table.counts();
    },
  });
}
