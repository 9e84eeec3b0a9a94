/** `compareIn`: the best sources of a text in a collection, and which of its parts are in them. */
import { abortable, untilAborted } from '../abort.ts';
import { refuseUseless } from '../canonicalize/index.ts';
import type { Boilerplate, Comparison, FoundSources, SourceCandidate } from '../comparison.ts';
import { problemAt } from '../document.ts';
import { type EngineOptions, threadsFor } from '../engines/index.ts';
import { completeOptions, resolveOptions, uselessOption } from '../option-rules.ts';
import type { GivenText } from '../passages.ts';
import { isSameFile } from '../platform/files.ts';
import {
  type Input,
  openInput,
  READ_RUN_RULES,
  type ReadRunOptions,
  readTexts,
  refuseUselessReading,
} from '../read/index.ts';
import { option, told, wording } from '../wording.ts';
import { compareWithSources, withEngine } from './compare.ts';
import { type CompareInput, readComparedText } from './compare-input.ts';
import { label } from './compare-labeled.ts';
import { blankSpans } from './excluded-parts.ts';
import {
  COMPARE_READ_RULES,
  type CompareInOptions,
  type ResolvedCompare,
  type RetrievalOptions,
  resolveCompareOptions,
  type SourceOptions,
} from './options.ts';
import type { FingerprintSources } from './sources/by-fingerprint.ts';
import { chooseSources } from './sources/choose.ts';
import {
  type FindOptions,
  isSourceCollection,
  SOURCE_INDEX_RULES,
  type SourceCollection,
  SourceIndex,
  type SourceIndexOptions,
  withSteps,
} from './sources.ts';

/** Options of `buildSourceIndex`. */
export interface BuildSourceIndexOptions extends Partial<ReadRunOptions>, SourceIndexOptions {}

export interface ComparisonIn extends Comparison {
  /** All documents that share parts with the text, those that share most of its words first; those that add most are `sources`. */
  readonly candidates: readonly SourceCandidate[];
  /** Sentences of the text that occur in too many places to point to a source. */
  readonly boilerplate: readonly Boilerplate[];
  /** Documents of the collection. */
  readonly documents: number;
}

/**
 * Finds the documents of a collection that share parts with a text, and compares it with the best ones. If the text itself
 * is in the collection, it is left out.
 *
 * @param collection Paths, documents, an index that was built before, or that of a lasting collection: then only the search takes time.
 * @example
 * const { candidates, passages } = await compareIn('essay.docx', 'library/');
 */
export async function compareIn(
  a: CompareInput,
  collection: Input | SourceCollection,
  given: CompareInOptions = {},
): Promise<ComparisonIn> {
  const options = resolveCompareOptions(COMPARE_READ_RULES, given);
  if (isSourceCollection(collection) && given.by !== undefined)
    throw uselessOption(
      'by',
      'a collection is asked as it is indexed',
      'Leave it out, or name its documents.',
    );
  return abortable(options.signal, () => compareBest(a, collection, options));
}

async function compareBest(
  a: CompareInput,
  collection: Input | SourceCollection,
  options: ResolvedCompare & SourceOptions & RetrievalOptions,
): Promise<ComparisonIn> {
  const text = await readComparedText(a, options, options.maxText, 'text');
  const isStored = isSourceCollection(collection) && collection.isStored === true;
  const isItself = (id: string) => !isStored && isNamed(a, text.id, id);
  if (isSourceCollection(collection)) return compareWithBest(text, collection, isItself, options);
  const documents =
    options.by === 'fingerprint'
      ? new DocumentsByFingerprint(collection, options)
      : new DocumentsToSearch(collection, options);
  try {
    return await compareWithBest(text, documents, isItself, options);
  } finally {
    await documents.close();
  }
}

/** How much less work a byte is than in other runs: workers pay from 32 MB on. */
const QUICK_PASS = 32;

/** An input in which one text is looked for: it is read when the text is known. */
class DocumentsToSearch implements SourceCollection {
  private index: SourceIndex | undefined;

  constructor(
    private readonly input: Input,
    private readonly options: ReadRunOptions & EngineOptions,
  ) {}

  get documents(): number {
    return this.index!.documents;
  }

