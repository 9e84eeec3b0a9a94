/**
 * The whole flow: read → canonicalize → fingerprint → index → match → verify → report.
 *
 * Every verb of the library and the command line is one of the functions below, and each is a walk through the stages.
 */
import { Corpus, type CorpusInput, loadCorpus, type TextsKept } from './corpus.ts';
import { type Engine, openEngine } from './engines.ts';
import { badOption } from './errors.ts';
import { methodFor } from './fingerprint.ts';
import { CandidateGraph, candidateTexts } from './match.ts';
import type { Options } from './options.ts';
import type { ReadDocument } from './read.ts';
import { fieldValue, GroupTable, keepField, keepOrder, PairTable } from './report.ts';
import { findLeaders, findTextPairs } from './verify.ts';

/** Everything a run has open. */
export interface Run {
  readonly engine: Engine;
  readonly corpus: Corpus;
  readonly unreadable: number;
  /** The values of the field that the keep policy looks at, by document number. */
  readonly keepValues: readonly (number | string | undefined)[];
}

/**
 * read → canonicalize → fingerprint: what is known of every document. Close the run when done.
 * @param texts Which texts will be looked at: `compared` where only pairs or groups will be looked for.
 */
export async function load(input: CorpusInput, options: Options, texts?: TextsKept): Promise<Run> {
  const steps = loadInSteps(input, options, texts);
  for (;;) {
    const step = await steps.next();
    if (step.done === true) return step.value;
  }
}

/** The same in steps: gives the corpus whenever some thousand more documents are in it, and returns the run. */
export async function* loadInSteps(
  input: CorpusInput,
  options: Options,
  texts: TextsKept = 'all',
): AsyncGenerator<Corpus, Run> {
  const method = methodFor(options);
  // where texts are compared the distances come from there
  const fingerprints = texts === 'none' || method === 'simhash';
  // this method finds candidates by looking at all texts
  const kept = texts === 'compared' && method === 'exact' ? 'all' : texts;
  const corpus = new Corpus(options.temp, { texts: kept, fingerprints });
  const engine = await openEngine(options).catch(async (error) => {
    await corpus.close();
    throw error;
  });
  const keepValues: (number | string | undefined)[] = [];
  const field = keepField(options.keep);
  let run: Run | undefined;
  try {
    const noteField = (document: ReadDocument, number: number) => {
      keepValues[number] = fieldValue(document.meta?.[field!]);
    };
    const onDocument = field === undefined ? undefined : noteField;
    const unreadable = yield* loadCorpus(corpus, input, engine, options, onDocument);
    if (field !== undefined && corpus.length > 0 && keepValues.every((value) => value === undefined)) {
      throw badOption(
        'keep',
        'a policy over a field that documents have',
        options.keep,
        'Check the name of the field.',
      );
    }
    run = { engine, corpus, unreadable, keepValues };
    return run;
  } finally {
    // it failed, or nobody wants the rest
    if (run === undefined) await close({ engine, corpus });
  }
}

/** index → match → verify → report: who is kept for whom. */
export async function findGroups({ engine, corpus, keepValues }: Run, options: Options): Promise<GroupTable> {
  options.onProgress({ stage: 'match', documents: corpus.length });
  const texts = await candidateTexts(corpus, engine, options);
  options.onProgress({ stage: 'verify', documents: corpus.length });
  const order = keepOrder(corpus, texts, options.keep, keepValues);
  const groups = new GroupTable(corpus, texts, order, options.onlyAgainst);
  await findLeaders(corpus, new CandidateGraph(texts), order, engine, options, (text, leader, evidence) => {
    groups.follow(text, leader, evidence);
  });
  groups.finish();
  return groups;
}

/** index → match → verify → report: every verified pair. */
export async function findPairs({ engine, corpus }: Run, options: Options): Promise<PairTable> {
  options.onProgress({ stage: 'match', documents: corpus.length });
  const texts = await candidateTexts(corpus, engine, options);
  options.onProgress({ stage: 'verify', documents: corpus.length });
  const pairs = new PairTable(corpus, texts);
  pairs.addSameTexts();
  await findTextPairs(corpus, texts, engine, options, (a, b, evidence) => pairs.addTexts(a, b, evidence));
  return pairs;
}

export async function close({ engine, corpus }: Pick<Run, 'engine' | 'corpus'>): Promise<void> {
  await engine.close();
  await corpus.close();
}
