/** Fills a corpus from a stream of documents: ids, places, canonical texts, fingerprints. */

import { Canonicalizer } from '../canonicalize/index.ts';
import type { CorpusInput, DocumentStream, LoadOptions, LoadTasks } from '../corpus.ts';
import type { Engine } from '../engines.ts';
import { bandsFor, methodFor, needsSentences, simhashMode, textShape } from '../fingerprint/index.ts';
import { ordered } from '../ordered.ts';
import type { LineBlock } from '../read/index.ts';
import type { RunOptions } from '../run-options.ts';
import { type Corpus, REFERENCE_MARK } from './corpus.ts';
import { CorpusFiller, type FillOptions } from './fill.ts';
import { LineTexts } from './line-texts.ts';
import { type PreparedBatch, prepareBatch } from './prepare-batch.ts';
import { type LineSteps, type ScannedLines, scanLines } from './scan-lines.ts';
import { type ItemBatch, packWork } from './work.ts';

/**
 * Yields the corpus whenever a few thousand more documents are in it, and returns how many could not be read.
 *
 * @param calls Called with every document and its number, if more than text and id is needed.
 */
export async function* loadCorpus(
  corpus: Corpus,
  input: CorpusInput,
  engine: Engine,
  options: CorpusOptions,
  calls: DocumentCalls = {},
): AsyncGenerator<Corpus, number> {
  const { candidates } = options;
  const treatment = { ...options, sentences: candidates !== undefined && needsSentences(candidates) };
  const canonicalizer = await Canonicalizer.open(engine.heap, treatment);
  try {
    const steps = stepsFor(corpus, engine, canonicalizer, options);
    const lineTexts = corpus.needsFewTexts ? new LineTexts(corpus, engine, treatment) : undefined;
    corpus.begin(input.expected ?? 0, steps.bands?.bands ?? 0, lineTexts);
    const loader = new Loader(corpus, input, steps, lineTexts, options, calls);
    if (input.references !== undefined) {
      for await (const _ of loader.load(input.references, REFERENCE_MARK));
      corpus.endReference();
    }
    yield* loader.load(input.documents, '');
    return loader.unreadable;
  } finally {
    canonicalizer.close();
  }
}

/** Callbacks for the documents of the input and of the reference. */
interface DocumentCalls {
  readonly onDocument?: FillOptions['onDocument'];
  readonly onReference?: FillOptions['onDocument'];
}

type CorpusOptions = LoadOptions & LoadTasks & RunOptions;

function stepsFor(
  corpus: Corpus,
  engine: Engine,
  canonicalizer: Canonicalizer,
  { canonical, fingerprints, candidates, disguises }: CorpusOptions,
): LineSteps {
  const hasBands = corpus.keepsTexts && candidates !== undefined && methodFor(candidates) === 'bands';
  return {
    engine,
    canonicalizer,
    canonical,
    simhashMode: simhashMode(fingerprints),
    fingerprints: corpus.keepsFingerprints,
    contents: corpus.keepsTexts,
    bands: hasBands ? { ...bandsFor(candidates), shape: textShape(candidates) } : undefined,
    idSeed: corpus.ids.seed,
    disguises,
  };
}

/** Documents after which the corpus is yielded: every `yield` takes some time. */
const STEP = 8192;
/** Bytes of input that are prepared at the same time; with their results they need about five times that of the heap. */
const BYTES_AT_A_TIME = 256 << 20;

class Loader {
  /** Documents that could not be read. */
  unreadable = 0;

  constructor(
    private readonly corpus: Corpus,
    private readonly input: CorpusInput,
    private readonly steps: LineSteps,
    private readonly lineTexts: LineTexts | undefined,
    private readonly options: CorpusOptions,
    private readonly calls: DocumentCalls,
  ) {}

  /** Adds the documents of a stream. @param mark In front of their ids. */
  async *load(documents: DocumentStream, mark: string): AsyncGenerator<Corpus> {
    const { corpus, options } = this;
    const onDocument = mark === '' ? this.calls.onDocument : this.calls.onReference;
    const asksMore = onDocument !== undefined;
    const { engine } = this.steps;
    const { heap } = engine;
    const isRenamed = mark !== '' && options.renamesReference === true;
    const duplicateIds = isRenamed ? 'rename' : options.duplicateIds;
    const filler = new CorpusFiller(corpus, heap, { ...options, duplicateIds, onDocument }, mark);
    const work = packWork(
      documents(takesLines(asksMore, options) ? heap : undefined, !asksMore),
      heap,
      options.batch,
    );
    const limits = { items: 2 * engine.threads, weigh: bytesOf, budget: BYTES_AT_A_TIME };
    let yielded = corpus.length;
    for await (const prepared of ordered(work, limits, (each) => this.prepare(each))) {
      if ('block' in prepared) addBlock(filler, prepared);
      else addBatch(filler, prepared);
      options.onProgress({
        stage: 'read',
        documents: corpus.length,
        bytes: this.input.consumed?.(),
        totalBytes: this.input.totalBytes,
      });
      if (corpus.length < yielded + STEP) continue;
      yield corpus;
      yielded = corpus.length;
    }
    this.unreadable += filler.unreadable;
    if (corpus.length > yielded) yield corpus;
  }

  private async prepare(work: ItemBatch | LineBlock): Promise<PreparedItems | PreparedBlock> {
    if ('items' in work) {
      return { items: work.items, batch: work.batch && (await prepareBatch(work.batch, this.steps)) };
    }
    this.lineTexts?.keepOpen(work);
    const steps = { ...this.steps, disguisesLater: this.lineTexts?.canRead(work) };
    return { block: work, scans: await scanLines(work, steps, this.options.batch) };
  }
}

/**
 * True if workers can get from lines to fingerprints on their own. They cannot if more than text and id of a document is needed, if
 * stop words or stems depend on the language that it names, or if words are segmented on this thread.
 */
export function takesLines(asksMore: boolean, options: LoadOptions): boolean {
  const { stopWords, stems, stemDictionary, segment, canonical } = options;
  if (asksMore) return false;
  return canonical || !(stopWords || stems || stemDictionary || segment === 'words');
}

interface PreparedItems extends Pick<ItemBatch, 'items'> {
  readonly batch: PreparedBatch | undefined;
}

interface PreparedBlock {
  readonly block: LineBlock;
  readonly scans: readonly ScannedLines[];
}

function addBatch(filler: CorpusFiller, { items, batch }: PreparedItems): void {
  filler.addItems(items, batch);
  batch?.release();
}

function addBlock(filler: CorpusFiller, { block, scans }: PreparedBlock): void {
  filler.addLines(block, scans);
  for (const scan of scans) scan.release();
  block.release();
}

function bytesOf(work: ItemBatch | LineBlock): number {
  return 'items' in work ? (work.batch?.bytes ?? 0) : work.bytes;
}
