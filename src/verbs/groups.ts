/** `groups`: kept documents with all that were verified against them. */
import type { Options } from '../options.ts';
import { findGroups } from '../pipeline.ts';
import type { Group } from '../report.ts';
import type { Input } from './input.ts';
import type { RunStream } from './run-stream.ts';
import { stream } from './stream.ts';

/**
 * Finds groups of near-duplicates; every member was compared with the kept document.
 *
 * @example
 * for await (const group of groups('corpus.jsonl')) console.log(group.kept, group.members.length);
 */
export function groups(input: Input, options: Partial<Options> = {}): RunStream<Group> {
  return stream(input, options, {
    texts: 'compared',
    async *results(run, _opened, resolved) {
      const table = await findGroups(run, resolved);
      yield* table.list();
      return table.counts();
    },
  });
}
