/**
 * The whole flow: read → canonicalize → fingerprint → collection → a question (duplicates, passages, nearest) → report.
 *
 * `runVerb` is the frame of every verb that asks a question about many documents. The verb's own part is in the
 * room of its question.
 */

import type { Summary } from './answers/runs.ts';
import type { Corpus } from './corpus/index.ts';
import type { LoadTasks, TextsKept } from './corpus.ts';
import { threadsFor } from './engines/index.ts';
import type { Engine } from './engines.ts';
import { NeardupError } from './errors.ts';
import { closeRun, loadInSteps } from './pipeline/load.ts';
import type { VerbOptions } from './pipeline/options.ts';
import { planRun } from './pipeline/plan.ts';
import { type Input, type OpenInput, openInput, openReference, refuseUselessFor } from './read/index.ts';
import type { ReadOptions, SourcedItem } from './read.ts';
import { RunStream } from './run-stream.ts';
import { summaryOf } from './summary.ts';
import { option, wording } from './wording.ts';

/** Everything a run has open: the engine, and the corpus with the facts about every document. */
export interface Run {
  readonly engine: Engine;
  readonly corpus: Corpus;
  /** Documents that could not be read. */
  readonly unreadable: number;
}

/** The part of a run that differs between verbs. */
export interface Verb<T> extends LoadTasks {
  /** Which texts the verb looks at again. @default 'all' */
  readonly texts?: TextsKept;
  /** True if the verb reads other files besides the input, with the same options. */
  readonly readsMore?: boolean;
  /** Called when input and reference are open and before anything is read. `files` are all files that will be read. */
  before?(input: OpenInput, files: readonly string[], reference: OpenInput | undefined): Promise<void>;
  /** Called with every document of the input while it is read, if the verb needs more than text and id. */
  readonly onDocument?: (document: SourcedItem, number: number) => void;
  /** The same for the documents of the reference. */
  readonly onReference?: (document: SourcedItem, number: number) => void;
  /** Gives results that need only the documents numbered from `from` up to `to`, while others are being read. */
  documents?(corpus: Corpus, from: number, to: number): Iterable<T>;
  /** Yields the results, and returns the counts that this verb adds to the summary. */
  results?(
    run: Run,
    input: OpenInput,
    summarize: Summarize,
    reference: OpenInput | undefined,
  ): AsyncGenerator<T, MoreCounts>;
  /** What the verb needs besides, for texts of this many bytes. */
  needs?(bytes: number, documents: number): { readonly memory: number; readonly disk: number };
  /** Called at the end, also after a failure. */
  after?(): Promise<void>;
}

/** The options that the frame itself uses. */
interface RunSettings extends VerbOptions {
  /** A reference, read before the input. */
  readonly against?: Input;
  /** How the reference is read, if not as the input. */
  readonly referenceReading?: Partial<ReadOptions>;
  /** The option that names the fields with the text of the reference. @default 'textField' */
  readonly referenceField?: string;
  /** Documents of fewer words are not compared. */
  readonly minWords?: number;
}

export type MoreCounts = Partial<Summary>;
export type Summarize = (more: MoreCounts) => Summary;

/** Opens the input, loads the corpus, yields the verb's results, closes everything and sums up. */
export function runVerb<T>(input: Input, options: RunSettings, verb: Verb<T>): RunStream<T> {
  return new RunStream(flow(input, options.against, options, verb), options.signal);
}

async function* flow<T>(
  input: Input,
  against: Input | undefined,
  options: RunSettings,
  verb: Verb<T>,
): AsyncGenerator<T, Summary> {
  const start = performance.now();
  const closers: (() => Promise<unknown>)[] = [];
  try {
    // open
    const opened = await openInput(input, options);
    closers.push(() => opened.close());
    // a document must not count against itself: files in both belong to the input
    const readings = { ...options, ...options.referenceReading };
    const reference = against === undefined ? undefined : await openReference(against, readings, opened.keys);
    if (reference !== undefined) closers.push(() => reference.close());
    if (verb.after !== undefined) closers.push(() => verb.after!());
    const sources = [...opened.sources, ...(reference?.sources ?? [])];
    if (verb.readsMore !== true) await refuseUselessFor(sources, options);
    await verb.before?.(opened, [...opened.files, ...(reference?.files ?? [])], reference);
    const plan = await planRun(sources, options, verb);
    options.onProgress(plan);

    // read → canonicalize → fingerprint → collection
    const totalBytes = opened.bytes + (reference?.bytes ?? 0);
    const corpusInput = {
      references: reference?.read,
      documents: opened.read,
      totalBytes,
      expected: plan.need?.documents,
      consumed: () => opened.consumed() + (reference?.consumed() ?? 0),
    };
    const threads = threadsFor(sources.length === 0 ? undefined : totalBytes, options.threads);
    const loading = loadInSteps(corpusInput, { ...options, threads }, verb);
    // if the consumer stops early, loading is still running: stop it
    closers.push(() => loading.return(undefined as never));
    let step = await loading.next();
    for (let done = 0; step.done !== true; step = await loading.next()) {
      const corpus = step.value;
      yield* verb.documents?.(corpus, Math.max(done, corpus.references), corpus.length) ?? [];
      done = corpus.length;
    }
    const run = step.value;
    closers.push(() => closeRun(run));

    // the question, and the summary
    const { corpus, engine } = run;
    if (reference !== undefined) refuseUnreadReference(reference, corpus, options.referenceField);
    const empty = corpus.countEmpty();
    const short = corpus.passOverShort(options.minWords ?? 1);
    const counts = {
      documents: corpus.length - corpus.references,
      empty,
      ...(short > 0 && { short }),
      unreadable: run.unreadable + opened.problems + (reference?.problems ?? 0),
      engine: engine.name,
      ...(reference !== undefined && reference.leftOut > 0 && { inBoth: reference.leftOut }),
    };
    const summarize: Summarize = (more) => summaryOf(start, counts, more);
    const more = verb.results && (yield* verb.results(run, opened, summarize, reference));
    return summarize(more ?? {});
  } finally {
    // a closer that fails must not keep the others from closing
    for (const closer of closers.reverse()) await closer().catch(() => {});
  }
}

/** Without its reference a run would say of everything that it is new. Each that was given must have a document with a word in it. */
function refuseUnreadReference({ given }: OpenInput, corpus: Corpus, field?: string): void {
  const read = new Set<string>();
  for (let number = 0; number < corpus.references; number++) {
    if (corpus.isEmpty(number)) continue;
    // a document in an archive is one of the archive, too
    let name = corpus.sourceNames[corpus.sources.get(number)];
    for (; name !== '' && !read.has(name); name = name.slice(0, Math.max(0, name.lastIndexOf('/'))))
      read.add(name);
  }
  const unread = given.find(({ sources }) => !sources.some(({ name }) => read.has(name)));
  if (unread !== undefined) throw unreadReference(unread.name, field);
}

function unreadReference(name: string, field = 'textField'): NeardupError {
  return new NeardupError(
    'UNREADABLE',
    wording`Expected documents with text in the reference ${name} (${option('against')}), got none that could be read.`,
    {
      option: 'against',
      advice: wording`Check its format, and the fields with its text (${option(field)}). Nothing was written.`,
    },
  );
}
