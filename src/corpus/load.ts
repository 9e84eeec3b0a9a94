/** Fills a corpus from a stream of documents: ids, places, canonical texts, fingerprints. */
import { Canonicalizer } from '../canonicalize.ts';
import { formatPlace, type Place, type Problem } from '../document.ts';
import type { Engine } from '../engines.ts';
import { NeardupError } from '../errors.ts';
import { bandsFor, simhashMode, textShape } from '../fingerprint.ts';
import type { Options } from '../options.ts';
import { ordered } from '../ordered.ts';
import type { ReadDocument, SourcedItem } from '../read.ts';
import { BatchBuilder, type TextBatch } from './batch-builder.ts';
import { type Corpus, REFERENCE_MARK } from './columns.ts';
import { type PreparedBatch, prepareBatch } from './prepare-batch.ts';

/** Raw text under way at a time; with its canonical text it takes some five times that of the heap. */
const BYTES_AT_A_TIME = 256 << 20;

export interface CorpusInput {
  /** Documents of the reference (`--against`), numbered first. */
  readonly references?: AsyncIterable<SourcedItem>;
  readonly documents: AsyncIterable<SourcedItem>;
  /** Bytes of input in all, where that is known, and a count of those read so far. */
  readonly totalBytes?: number;
  consumed?(): number;
}

/** Calls back with every document and its number. Returns how many documents could not be read. */
export async function loadCorpus(
  corpus: Corpus,
  input: CorpusInput,
  engine: Engine,
  options: Options,
  onDocument: (document: ReadDocument, number: number) => void,
): Promise<number> {
  const sentences = options.unit === 'sentence';
  const canonicalizer = await Canonicalizer.open(engine.heap, { ...options, sentences });
  const builder = new BatchBuilder(engine.heap, options.batch);
  const renamed = new Map<string, number>();
  let unreadable = 0;
  const onProblem = (problem: Problem) => {
    unreadable++;
    options.onProblem(problem);
  };
  async function* batches(): AsyncGenerator<TextBatch> {
    if (input.references !== undefined) {
      yield* pack(input.references, REFERENCE_MARK);
      corpus.references = corpus.length;
    }
    yield* pack(input.documents, '');
    const last = builder.finish();
    if (last !== undefined) yield last;
  }
  async function* pack(items: AsyncIterable<SourcedItem>, mark: string): AsyncGenerator<TextBatch> {
    for await (const { item, place, reader } of items) {
      if (item.problem !== undefined) {
        onProblem({ ...place, reason: item.problem });
        continue;
      }
      // a file with one document is known by its path, a line by path and line
      const id = item.id ?? (reader.many ? formatPlace(place) : place.source);
      addId(corpus, mark + id, place, options.duplicateIds, renamed);
      corpus.addPlace(place);
      onDocument(item, corpus.length - 1);
      yield* builder.add(item.text, item.lang);
    }
  }
  const bands = options.method === 'bands' ? { ...bandsFor(options), shape: textShape(options) } : undefined;
  const steps = { canonical: options.canonical, simhashMode: simhashMode(options), bands };
  corpus.bands = bands?.bands ?? 0;
  const prepared = ordered(
    batches(),
    { items: 2 * engine.threads, weigh: (batch) => batch.bytes, budget: BYTES_AT_A_TIME },
    (batch) => {
      return prepareBatch(batch, engine, canonicalizer, steps);
    },
  );
  for await (const batch of prepared) {
    append(corpus, batch, engine);
    options.onProgress({
      stage: 'read',
      documents: corpus.positions.length,
      bytes: input.consumed?.(),
      totalBytes: input.totalBytes,
    });
  }
  canonicalizer.close();
  return unreadable;
}

/**
 * Takes an id; one that was there before is refused, or gets the first free `#2`, `#3` … `renamed` remembers the last number
 * of each id that came again.
 */
function addId(
  corpus: Corpus,
  id: string,
  place: Place,
  duplicates: Options['duplicateIds'],
  renamed: Map<string, number>,
): void {
  const earlier = corpus.ids.add(id);
  if (earlier === -1) return;
  if (duplicates === 'error') {
    const places = `${formatPlace(corpus.place(earlier))} and ${formatPlace(place)}`;
    throw new NeardupError(
      'DUPLICATE_ID',
      `The id \`${id.replace(REFERENCE_MARK, '')}\` comes twice: ${places}.`,
    );
  }
  let number = (renamed.get(id) ?? 1) + 1;
  while (corpus.ids.add(`${id}#${number}`) !== -1) number++;
  renamed.set(id, number);
}

function append(corpus: Corpus, prepared: PreparedBatch, engine: Engine): void {
  const { u8, u32, u64 } = engine.heap;
  const { count } = prepared.batch;
  const position = corpus.spool.append(u8.subarray(prepared.text, prepared.text + prepared.bytes));
  const offsets = u32.subarray(prepared.offsets / 4, prepared.offsets / 4 + count + 1);
  for (let i = 0; i < count; i++) {
    corpus.positions.push(position + offsets[i]);
    corpus.lengths.push(offsets[i + 1] - offsets[i] - 1);
  }
  corpus.words.append(u32.subarray(prepared.words / 4, prepared.words / 4 + count));
  corpus.fingerprints.append(u64.subarray(prepared.fingerprints / 8, prepared.fingerprints / 8 + count));
  corpus.contents.append(u64.subarray(prepared.contents / 8, prepared.contents / 8 + count));
  corpus.bandKeys.append(u32.subarray(prepared.bandKeys / 4, prepared.bandKeys / 4 + count * corpus.bands));
  prepared.release();
}
