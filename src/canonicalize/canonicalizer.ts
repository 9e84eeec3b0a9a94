/** What the canonicalize kernel needs besides the text: the letter table and every document's stop words, on the heap. */
import type { CanonicalizeOptions } from '../canonicalize.ts';
import type { Heap } from '../engines/heap.ts';
import { CanonicalMode } from '../engines.ts';
import { badOption } from '../errors.ts';
import { DETECT_LENGTH } from './detect.ts';
import { LANGUAGES, languageCode } from './languages.ts';
import { letterTable } from './letter-table.ts';
import { openStopWords, type StopWords } from './stop-words.ts';

export class Canonicalizer {
  /** Address of the letter table. */
  readonly letters: number;
  /** For `Kernels.canonicalize`; add `CanonicalMode.normalized` for a batch from `normalizeBatch`. */
  readonly mode: number;
  private readonly tables = new Map<string, number>();

  private constructor(
    private readonly heap: Heap,
    options: CanonicalizeOptions,
    private readonly stopWords: StopWords | undefined,
  ) {
    this.letters = heap.place(letterTable());
    this.mode = options.ngram | (options.sentences ? CanonicalMode.sentences : 0);
  }

  /** Checks the options and loads what they need. */
  static async open(heap: Heap, options: Partial<CanonicalizeOptions> = {}): Promise<Canonicalizer> {
    const complete = canonicalizeOptions(options);
    const stopWords = complete.stopWords ? await openStopWords(complete.lang, complete.ngram) : undefined;
    return new Canonicalizer(heap, complete, stopWords);
  }

  /**
   * The `stops` of a batch: the address of u32[count], or 0 when no stop words are taken out. The caller gives it back with
   * `heap.release`. `langs[i]` is the language of document i, where its source tells it.
   */
  stopsFor(text: number, offsets: number, count: number, langs: readonly (string | undefined)[]): number {
    if (this.stopWords === undefined) return 0;
    const tables = new Uint32Array(count);
    for (let i = 0; i < count; i++) {
      const told = langs[i];
      const lang =
        told === undefined ? this.stopWords.languageOf(this.head(text, offsets, i)) : languageCode(told);
      if (lang !== undefined) tables[i] = this.tableOf(lang);
    }
    return this.heap.place(tables);
  }

  /** Gives the tables back. */
  close(): void {
    for (const address of [this.letters, ...this.tables.values()]) this.heap.release(address);
    this.tables.clear();
  }

  private tableOf(lang: string): number {
    let address = this.tables.get(lang);
    if (address === undefined) {
      address = this.heap.place(this.stopWords!.table(lang));
      this.tables.set(lang, address);
    }
    return address;
  }

  /** The first characters of a document: what its language is detected from. */
  private head(text: number, offsets: number, index: number): string {
    const start = text + this.heap.u32[(offsets >>> 2) + index];
    const end = text + this.heap.u32[(offsets >>> 2) + index + 1] - 1;
    return new TextDecoder().decode(this.heap.u8.slice(start, Math.min(end, start + 3 * DETECT_LENGTH)));
  }
}

/** Fills in the defaults, or says which option is out of range. */
export function canonicalizeOptions(options: Partial<CanonicalizeOptions>): CanonicalizeOptions {
  const { lang = 'auto', stopWords = false, ngram = 2, sentences = false } = options;
  if (ngram !== 1 && ngram !== 2 && ngram !== 3) throw badOption('ngram', '1, 2 or 3', ngram);
  const code = lang === 'auto' ? lang : languageCode(lang);
  if (stopWords && code === undefined) {
    throw badOption(
      'lang',
      '`auto` or a language with stop words',
      lang,
      `These have stop words: ${LANGUAGES.join(' ')}.`,
    );
  }
  return { lang: code ?? lang, stopWords, ngram, sentences };
}
