/**
 * Sources in a collection: which parts of which documents are copied in a text? Two ways to find them meet here:
 * - anchors (`engines/scalar/anchors.ts`): every document that shares eight words in a row, wherever sentences begin and end;
 * - keys of sentences (`engines/scalar/sentence-keys.ts`): sentences with their words in another order, perhaps one replaced.
 * Their finds are compared word by word before they count. If one text is looked for once, a quick pass leaves out all documents that
 * have neither (`sources/quick-pass.ts`).
 *
 * Memory: 10 bytes for two of five words, 30 to 60 bytes a sentence, 32 a document and its id. Disk: the texts twice, in temporary files.
 */

import { untilAborted } from '../abort.ts';
import { CANONICALIZE_RULES, Canonicalizer } from '../canonicalize/index.ts';
import type { CanonicalizeOptions, TextTreatment } from '../canonicalize.ts';
import type { FoundSources, SourceCandidate } from '../comparison.ts';
import { ENGINE_RULES, type EngineOptions, openEngine } from '../engines/index.ts';
import { placeBytes } from '../engines/layouts/batches.ts';
import type { Engine } from '../engines.ts';
import { number, type OptionRules, onOrOff, resolveOptions, text } from '../option-rules.ts';
import type { GivenText } from '../passages.ts';
import type { OpenInput, ReadRunOptions } from '../read/index.ts';
import { RUN_RULES, type RunOptions } from '../run-options.ts';
import { canonicalSentences, type SentenceBatch, type SentenceSteps } from './canonical-sentences.ts';
import { COMPARE_IN_RULES } from './options.ts';
import { splitSentences } from './sentences.ts';
import { AnchorTable } from './sources/anchor-table.ts';
import { lastUpTo } from './sources/last-up-to.ts';
import { QuickPass } from './sources/quick-pass.ts';
import { readSentences } from './sources/read-sentences.ts';
import { type Searched, type SearchLimits, searchSources } from './sources/search.ts';
import { SentenceWords } from './sources/sentence-words.ts';
import { SharingDocuments } from './sources/sharing-documents.ts';
import { SourceTexts } from './sources/source-texts.ts';

export type { Boilerplate, FoundSources, SharedPart, SourceCandidate } from '../comparison.ts';

/** Options of `SourceIndex.build`. */
export interface SourceIndexOptions
  extends Partial<CanonicalizeOptions>,
    EngineOptions,
    Partial<Pick<TextTreatment, 'canonical'>>,
    Pick<RunOptions, 'temp' | 'signal'> {}

export const SOURCE_INDEX_RULES: OptionRules<SourceIndexOptions> = {
  ...CANONICALIZE_RULES,
  ...ENGINE_RULES,
  canonical: onOrOff(false),
  temp: RUN_RULES.temp,
  signal: RUN_RULES.signal,
};

export interface SourceIndexSize {
  readonly words: number;
  readonly sentences: number;
  readonly anchors: number;
  readonly memory: number;
  readonly disk: number;
}

/** Options of `SourceIndex.find`. */
export interface FindOptions extends Partial<SearchLimits>, Pick<RunOptions, 'signal'> {
  /** Language of the text, if it is known. */
  readonly lang?: string;
}

export const FIND_RULES: OptionRules<SearchLimits & Pick<FindOptions, 'lang' | 'signal'>> = {
  minWords: COMPARE_IN_RULES.minWords,
  similar: number(COMPARE_IN_RULES.similarWeight.default, 0, 1),
  boilerplate: COMPARE_IN_RULES.boilerplate,
  lang: text(undefined),
  signal: RUN_RULES.signal,
};

/** Documents that can be asked for the sources of texts. */
export interface SourceCollection {
  /** Number of documents. */
  readonly documents: number;
  /** The documents were stored, not read from files: a query text is never one of the documents, whatever its name. */
  readonly isStored?: true;
  find(text: string, options?: FindOptions): Promise<FoundSources>;
  /** The text of a candidate. */
  text(document: number): string;
}

