/** `nearestSignatures`: the nearest among signatures that were computed elsewhere. There are no texts, so only distances count. */

import type { SearchResult, Summary } from '../answers/runs.ts';
import { openEngine } from '../engines/index.ts';
import { badOption, NeardupError } from '../errors.ts';
import { newSignatureIndex } from '../nearest.ts';
import { resolveOptions } from '../option-rules.ts';
import type { RunOptions } from '../run-options.ts';
import { RunStream } from '../run-stream.ts';
import { summaryOf } from '../summary.ts';
import { SearchMeasure } from './indexes/search-measure.ts';
import { SignatureStore } from './indexes/signature-store.ts';
import {
  NEAREST_SIGNATURES_RULES,
  type NearestSignaturesOptions,
  refuseUselessStructure,
  type SignatureRun,
  searchSettings,
} from './options.ts';
import { scoreOf } from './searchable.ts';
import { readSignatures, type SignatureList } from './signature-files.ts';

/** Queries that are searched at once. */
const TOGETHER = 4096;

/**
 * Finds the nearest signatures to each, nearest first; equally far ones in their order. Files are JSON Lines with `id` and `signature`
 * (hexadecimal digits), or `.npy` with a row of bytes for each, whose ids are `FILE#0` and so on.
 *
 * @example
 * for await (const { query, id, distance } of nearestSignatures('queries.jsonl', { in: 'signatures.npy' }))
 *   console.log(query, id, distance);
 */
export function nearestSignatures(
  queries: string | readonly string[],
  given: NearestSignaturesOptions = {},
): RunStream<SearchResult> {
  const options = resolveOptions(NEAREST_SIGNATURES_RULES, given);
  if (options.in === undefined) throw badOption('in', 'files with signatures', 'nothing');
  refuseUselessStructure(given);
  return new RunStream(flow([queries].flat(), [options.in].flat(), options), options.signal);
}

async function* flow(
  queries: readonly string[],
  paths: readonly string[],
  options: SignatureRun,
): AsyncGenerator<SearchResult, Summary> {
  const start = performance.now();
  let unreadable = 0;
  const onProblem: RunOptions['onProblem'] = (problem) => {
    unreadable++;
    options.onProblem(problem);
  };
  const stored = await readSignatures(paths, { ...options, onProblem });
  const asked = await readSignatures(queries, { ...options, onProblem });
  if (asked.ids.length > 0 && stored.ids.length > 0 && asked.width !== stored.width) {
    throw new NeardupError(
      'BAD_OPTION',
      `Expected queries of ${stored.width} bits, as the signatures that are searched, got ${asked.width}.`,
      { advice: 'Compare signatures of one width.' },
    );
  }
  const engine = await openEngine(options);
  try {
    const measure = options.measure ? new SearchMeasure(options.k) : undefined;
    if (stored.ids.length > 0 && asked.ids.length > 0) yield* search(stored, asked, engine, options, measure);
    const counts = { documents: stored.ids.length, empty: 0, unreadable, engine: engine.name };
    return { ...summaryOf(start, counts), ...measure?.summary() };
  } finally {
    await engine.close();
  }
}

async function* search(
  stored: SignatureList,
  asked: SignatureList,
  engine: Awaited<ReturnType<typeof openEngine>>,
  options: SignatureRun,
  measure: SearchMeasure | undefined,
): AsyncGenerator<SearchResult> {
  const { k, structure, sliceBits, signal } = options;
  const store = new SignatureStore(engine.heap, stored.width);
  store.append(stored.signatures);
  const index = newSignatureIndex(engine, store, structure, { sliceBits });
  await index.build();
  const settings = searchSettings({ ...options, explain: false });
  for (let from = 0; from < asked.ids.length; from += TOGETHER) {
    signal?.throwIfAborted();
    const ids = asked.ids.slice(from, from + TOGETHER);
    const signatures = asked.signatures.subarray(from * store.bytes, (from + ids.length) * store.bytes);
    const found = await index.nearestAll(signatures, k, settings);
    await measure?.add(index, signatures, store.width, found);
    for (const [q, query] of ids.entries()) {
      for (const [i, { position, distance }] of found[q].entries()) {
        yield {
          query,
          id: stored.ids[position],
          distance,
          score: scoreOf(distance, store.width),
          rank: i + 1,
        };
      }
    }
  }
  index.close();
  store.close();
}