  async find(text: string, options: FindOptions): Promise<FoundSources> {
    const opened = await openInput(this.input, this.options);
    try {
      const bytes = opened.sources.length === 0 ? undefined : opened.bytes / QUICK_PASS;
      const threads = threadsFor(bytes, this.options.threads);
      const query = { text, lang: options.lang };
      this.index = await SourceIndex.buildFor(query, opened, { ...this.options, threads });
    } finally {
      await opened.close();
    }
    return this.index.find(text, options);
  }

  text(document: number): string {
    return this.index!.text(document);
  }

  async close(): Promise<void> {
    await this.index?.close();
  }
}

/** An input in which the sentences of one text are looked for by their fingerprints. */
class DocumentsByFingerprint implements SourceCollection {
  private sources: FingerprintSources | undefined;

  constructor(
    private readonly input: Input,
    private readonly options: ResolvedCompare & SourceOptions,
  ) {}

  get documents(): number {
    return this.sources!.documents;
  }

  async find(text: string, { lang, boilerplate }: FindOptions): Promise<FoundSources> {
    const { options } = this;
    const read = untilAborted(readTexts(this.input, options), options.signal);
    const limits = { boilerplate: boilerplate ?? options.boilerplate, temp: options.temp };
    // most comparisons find sources in the other way
    const { FingerprintSources } = await import('./sources/by-fingerprint.ts');
    this.sources = await withSteps(options, (steps) =>
      FingerprintSources.search({ text, lang }, read, steps, limits),
    );
    return this.sources.found;
  }

  text(document: number): string {
    return this.sources!.text(document);
  }

  async close(): Promise<void> {
    this.sources?.close();
  }
}

/** @param isNamed Whether a document has the name of the text: then it is left out if it is the text. */
export async function compareWithBest(
  text: GivenText,
  index: SourceCollection,
  isNamed: (id: string) => boolean,
  options: ResolvedCompare & SourceOptions,
): Promise<ComparisonIn> {
  const { sources, minWords, similarWeight: similar, boilerplate, signal } = options;
  return withEngine(text.text.length * (1 + sources), options, async (engine, exclusions) => {
    const labeled = await exclusions.ofText(await label(text, options.lang));
    const lang = options.lang === 'auto' ? text.lang : options.lang;
    const limits = { minWords, similar, boilerplate, lang, signal };
    const found = await index.find(blankSpans(text.text, labeled.excluded ?? []), limits);
    const candidates = found.candidates.filter(
      ({ id, document }) => !isNamed(id) || index.text(document) !== text.text,
    );
    const best = bestTexts(candidates, sources, index, options);
    const comparison = await compareWithSources(engine, exclusions, labeled, best, options);
    return { ...comparison, candidates, boilerplate: found.boilerplate, documents: index.documents };
  });
}

/**
 * Reads a collection and keeps it ready for searching sources; documents that cannot be read are reported to `onProblem`. Close it
 * when done.
 *
 * @example
 * const index = await buildSourceIndex('library/');
 * const { candidates } = await index.find('The text of a new article …');
 * await index.close();
 */
export function buildSourceIndex(input: Input, given: BuildSourceIndexOptions = {}): Promise<SourceIndex> {
  const options = resolveOptions({ ...READ_RUN_RULES, ...SOURCE_INDEX_RULES }, given);
  refuseUseless(given);
  refuseUselessReading(given);
  return abortable(options.signal, () =>
    SourceIndex.build(readTexts(input, options), completeOptions(SOURCE_INDEX_RULES, options)),
  );
}

/** The texts of the candidates that add most; those that are too long to be compared are reported, and the next ones come instead. */
function bestTexts(
  candidates: readonly SourceCandidate[],
  most: number,
  index: SourceCollection,
  { maxText, minWords, onProblem }: ResolvedCompare,
): GivenText[] {
  const best: GivenText[] = [];
  chooseSources(candidates, most, minWords, ({ id, document }) => {
    const text = index.text(document);
    if (text.length <= maxText) return best.push({ id, text }) > 0;
    const reason = wording`The text has ${text.length} characters, ${maxText} are compared at most; raise the limit with ${option('maxText')}.`;
    onProblem(problemAt({ source: id }, told(reason)));
    return false;
  });
  return best;
}

/** Whether a document of the collection has the name of the text: the same file, or the same id in a file of many. */
function isNamed(a: CompareInput, textId: string, id: string): boolean {
  if (typeof a !== 'string') return false;
  return id === textId || isSameFile(id, a);
}
