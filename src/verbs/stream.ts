/** The frame of every verb: open the input, load the corpus, give results, close everything, sum up. */
import type { Corpus, TextsKept } from '../corpus.ts';
import { type Options, resolveOptions } from '../options.ts';
import { close, loadInSteps, type Run } from '../pipeline.ts';
import type { Summary } from '../report.ts';
import { type Input, type OpenInput, openInput } from './input.ts';
import { planRun } from './plan.ts';
import { RunStream } from './run-stream.ts';

/** What is particular to a verb. */
export interface Verb<T> {
  /** Which texts the verb looks at again. @default 'all' */
  readonly texts?: TextsKept;
  /** Called when the input was opened and before anything is read. `files` are all files that will be read. */
  before?(input: OpenInput, files: readonly string[]): Promise<void>;
  /** Results that need only the documents numbered from `from` up to `to`: they are given while others are read. */
  documents?(corpus: Corpus, from: number, to: number): Iterable<T>;
  /** Gives the results, and returns what the summary says besides the usual counts. */
  results?(
    run: Run,
    input: OpenInput,
    options: Options,
    summarize: (more: Partial<Summary>) => Summary,
  ): AsyncGenerator<T, Partial<Summary>>;
  /** Called at the end, however it comes. */
  after?(): Promise<void>;
}

export function stream<T>(
  input: Input,
  given: Partial<Options> & { readonly against?: Input },
  verb: Verb<T>,
): RunStream<T> {
  return new RunStream(walk(input, given.against, resolveOptions(given), verb));
}

async function* walk<T>(
  input: Input,
  against: Input | undefined,
  options: Options,
  verb: Verb<T>,
): AsyncGenerator<T, Summary> {
  const start = performance.now();
  const closers: (() => Promise<unknown>)[] = [];
  try {
    const opened = await openInput(input, options);
    closers.push(() => opened.close());
    const reference = against === undefined ? undefined : await openInput(against, options);
    if (reference !== undefined) closers.push(() => reference.close());
    if (verb.after !== undefined) closers.push(() => verb.after!());
    await verb.before?.(opened, [...opened.files, ...(reference?.files ?? [])]);
    const totalBytes = opened.bytes + (reference?.bytes ?? 0);
    const sources = [...opened.sources, ...(reference?.sources ?? [])];
    const plan = await planRun(sources, options, verb.texts !== 'none');
    options.onProgress(plan);
    const loading = loadInSteps(
      {
        references: reference?.read,
        documents: opened.read,
        totalBytes,
        expected: plan.need?.documents,
        consumed: () => opened.consumed() + (reference?.consumed() ?? 0),
      },
      options,
      verb.texts,
    );
    // where results are not wanted any more it is in the midst of it
    closers.push(() => loading.return(undefined as never));
    let step = await loading.next();
    for (let given = 0; step.done !== true; step = await loading.next()) {
      const corpus = step.value;
      yield* verb.documents?.(corpus, Math.max(given, corpus.references), corpus.length) ?? [];
      given = corpus.length;
    }
    const run = step.value;
    closers.push(() => close(run));
    const unreadable = run.unreadable + opened.problems + (reference?.problems ?? 0);
    const summarize = (more: Partial<Summary>): Summary => {
      const seconds = Math.round(performance.now() - start) / 1000;
      return { ...counts(run), unreadable, ...more, seconds, engine: run.engine.name };
    };
    const more = verb.results && (yield* verb.results(run, opened, options, summarize));
    return summarize(more ?? {});
  } finally {
    // one that fails must not keep the others from closing
    for (const closer of closers.reverse()) await closer().catch(() => {});
  }
}

/** The counts of a run that removes nothing. */
function counts({ corpus }: Run): Omit<Summary, 'unreadable' | 'seconds' | 'engine'> {
  const documents = corpus.length - corpus.references;
  let empty = 0;
  for (let number = corpus.references; number < corpus.length; number++) if (corpus.isEmpty(number)) empty++;
  return { documents, kept: documents, removed: 0, groups: 0, empty };
}
