/** `compare --in`: the best sources of a text in a collection, and what of it stands in them. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Boilerplate, type Comparison, type SourceCandidate, SourceIndex } from '../compare.ts';
import { badOption } from '../errors.ts';
import { type Options, resolveOptions } from '../options.ts';
import { type CompareOptions, compareGiven, compareOptions } from './compare.ts';
import { type CompareInput, readText } from './compare-input.ts';
import type { Input } from './input.ts';
import { texts } from './texts.ts';

export interface CompareInOptions extends CompareOptions {
  /** How many of the best sources are compared sentence by sentence. @default 10 */
  readonly sources: number;
  /** What stands in more places of the collection than this is boilerplate: it leads to no source. @default 2000 */
  readonly boilerplate: number;
}

export interface ComparisonIn extends Comparison {
  /** All documents that share parts with the text, those that share most of its words first; the best of them are `sources`. */
  readonly candidates: readonly SourceCandidate[];
  /** Sentences of the text that stand in too many places to tell of a source. */
  readonly boilerplate: readonly Boilerplate[];
  /** Documents of the collection. */
  readonly documents: number;
}

const DEFAULT_SOURCES = 10;

/**
 * Finds the documents of a collection that share parts with a text, and compares it with the best of them. The text itself, where it is
 * a file of the collection, is left out.
 *
 * @param collection Paths, documents, or an index that was built before: then only the search takes time.
 * @example
 * const { candidates, passages } = await compareIn('essay.docx', 'library/');
 */
export async function compareIn(
  a: CompareInput,
  collection: Input | SourceIndex,
  given: Partial<CompareInOptions> = {},
): Promise<ComparisonIn> {
  const options = compareOptions(given);
  const { sources = DEFAULT_SOURCES, boilerplate } = given;
  if (!Number.isInteger(sources) || sources < 1)
    throw badOption('sources', 'an integer of at least 1', sources);
  const text = await readText(a, options, options.maxText, 'text');
  const index = collection instanceof SourceIndex ? collection : await buildSourceIndex(collection, given);
  try {
    const lang = options.lang === 'auto' ? text.lang : options.lang;
    const limits = { minWords: options.minWords, similar: options.similarWeight, boilerplate, lang };
    const found = await index.find(text.text, limits);
    // files of several documents often number theirs alike: the same id is the same document only with the same text
    const isText = ({ id, document }: SourceCandidate) =>
      isSameFile(a, id) || (typeof a === 'string' && id === text.id && index.text(document) === text.text);
    const candidates = found.candidates.filter((candidate) => !isText(candidate));
    const best = candidates
      .slice(0, sources)
      .map(({ id, document }) => ({ id, text: index.text(document), lang: text.lang }));
    const comparison = await compareGiven([text, ...best], options);
    return { ...comparison, candidates, boilerplate: found.boilerplate, documents: index.documents };
  } finally {
    if (index !== collection) await index.close();
  }
}

/**
 * Reads a collection and keeps it ready to be asked for sources; documents that cannot be read are reported to `onProblem`. Close it
 * when done.
 *
 * @example
 * const index = await buildSourceIndex('library/');
 * const { candidates } = await index.find('The text of a new article …');
 * await index.close();
 */
export function buildSourceIndex(input: Input, given: Partial<Options> = {}): Promise<SourceIndex> {
  return SourceIndex.build(texts(input, given), resolveOptions(given));
}

/** Whether a document of the collection is the file of the text. */
function isSameFile(a: CompareInput, id: string): boolean {
  return typeof a === 'string' && existsSync(id) && resolve(id) === resolve(a);
}
