/**
 * Sources in a collection: which parts of which documents are copied in a text? Three ways to find them meet here:
 * - anchors (`sources/anchors.ts`): every document that shares eight words in a row, wherever sentences begin and end;
 * - fingerprints of sentences within 3 bits, in eight blocks (paper D): sentences whose words stand in another order;
 * - fingerprints of paragraphs: the same for the sentences of a paragraph.
 * What they find is compared word by word before it counts.
 *
 * Memory: 10 bytes for two of five words, 60 to 100 bytes a sentence, 36 a document and its id, 4 MB; newswire takes 184 bytes a
 * sentence in all. Disk: the texts twice, in temporary files.
 */

import { Canonicalizer } from '../canonicalize/index.ts';
import type { CanonicalizeOptions } from '../canonicalize.ts';
import type { FoundSources } from '../comparison.ts';
import { type Heap, openEngine } from '../engines/index.ts';
import type { EngineName } from '../engines.ts';
import { badOption } from '../errors.ts';
import type { GivenText } from '../passages.ts';
import { canonicalSentences, type SentenceBatch, type SentenceSteps } from './canonical-sentences.ts';
import { splitSentences } from './sentences.ts';
import { AnchorTable } from './sources/anchor-table.ts';
import { eachAnchor, hashWords, runHashes } from './sources/anchors.ts';
import { PartFingerprints } from './sources/part-fingerprints.ts';
import { QueryWords } from './sources/query-words.ts';
import { readSentences } from './sources/read-sentences.ts';
import { type Searched, type SearchLimits, searchSources } from './sources/search.ts';
import { SourceTexts } from './sources/source-texts.ts';

export type { Boilerplate, FoundSources, SharedPart, SourceCandidate } from '../comparison.ts';

export interface SourceIndexOptions extends CanonicalizeOptions {
  /** The texts are canonical already. */
  readonly canonical: boolean;
  readonly threads?: number;
  readonly engine?: EngineName;
  /** Folder for temporary files. @default the system's */
  readonly temp?: string;
}

export interface SourceIndexSize {
  readonly words: number;
  readonly sentences: number;
  readonly anchors: number;
  readonly memory: number;
  readonly disk: number;
}

export interface FindOptions extends SearchLimits {
  /** Language of the text, where it is known. */
  readonly lang?: string;
}

/** @default Of `FindOptions`. */
export const FIND_DEFAULTS: SearchLimits = { minWords: 8, similar: 0.6, boilerplate: 2000 };

/** A collection that is asked for the sources of texts, as often as one likes. */
export class SourceIndex {
  private constructor(
    private readonly steps: SentenceSteps,
    private readonly searched: Searched,
  ) {}

  /** Reads all documents. Close the index when done. */
  static async build(
    documents: AsyncIterable<GivenText> | Iterable<GivenText>,
    options: Partial<SourceIndexOptions> = {},
  ): Promise<SourceIndex> {
    const engine = await openEngine(options);
    const texts = new SourceTexts(options.temp);
    try {
      const canonicalizer = await Canonicalizer.open(engine.heap, options);
      const steps = { engine, canonicalizer, canonical: options.canonical === true };
      return new SourceIndex(steps, await readCollection(documents, steps, texts));
    } catch (error) {
      texts.close();
      await engine.close();
      throw error;
    }
  }

  /** Number of documents. */
  get documents(): number {
    return this.searched.texts.documents;
  }

  /** What the index holds, in numbers; `memory` and `disk` in bytes. */
  get size(): SourceIndexSize {
    const { texts, table, prints } = this.searched;
    return {
      words: texts.words,
      sentences: texts.sentences,
      anchors: table.length,
      memory: texts.memory + table.memory + prints.memory,
      disk: texts.disk,
    };
  }

  id(document: number): string {
    return this.searched.texts.ids[document];
  }

  /** The text of a document, read from the temporary file. */
  text(document: number): string {
    return this.searched.texts.text(document);
  }

  /**
   * The documents that share parts with a text, those that share most of its words first.
   *
   * @example
   * const { candidates } = await index.find('The text of a new article …');
   * for (const { id, share } of candidates) console.log(id, share);
   */
  async find(text: string, options: Partial<FindOptions> = {}): Promise<FoundSources> {
    const limits = checkedLimits(options);
    const document = { id: '', text, lang: options.lang };
    const sentences = splitSentences(text, options.lang);
    const batch = await canonicalSentences([{ document, sentences, first: 0 }], this.steps);
    try {
      const query = new QueryWords(batch, this.steps.engine.heap);
      return searchSources(query, this.searched.prints.of(batch), this.searched, limits);
    } finally {
      batch.release();
    }
  }

  async close(): Promise<void> {
    this.searched.prints.close();
    this.searched.texts.close();
    this.steps.canonicalizer.close();
    await this.steps.engine.close();
  }
}

/** Two passes: the documents give texts, anchors and statistics; by these the sentences in the spool are weighed. */
async function readCollection(
  documents: AsyncIterable<GivenText> | Iterable<GivenText>,
  steps: SentenceSteps,
  texts: SourceTexts,
): Promise<Searched> {
  const table = new AnchorTable();
  const statistics = await readSentences(documents, steps, texts, (batch) =>
    addAnchors(batch, steps.engine.heap, texts.words, table),
  );
  table.finish();
  const prints = new PartFingerprints(steps.engine, statistics);
  prints.addAll(texts);
  return { table, texts, prints };
}

/** @param first The number of the batch's first word in the collection. */
function addAnchors(batch: SentenceBatch, { u8, u32 }: Heap, first: number, table: AnchorTable): void {
  const offsets = batch.offsets / 4;
  for (const { sentences, first: sentence } of batch.documents) {
    let count = 0;
    for (let i = 0; i < sentences.length; i++) count += u32[batch.words / 4 + sentence + i];
    const words = new Uint32Array(count);
    const [from, to] = [u32[offsets + sentence], u32[offsets + sentence + sentences.length]];
    hashWords(u8, batch.text + from, batch.text + to, words, 0);
    const start = first;
    eachAnchor(runHashes(words), (run, hash) => table.add(hash, start + run));
    first += count;
  }
}

function checkedLimits(options: Partial<SearchLimits>): SearchLimits {
  const {
    minWords = FIND_DEFAULTS.minWords,
    similar = FIND_DEFAULTS.similar,
    boilerplate = FIND_DEFAULTS.boilerplate,
  } = options;
  if (!Number.isInteger(minWords) || minWords < 1)
    throw badOption('minWords', 'an integer of at least 1', minWords);
  if (!(similar >= 0 && similar <= 1)) throw badOption('similar', 'a number from 0 to 1', similar);
  if (!(boilerplate >= 1)) throw badOption('boilerplate', 'a number of at least 1', boilerplate);
  return { minWords, similar, boilerplate };
}