/** Whether documents are asked for sources, instead of being read. */
export function isSourceCollection(given: unknown): given is SourceCollection {
  return typeof given === 'object' && given !== null && 'find' in given && 'documents' in given;
}

/** A collection that is asked for the sources of texts, as often as one likes. */
export class SourceIndex implements SourceCollection {
  private constructor(
    private readonly steps: SentenceSteps,
    private readonly texts: SourceTexts,
    private readonly table: AnchorTable,
    /** If only some of the documents are here: their numbers, ascending, and how many documents there are. */
    private readonly chosen?: { readonly numbers: Uint32Array; readonly documents: number },
  ) {}

  /** Reads all documents. Close the index when done. */
  static async build(
    documents: AsyncIterable<GivenText> | Iterable<GivenText>,
    given: SourceIndexOptions = {},
  ): Promise<SourceIndex> {
    const options = resolveOptions(SOURCE_INDEX_RULES, given);
    const steps = await openSteps(options);
    return closedOnError(steps, async () => {
      const { texts, table } = await read(documents, steps, options);
      return new SourceIndex(steps, texts, table);
    });
  }

  /** Reads an input to search it for one text: documents that cannot share anything with it are left out by a quick pass. */
  static async buildFor(
    query: Pick<GivenText, 'text' | 'lang'>,
    input: OpenInput,
    options: ReadRunOptions & EngineOptions,
  ): Promise<SourceIndex> {
    const steps = await openSteps(options);
    return closedOnError(steps, async () => {
      const { engine, canonicalizer } = steps;
      const batch = await cutQuery(query.text, query.lang, steps);
      const words = SentenceWords.of(batch.documents[0], batch, engine.heap);
      batch.release();
      const pass = new QuickPass(engine, canonicalizer, words);
      const sharing = new SharingDocuments(input, steps, pass, options);
      const { texts, table } = await read(sharing.read(), steps, options);
      pass.close();
      const numbers = Uint32Array.from(sharing.numbers);
      return new SourceIndex(steps, texts, table, { numbers, documents: sharing.documents });
    });
  }

  /** Number of documents. */
  get documents(): number {
    return this.chosen?.documents ?? this.texts.documents;
  }

  /** The counts of the index; `memory` and `disk` in bytes. */
  get size(): SourceIndexSize {
    const { texts, table } = this;
    return {
      words: texts.words,
      sentences: texts.sentences,
      anchors: table.length,
      memory: texts.memory + table.memory,
      disk: texts.disk,
    };
  }

  id(document: number): string {
    return this.texts.ids[this.placeOf(document)];
  }

  /** The text of a document, read from the temporary file. */
  text(document: number): string {
    return this.texts.text(this.placeOf(document));
  }

  /**
   * The documents that share parts with a text, those that share most of its words first.
   *
   * @example
   * const { candidates } = await index.find('The text of a new article …');
   * for (const { id, share } of candidates) console.log(id, share);
   */
  async find(text: string, options: FindOptions = {}): Promise<FoundSources> {
    const { texts, table: anchors, chosen } = this;
    const searched: Searched = {
      anchors,
      idOf: (place) => texts.ids[place],
      load: async (places) => places.map((place) => texts.wordsOf(place)),
    };
    const found = await findSources(text, this.steps, searched, options);
    if (chosen === undefined) return found;
    const numbered = ({ document, ...rest }: SourceCandidate) => ({
      document: chosen.numbers[document],
      ...rest,
    });
    return { ...found, candidates: found.candidates.map(numbered) };
  }

  async close(): Promise<void> {
    this.texts.close();
    await closeSteps(this.steps);
  }

  /** Where a document is among those that are here. */
  private placeOf(document: number): number {
    return this.chosen === undefined ? document : lastUpTo(this.chosen.numbers, document);
  }
}

