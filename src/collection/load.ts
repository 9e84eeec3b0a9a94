/** Fills a corpus from a stream of documents: ids, places, canonical texts, fingerprints. */

import { Canonicalizer } from '../canonicalize/index.ts';
import type { CorpusInput, DocumentStream, LoadOptions, LoadTasks } from '../collection.ts';
import type { Engine } from '../engines.ts';
import { bandsFor, methodFor, needsSentences, simhashMode, textShape } from '../fingerprint/index.ts';
import { ordered } from '../ordered.ts';
import type { ReadDocument } from '../read.ts';
import type { RunOptions } from '../run-options.ts';
import { type Corpus, REFERENCE_MARK } from './columns.ts';
import { Filler } from './fill.ts';
import { LinesAgain } from './lines-again.ts';
import { prepareBatch, type Steps } from './prepare-batch.ts';
import { prepareLines } from './prepare-lines.ts';
import { ScanRooms } from './scan-rooms.ts';
import { packWork, type Work } from './work.ts';

/**
 * Gives the corpus whenever some thousand more documents are in it, and returns how many could not be read.
 *
 * @param onDocument Called with every document and its number, where more of it is needed than text and id. Then, and
 * where more is done to texts than `takesLines` allows, lines are not read in bulk.
 */
export async function* loadCorpus(
  corpus: Corpus,
  input: CorpusInput,
  engine: Engine,
  options: LoadOptions & LoadTasks & RunOptions,
  onDocument?: (document: ReadDocument, number: number) => void,
): AsyncGenerator<Corpus, number> {
  const { heap } = engine;
  const { candidates } = options;
  const treatment = { ...options, sentences: candidates !== undefined && needsSentences(candidates) };
  const canonicalizer = await Canonicalizer.open(heap, treatment);
  const wantsBands = corpus.keepsTexts && candidates !== undefined && methodFor(candidates) === 'bands';
  const bands = wantsBands ? { ...bandsFor(candidates), shape: textShape(candidates) } : undefined;
  corpus.bands = bands?.bands ?? 0;
  corpus.expect(input.expected ?? 0);
  const steps: Steps = {
    engine,
    canonicalizer,
    canonical: options.canonical,
    simhashMode: simhashMode(options.fingerprints),
    fingerprints: corpus.keepsFingerprints,
    contents: corpus.keepsTexts,
    bands,
  };
  if (corpus.mayWait) {
    corpus.linesAgain = new LinesAgain(corpus, engine, treatment);
  }
  const rooms = new ScanRooms(steps);
  const limits = { items: 2 * engine.threads, weigh, budget: BYTES_AT_A_TIME };
  const filler = new Filler(corpus, heap, options, onDocument);
  const chunk = options.chunk ?? CHUNK;
  const bulk =
    chunk > 0 && onDocument === undefined && takesLines(options)
      ? { heap, chunk, mayLeave: true }
      : undefined;

  async function* take(documents: DocumentStream): AsyncGenerator<Corpus> {
    let given = corpus.length;
    const work = packWork(documents(bulk), heap, options.batch);
    for await (const enter of ordered(work, limits, start)) {
      enter();
      options.onProgress({
        stage: 'read',
        documents: corpus.length,
        bytes: input.consumed?.(),
        totalBytes: input.totalBytes,
      });
      if (corpus.length < given + STEP) continue;
      yield corpus;
      given = corpus.length;
    }
    if (corpus.length > given) yield corpus;
  }
  function start(work: Work): Promise<() => void> {
    const done = prepare(work);
    work.lines?.raw.unread?.until(done);
    return done;
  }
  /** Prepares a piece of the input. What it returns enters it into the corpus, when its turn has come. */
  async function prepare(work: Work): Promise<() => void> {
    if (work.lines) {
      const { raw } = work.lines;
      const file = raw.first ? await corpus.linesAgain?.open(work.lines) : undefined;
      const scans = await prepareLines(raw, rooms, options.batch);
      return () => {
        if (raw.unread?.failed !== true) filler.takeLines(work.lines, scans, file);
        for (const scan of scans) scan.release();
        raw.release();
      };
    }
    const prepared = work.batch && (await prepareBatch(work.batch, steps));
    return () => {
      filler.takeItems(work.items, prepared);
      prepared?.release();
    };
  }

  try {
    if (input.references !== undefined) {
      filler.mark = REFERENCE_MARK;
      for await (const { length } of take(input.references)) corpus.references = length;
      filler.mark = '';
    }
    yield* take(input.documents);
    return filler.unreadable;
  } finally {
    rooms.close();
    canonicalizer.close();
  }
}

/**
 * Workers take raw lines to fingerprints on their own. They cannot where stop words or stems go by what a document says of its
 * language, or where words are cut on this thread.
 */
function takesLines({ stopWords, stems, stemDictionary, segment, canonical }: LoadOptions): boolean {
  return canonical || !(stopWords || stems || stemDictionary || segment === 'words');
}

/** Documents that are worth telling of: every `yield` takes its time. */
const STEP = 8192;
/** Bytes of raw lines that a worker gets at once. */
const CHUNK = 3 << 20;
/** Raw text under way at a time; with its canonical text it takes some five times that of the heap. */
const BYTES_AT_A_TIME = 256 << 20;

function weigh(work: Work): number {
  return work.lines ? work.lines.raw.bytes : (work.batch?.bytes ?? 0);
}
