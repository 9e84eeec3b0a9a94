/** The kernels' inputs besides the text: the letter table, and every document's stop words and stems, on the heap. */
import type { CanonicalizeOptions, TextTreatment } from '../canonicalize.ts';
import { type Address, type Heap, plus } from '../engines/index.ts';
import { CanonicalMode, NEEDS_NORMALIZATION } from '../engines/layouts/modes.ts';
import type { Kernels } from '../engines.ts';
import { isAscii } from '../platform/bytes.ts';
import { BatchTables } from './batch-tables.ts';
import { DETECT_LENGTH, type Detector, openDetector } from './detect.ts';
import { letterTable } from './letter-table.ts';
import { type HeapBatch, normalizeText, rewriteBatch } from './normalize.ts';
import { canonicalizeOptions } from './options.ts';
import { regionalTable } from './regional-words.ts';
import { openSegmenter, SEGMENTED_NGRAM, type Segmenter } from './segment.ts';
import { StemTable } from './stem-table.ts';
import { prepareStemmers, Stemmers } from './stemmers.ts';
import { languageCode } from './stop-word-languages.ts';
import { openStopWords, prepareStopWords, type StopWords } from './stop-words.ts';

export class Canonicalizer {
  /** Address of the letter table. */
  readonly letters: Address;
  /** Address of the table of regional words. */
  readonly regional: Address;
  /** For `Kernels.canonicalize`; add `CanonicalMode.normalized` for a batch from `normalize`. */
  readonly mode: number;
  private readonly stops = new Map<string, Address>();
  private readonly stems = new Map<string, StemTable | undefined>();

  private constructor(
    private readonly heap: Heap,
    options: CanonicalizeOptions & Pick<TextTreatment, 'sentences'>,
    /** Cuts every text into words before it is canonicalized, and normalizes it. */
    readonly rewrite: Segmenter | undefined,
    private readonly languageOf: Detector,
    private readonly stopWords: StopWords | undefined,
    private readonly stemmers: Stemmers | undefined,
  ) {
    this.letters = heap.place(letterTable());
    this.regional = heap.place(regionalTable());
    const ngram = rewrite === undefined ? options.ngram : SEGMENTED_NGRAM;
    this.mode = ngram | (options.sentences ? CanonicalMode.sentences : 0);
  }

  /** Checks the options and loads their tables and stemmers. */
  static async open(heap: Heap, options: Partial<TextTreatment> = {}): Promise<Canonicalizer> {
    const complete = { ...canonicalizeOptions(options), sentences: options.sentences };
    const { stopWords, stems, stemDictionary, ngram, segment } = complete;
    const languageOf = await openLanguage(complete);
    if (stopWords) await prepareStopWords();
    if (stems) await prepareStemmers();
    const lists = stopWords ? openStopWords(segment === 'words' ? SEGMENTED_NGRAM : ngram) : undefined;
    const stemmers = stems ? new Stemmers(stemDictionary) : undefined;
    const segmenter = segment === 'words' ? openSegmenter() : undefined;
    return new Canonicalizer(heap, complete, segmenter, languageOf, lists, stemmers);
  }

  /** The tables of a batch; the caller releases them. `langs[i]` is the language of document i, if its source gives it. */
  tablesFor(
    text: Address,
    offsets: Address,
    count: number,
    langs: readonly (string | undefined)[],
  ): BatchTables {
    if (this.stopWords === undefined && this.stemmers === undefined) {
      return new BatchTables(this.heap, undefined, undefined);
    }
    const stops = this.stopWords === undefined ? undefined : new Uint32Array(count);
    const stems = this.stemmers === undefined ? undefined : new Array<StemTable | undefined>(count);
    for (let i = 0; i < count; i++) {
      const told = langs[i];
      const lang = told === undefined ? this.languageOf(this.head(text, offsets, i)) : languageCode(told);
      if (lang === undefined) continue;
      if (stops !== undefined) stops[i] = this.stopsOf(lang);
      if (stems !== undefined) stems[i] = this.stemsOf(lang);
    }
    return new BatchTables(this.heap, stops, stems);
  }

  /**
   * The batch with those documents normalized that need it; with a segmenter, all are. The caller releases it.
   * @param room What `Kernels.canonicalize` may overwrite.
   */
  normalize(
    kernels: Kernels,
    { text, offsets }: HeapBatch,
    count: number,
    room: Readonly<Record<'out' | 'outOffsets' | 'words', Address>>,
  ): HeapBatch {
    const { heap, rewrite, letters, mode } = this;
    const { out, outOffsets, words } = room;
    return rewriteBatch(heap, text, offsets, count, (i, document) => {
      if (rewrite !== undefined) return rewrite(document());
      const place = (offsets >>> 2) + i;
      if (isAscii(heap.u8.subarray(text + heap.u32[place], text + heap.u32[place + 1]))) return undefined;
      const own = { text, offsets: plus(offsets, 4 * i), count: 1 };
      const tables = { letters, stops: 0, mode } as const;
      const answer = kernels.canonicalize({ ...own, ...tables, out, outOffsets, words, places: 0 });
      return answer === NEEDS_NORMALIZATION ? normalizeText(document()) : undefined;
    });
  }

  /** Releases the tables. */
  close(): void {
    for (const address of [this.letters, this.regional, ...this.stops.values()]) this.heap.release(address);
    for (const table of this.stems.values()) table?.close();
    this.stops.clear();
    this.stems.clear();
  }

  private stopsOf(lang: string): Address {
    let address = this.stops.get(lang);
    if (address === undefined) {
      address = this.heap.place(this.stopWords!(lang));
      this.stops.set(lang, address);
    }
    return address;
  }

  private stemsOf(lang: string): StemTable | undefined {
    if (!this.stems.has(lang)) {
      const stemmer = this.stemmers!.of(lang);
      this.stems.set(lang, stemmer === undefined ? undefined : new StemTable(this.heap, stemmer));
    }
    return this.stems.get(lang);
  }

  /** The first characters of a document, for language detection. */
  private head(text: number, offsets: number, index: number): string {
    const start = text + this.heap.u32[(offsets >>> 2) + index];
    const end = text + this.heap.u32[(offsets >>> 2) + index + 1] - 1;
    return new TextDecoder().decode(this.heap.u8.slice(start, Math.min(end, start + 3 * DETECT_LENGTH)));
  }
}

/** The language of a text without one: from the option, or detected. The detector is loaded only if something depends on it. */
export async function openLanguage({ lang, stopWords, stems }: CanonicalizeOptions): Promise<Detector> {
  return lang === 'auto' && (stopWords || stems) ? openDetector() : () => lang;
}