async function openSteps({ signal, ...options }: SourceIndexOptions): Promise<SentenceSteps> {
  // the signal ends the building only: the engine goes on to serve the index
  signal?.throwIfAborted();
  const engine = await openEngine(options);
  const canonicalizer = await Canonicalizer.open(engine.heap, options);
  return { engine, canonicalizer, canonical: options.canonical === true };
}

/** What sentences are read with, for as long as it is used. */
export async function withSteps<R>(
  options: SourceIndexOptions,
  use: (steps: SentenceSteps) => Promise<R>,
): Promise<R> {
  const steps = await openSteps(options);
  try {
    return await use(steps);
  } finally {
    await closeSteps(steps);
  }
}

async function closeSteps({ engine, canonicalizer }: SentenceSteps): Promise<void> {
  canonicalizer.close();
  await engine.close();
}

async function closedOnError<R>(steps: SentenceSteps, build: () => Promise<R>): Promise<R> {
  try {
    return await build();
  } catch (error) {
    await closeSteps(steps);
    throw error;
  }
}

/** Enters documents into texts and a table of anchors. */
async function read(
  documents: AsyncIterable<GivenText> | Iterable<GivenText>,
  steps: SentenceSteps,
  { temp, signal }: Pick<SourceIndexOptions, 'temp' | 'signal'>,
): Promise<{ readonly texts: SourceTexts; readonly table: AnchorTable }> {
  const texts = await SourceTexts.open(temp);
  try {
    const table = new AnchorTable();
    await readSentences(untilAborted(documents, signal), steps, texts, (batch) =>
      addAnchors(batch, steps.engine, table, (i) => texts.documents + i),
    );
    return { texts, table };
  } catch (error) {
    texts.close();
    throw error;
  }
}

/** Looks for the sources of a text. @param given Where to look, or how to find that out when the words of the text are known. */
export async function findSources(
  text: string,
  steps: SentenceSteps,
  given: Searched | ((query: SentenceWords) => Promise<Searched>),
  options: FindOptions,
): Promise<FoundSources> {
  const { signal, ...limits } = resolveOptions(FIND_RULES, options);
  signal?.throwIfAborted();
  const batch = await cutQuery(text, options.lang, steps);
  try {
    signal?.throwIfAborted();
    const query = SentenceWords.of(batch.documents[0], batch, steps.engine.heap);
    const searched = typeof given === 'function' ? await given(query) : given;
    return await searchSources(query, searched, limits);
  } finally {
    batch.release();
  }
}

function cutQuery(text: string, lang: string | undefined, steps: SentenceSteps): Promise<SentenceBatch> {
  const document = { id: '', text, lang };
  return canonicalSentences([{ document, sentences: splitSentences(text, lang), first: 0 }], steps);
}

/** @param numberOf The number of a document of the batch; they must ascend. */
export function addAnchors(
  { documents, text, offsets, bytes, count }: SentenceBatch,
  { heap, kernels }: Engine,
  table: AnchorTable,
  numberOf: (i: number) => number,
): void {
  const starts = documents.map(({ first }) => heap.u32[offsets / 4 + first]);
  const bounds = heap.place(Uint32Array.from([...starts, bytes]));
  const anchors = heap.allocate(placeBytes(bytes, documents.length));
  const keys = heap.allocate(SENTENCE_KEY_BYTES * count);
  const anchorEnd = anchors / 4 + 2 * kernels.anchors(text, bounds, documents.length, anchors);
  const keyEnd = keys / 4 + 2 * kernels.sentenceKeys(text, offsets, count, keys);
  const { u32 } = heap;
  let [anchor, key] = [anchors / 4, keys / 4];
  documents.forEach(({ first, sentences: own }, i) => {
    const number = numberOf(i);
    for (; anchor < anchorEnd && u32[anchor + 1] === i; anchor += 2) table.add(u32[anchor], number);
    for (; key < keyEnd && u32[key + 1] < first + own.length; key += 2) table.add(u32[key], number);
  });
  for (const block of [bounds, anchors, keys]) heap.release(block);
}

/** A sentence has at most four keys, each with its number. */
const SENTENCE_KEY_BYTES = 4 * 8;
