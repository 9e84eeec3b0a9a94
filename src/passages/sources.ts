/**
 * Sources in a collection: which parts of which documents are copied in a text? Two ways to find them meet here:
 * - anchors (`engines/scalar/anchors.ts`): every document that shares eight words in a row, wherever sentences begin and end;
 * - keys of sentences and paragraphs (`engines/scalar/part-keys.ts`): parts whose words are in another order.
 * What they find is compared word by word before it counts.
 *
 * Memory: 10 bytes for two of five words, 22 bytes a sentence, 32 a document and its id. Disk: the texts twice, in temporary files.
 */

import { untilAborted } from '../abort.ts';
import { CANONICALIZE_RULES, Canonicalizer } from '../canonicalize/index.ts';
import type { CanonicalizeOptions, TextTreatment } from '../canonicalize.ts';
import type { FoundSources } from '../comparison.ts';
import { ENGINE_RULES, type EngineOptions, openEngine } from '../engines/index.ts';
import { integer, type OptionRules, onOrOff, resolveOptions, text } from '../option-rules.ts';
import type { GivenText } from '../passages.ts';
import { RUN_RULES, type RunOptions } from '../run-options.ts';
import { canonicalSentences, type SentenceBatch, type SentenceSteps } from './canonical-sentences.ts';
import { splitSentences } from './sentences.ts';
import { AnchorTable } from './sources/anchor-table.ts';
import { addAnchors, WantedAnchors } from './sources/collect-anchors.ts';
import { readSentences } from './sources/read-sentences.ts';
import { type Searched, type SearchLimits, searchSources } from './sources/search.ts';
import { SentenceWords } from './sources/sentence-words.ts';
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
  minWords: integer(8, 1, Number.MAX_SAFE_INTEGER),
  similar: {
    default: 0.6,
    isAllowed: (value) => typeof value === 'number' && value >= 0 && value <= 1,
    expected: 'a number from 0 to 1',
  },
  boilerplate: integer(2000, 1, Number.MAX_SAFE_INTEGER),
  lang: text(undefined),
  signal: RUN_RULES.signal,
};

/** Documents that can be asked for the sources of texts. */
export interface SourceCollection {
  /** Number of documents. */
  readonly documents: number;
  /** They were stored, and not read from files: a text that is given is none of them, whatever its name is. */
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
  ) {}

  /** Reads all documents. Close the index when done. */
  static build(
    documents: AsyncIterable<GivenText> | Iterable<GivenText>,
    given: SourceIndexOptions = {},
  ): Promise<SourceIndex> {
    return SourceIndex.make(documents, resolveOptions(SOURCE_INDEX_RULES, given), undefined);
  }

  /** Reads all documents, and keeps what a search for this text looks up: that takes half the time. Other texts are not found in it. */
  static buildFor(
    text: Pick<GivenText, 'text' | 'lang'>,
    documents: AsyncIterable<GivenText> | Iterable<GivenText>,
    given: SourceIndexOptions = {},
  ): Promise<SourceIndex> {
    return SourceIndex.make(documents, resolveOptions(SOURCE_INDEX_RULES, given), text);
  }

  private static async make(
    documents: AsyncIterable<GivenText> | Iterable<GivenText>,
    { signal, ...options }: SourceIndexOptions,
    text: Pick<GivenText, 'text' | 'lang'> | undefined,
  ): Promise<SourceIndex> {
    // the signal ends the building only: the engine goes on to serve the index
    const engine = await openEngine(options);
    const texts = await SourceTexts.open(options.temp);
    try {
      const canonicalizer = await Canonicalizer.open(engine.heap, options);
      const steps = { engine, canonicalizer, canonical: options.canonical === true };
      const query = text && (await cutQuery(text.text, text.lang, steps));
      const wanted =
        query && WantedAnchors.of(SentenceWords.of(query.documents[0], query, engine.heap), engine.heap);
      const table = new AnchorTable();
      await readSentences(untilAborted(documents, signal), steps, texts, (batch) =>
        addAnchors(batch, engine, table, (i) => texts.documents + i, wanted),
      );
      table.finish();
      query?.release();
      wanted?.release();
      return new SourceIndex(steps, texts, table);
    } catch (error) {
      texts.close();
      await engine.close();
      throw error;
    }
  }

  /** Number of documents. */
  get documents(): number {
    return this.texts.documents;
  }

  /** What the index holds, in numbers; `memory` and `disk` in bytes. */
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
    return this.texts.ids[document];
  }

  /** The text of a document, read from the temporary file. */
  text(document: number): string {
    return this.texts.text(document);
  }

  /**
   * The documents that share parts with a text, those that share most of its words first.
   *
   * @example
   * const { candidates } = await index.find('The text of a new article …');
   * for (const { id, share } of candidates) console.log(id, share);
   */
  async find(text: string, options: FindOptions = {}): Promise<FoundSources> {
    const { texts, table: anchors } = this;
    const searched: Searched = {
      anchors,
      idOf: (document) => this.id(document),
      load: async (documents) => documents.map((document) => texts.wordsOf(document)),
    };
    return findSources(text, this.steps, searched, options);
  }

  async close(): Promise<void> {
    this.texts.close();
    this.steps.canonicalizer.close();
    await this.steps.engine.close();
  }
}

/** Looks for the sources of a text. */
export async function findSources(
  text: string,
  steps: SentenceSteps,
  searched: Searched,
  options: FindOptions,
): Promise<FoundSources> {
  const { signal, ...limits } = resolveOptions(FIND_RULES, options);
  signal?.throwIfAborted();
  const batch = await cutQuery(text, options.lang, steps);
  try {
    signal?.throwIfAborted();
    const query = SentenceWords.of(batch.documents[0], batch, steps.engine.heap);
    return await searchSources(query, searched, limits);
  } finally {
    batch.release();
  }
}

function cutQuery(text: string, lang: string | undefined, steps: SentenceSteps): Promise<SentenceBatch> {
  const document = { id: '', text, lang };
  return canonicalSentences([{ document, sentences: splitSentences(text, lang), first: 0 }], steps);
}
