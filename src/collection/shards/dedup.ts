/** `dedup`, also of shards into a collection, so that it can go on after it was interrupted and when more shards come. */

import type { Removed } from '../../answers/copies.ts';
import type { Summary } from '../../answers/runs.ts';
import {
  type DedupOnceOptions as BatchOptions,
  checkAnnotation,
  DEDUP_RULES,
  dedupOnce as dedupBatch,
  resolveDuplicateOptions,
} from '../../duplicates/index.ts';
import { badOption, NeardupError } from '../../errors.ts';
import { firstGiven } from '../../option-rules.ts';
import { type Input, pathsOf } from '../../read/index.ts';
import { RunStream } from '../../run-stream.ts';
import { option, type Wording, wording } from '../../wording.ts';
import { isFolderOutput } from '../../write/index.ts';
import { type DedupOptions, SETTINGS_RULES, SHARDED_DEDUP_RULES } from '../options.ts';

/** Options that would have to look at all shards again, or do more than one shard after the other can. */
const NOT_WITH_SHARDS: readonly (keyof BatchOptions)[] = [
  ...([
    'against',
    'onlyAgainst',
    'containmentOf',
    'split',
    'report',
    'drop',
    'within',
    'uniqueBy',
    'fields',
    'containment',
    'minWords',
    'maxDistance',
    'tables',
  ] as const),
];

/**
 * Finds the documents to remove. Every removed document was compared with the one kept for it.
 *
 * @example
 * const run = dedup('corpus.jsonl', { output: 'clean.jsonl' });
 * for await (const removed of run) console.log(removed.id, 'is a copy of', removed.keptId);
 * console.log(await run.summary);
 */
export function dedup(input: Input, given: DedupOptions = {}): RunStream<Removed> {
  // anything but an object is refused there
  if (given?.collection === undefined) return dedupBatch(input, given);
  const { collection, ...others } = given;
  const { isAllowed, expected } = SHARDED_DEDUP_RULES.collection;
  if (!isAllowed(collection)) throw badOption('collection', expected, collection);
  const options = resolveDuplicateOptions(DEDUP_RULES, others);
  checkOptions(input, others);
  checkAnnotation(options);
  const names = Object.keys(SETTINGS_RULES);
  const settings = Object.fromEntries(Object.entries(others).filter(([name]) => names.includes(name)));
  return new RunStream(inShards(pathsOf(input)!, collection, settings, options), options.signal);
}

/** Collections are loaded only if one is named: a command takes 30 ms longer to start with them. */
async function* inShards(
  ...given: Parameters<typeof import('./dedup-shards.ts').dedupShards>
): AsyncGenerator<Removed, Summary> {
  const { dedupShards } = await import('./dedup-shards.ts');
  return yield* dedupShards(...given);
}

function checkOptions(input: Input, given: BatchOptions): void {
  const { keep = 'first', method = 'auto' } = given;
  if (pathsOf(input) === undefined)
    throw refused('collection', 'documents have no path to recognize them by', 'Give the paths of files.');
  if (keep !== 'first')
    throw refused(
      'keep',
      'a later shard could change which documents of finished ones are kept',
      wording`Leave it out, or set ${option('keep', 'first')}.`,
    );
  if (method !== 'auto' && method !== 'bands')
    throw refused('method', 'the collection finds candidates by bands', 'Leave it out.');
  const name = firstGiven(given, NOT_WITH_SHARDS);
  if (name !== undefined)
    throw refused(name, 'shards are deduplicated one after the other', 'Leave out one of the two.');
  for (const name of ['output', 'annotate'] as const) {
    const path = given[name];
    if (path !== undefined && !isFolderOutput(path))
      throw badOption(name, wording`a folder that ends in "/" together with ${option('collection')}`, path);
  }
}

function refused(name: string, why: Wording, advice: Wording): NeardupError {
  const message = wording`${option(name)} cannot be used with ${option('collection')}: ${why}.`;
  return new NeardupError(
    'BAD_OPTION',
    name === 'collection' ? wording`${option(name)} cannot be used: ${why}.` : message,
    { option: name, advice },
  );
}
