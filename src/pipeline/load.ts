/** read → canonicalize → fingerprint → collection: opens an engine and loads the corpus. */
import { Corpus, loadCorpus } from '../corpus/index.ts';
import type { CorpusInput, LoadTasks } from '../corpus.ts';
import { openEngine } from '../engines/index.ts';
import { methodFor } from '../fingerprint/index.ts';
import type { Run, Verb } from '../pipeline.ts';
import { Spool } from '../platform/spool.ts';
import type { VerbOptions } from './options.ts';

/** Loads everything at once, for benchmarks. Close the run when done. */
export async function load(input: CorpusInput, options: VerbOptions, tasks: LoadTasks = {}): Promise<Run> {
  const steps = loadInSteps(input, options, tasks);
  for (;;) {
    const step = await steps.next();
    if (step.done === true) return step.value;
  }
}

/** Yields the corpus whenever a few thousand more documents are in it, and returns the run. */
export async function* loadInSteps(
  input: CorpusInput,
  options: VerbOptions,
  {
    texts = 'all',
    fingerprints,
    candidates,
    disguises,
    renamesReference,
    onDocument,
    onReference,
  }: Verb<unknown>,
): AsyncGenerator<Corpus, Run> {
  const method = candidates && methodFor(candidates);
  // when texts are compared, the distances are computed there
  const keepsFingerprints = texts === 'none' || method === 'simhash';
  // this method finds candidates by looking at all texts
  const kept = texts === 'compared' && method === 'exact' ? 'all' : texts;
  if (kept !== 'none') await Spool.prepare();
  const corpus = new Corpus(options.temp, { texts: kept, fingerprints: keepsFingerprints });
  const engine = await openEngine(options).catch(async (error) => {
    await corpus.close();
    throw error;
  });
  const tasks = { ...options, fingerprints, candidates, disguises, renamesReference };
  let run: Run | undefined;
  try {
    const unreadable = yield* loadCorpus(corpus, input, engine, tasks, { onDocument, onReference });
    run = { engine, corpus, unreadable };
    return run;
  } finally {
    // loading failed, or the consumer stopped early
    if (run === undefined) await closeRun({ engine, corpus });
  }
}

export async function closeRun({ engine, corpus }: Pick<Run, 'engine' | 'corpus'>): Promise<void> {
  await engine.close();
  await corpus.close();
}
