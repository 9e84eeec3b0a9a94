/** `groups`: kept documents with all that were verified against them. */

import type { Group } from '../answers/copies.ts';
import { runVerb } from '../pipeline.ts';
import type { Input } from '../read/index.ts';
import { LIST_TABLES } from '../report/index.ts';
import type { RunStream } from '../run-stream.ts';
import { findGroups } from './find.ts';
import { FieldConditions } from './keep/field-conditions.ts';
import { KeepValues } from './keep/keep-values.ts';
import { GROUPS_RULES, type GroupsOptions, resolveDuplicateOptions } from './options.ts';
import { ListOutput } from './outputs/list-output.ts';
import { both, ShownFields } from './outputs/shown-fields.ts';

/**
 * Finds groups of near-duplicates; every member was compared with the kept document.
 *
 * @example
 * for await (const group of groups('corpus.jsonl')) console.log(group.kept, group.members.length);
 */
export function groups(input: Input, given: GroupsOptions = {}): RunStream<Group> {
  const options = resolveDuplicateOptions(GROUPS_RULES, given);
  const values = new KeepValues(options);
  const fields = new ShownFields(options);
  const conditions = new FieldConditions(options);
  const output = new ListOutput<Group>(options.output, LIST_TABLES.groups(fields.names));
  return runVerb(input, options, {
    texts: 'compared',
    fingerprints: options,
    candidates: options,
    disguises: true,
    onDocument: both(both(values.onDocument, fields.onDocument), conditions.onDocument),
    async before(opened) {
      await values.begin(opened);
      await conditions.begin(opened);
      await output.open(opened);
    },
    after: () => output.abort(),
    async *results(run, opened) {
      fields.tellMissing(options);
      const order = values.byNumber(run.corpus, opened);
      const table = await findGroups(run, order, options, fields.of, conditions.finish());
      yield* output.follow(table.list());
      return table.counts();
    },
  });
}
