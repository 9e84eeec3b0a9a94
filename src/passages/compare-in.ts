/** `compare --in`: the best sources of a text in a collection, and what of it stands in them. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Boilerplate, Comparison, SourceCandidate } from '../comparison.ts';
import { badOption } from '../errors.ts';
import { type Options, resolveOptions } from '../options.ts';
import type { GivenText } from '../passages.ts';
import type { Input } from '../read/index.ts';
import { texts } from '../read/index.ts';
import { type CompareOptions, compareGiven, compareOptions } from './compare.ts';
import { type CompareInput, readText } from './compare-input.ts';
import { SourceIndex } from './sources.ts';

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
 * Finds the documents of a collection that share parts with a text, and compares it with the best of them. The text itself, where it
 * stands in the collection, is left out.
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
    const candidates = found.candidates.filter(
      ({ id, document }) => !isNamed(a, text.id, id) || index.text(document) !== text.text,
    );
    const best = bestTexts(candidates, sources, index, options);
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

/** The texts of the best candidates; those that are too long to be compared are reported, and the next ones come instead. */
function bestTexts(
  candidates: readonly SourceCandidate[],
  most: number,
  index: SourceIndex,
  { maxText, onProblem }: Pick<CompareOptions, 'maxText' | 'onProblem'>,
): GivenText[] {
  const best: GivenText[] = [];
  for (const { id, document } of candidates) {
    if (best.length === most) break;
    const text = index.text(document);
    if (text.length <= maxText) best.push({ id, text });
    else {
      const reason = `The text has ${text.length} characters, ${maxText} are compared at most: raise it with --max-text.`;
      onProblem({ source: id, reason });
    }
  }
  return best;
}

/** Whether a document of the collection has the name of the text: the same file, or the same id in a file of many. */
function isNamed(a: CompareInput, textId: string, id: string): boolean {
  if (typeof a !== 'string') return false;
  return id === textId || (existsSync(id) && resolve(id) === resolve(a));
}
