/** The stored facts of a watch beside its texts, and their checks: for watches given by a caller and for those read from a folder. */

import type { CollectionDocument, Watch } from '../../collection.ts';
import { badOption, NeardupError } from '../../errors.ts';
import type { CommonWords, SubjectExample } from '../../nearest/index.ts';
import { uselessOption } from '../../option-rules.ts';
import {
  type Check,
  isCount,
  isJsonObject,
  isShare,
  isString,
  listOf,
  optional,
  parsedJson,
  recordOf,
  wrongField,
} from '../json-shapes.ts';
import { WATCH_RULES } from '../options.ts';
import { conditionsOf } from './conditions.ts';

const MOST_TEXTS = 100;
const MOST_KEYWORDS = 100;
const MOST_KEYWORD = 200;
const MOST_CONDITIONS = 20;

/** The weights of an example's words, if its subject is looked for. */
export interface SubjectFacts {
  readonly words: Omit<SubjectExample, 'text'>;
  readonly common: CommonWords;
}

/** What is stored as it was given. */
type Kept = 'near' | 'passage' | 'like' | 'keywords' | 'needs' | 'where' | 'meta';

/** The facts of a watch, stored in the `meta` of each of its texts. */
export interface WatchFacts extends Pick<Watch, Kept> {
  /** The second from which it finds nothing. */
  readonly expires?: number;
  /** The number of its texts. Further texts with its id belong to an earlier version. */
  readonly count: number;
  /** Weights of this text's words. */
  readonly words?: SubjectFacts['words'];
  /** Common words, stored with the first text for all. */
  readonly common?: CommonWords;
}

export function factsOf(
  { texts, near, passage, like, keywords, needs, where, meta }: Pick<Watch, 'texts' | Kept>,
  expires: number | undefined,
) {
  return {
    ...{ count: texts.length, near, passage, like, keywords, needs, where, meta, expires },
  } satisfies WatchFacts;
}

/** The ids of the examples of a watch. One without texts has a text all the same, which holds its facts and is no example. */
export function exampleIds(id: string, count: number): string[] {
  return Array.from({ length: Math.max(1, count) }, (_, i) => JSON.stringify([id, i]));
}

/** How many keywords a document must have. */
export function leastKeywords({ keywords = [], needs = 'any' }: Pick<Watch, 'keywords' | 'needs'>): number {
  if (needs === 'any') return 1;
  return needs === 'all' ? keywords.length : needs;
}

/** The watch that an example belongs to, and its number there. */
export function exampleOf(id: string): [watch: string, text: number] {
  const found = parsedJson(id);
  const isExample = Array.isArray(found) && found.length === 2 && isString(found[0]) && isCount(found[1]);
  if (!isExample) throw badWatch(id, 'it is no example of a watch');
  return found as [string, number];
}

/** Refuses a watch that cannot be kept, as far as no rule does (`WATCH_RULES`). @param threshold That of the collection. */
export function checkWatch(watch: Watch, threshold: number): void {
  const { id, texts, near, passage, like, meta } = watch;
  const others = checkSelection(watch);
  if (typeof id !== 'string' || id === '') throw badOption('id', 'the name of a watch', id);
  const isText = (text: unknown) => typeof text === 'string' && text.trim() !== '';
  const least = others ? 0 : 1;
  if (!Array.isArray(texts) || texts.length < least || texts.length > MOST_TEXTS || !texts.every(isText)) {
    const got = Array.isArray(texts) ? `${texts.length} values` : texts;
    throw badOption('texts', `${least} to ${MOST_TEXTS} texts`, got);
  }
  const ofTexts = Object.entries({ near: near === false ? undefined : near, passage, like });
  const useless = ofTexts.find(([, value]) => texts.length === 0 && value !== undefined);
  if (useless !== undefined)
    throw uselessOption(useless[0], 'there are no example texts', 'Give some, or leave it out.');
  if (near !== undefined && near !== false && !(isShare(near) && near >= threshold)) {
    throw badOption('near', `\`false\`, or from ${threshold} to 1`, near);
  }
  if (near === false && passage === undefined && like === undefined && !others) {
    throw badOption('near', 'a share if neither a passage nor a subject is looked for', near);
  }
  if (meta !== undefined && !isJsonObject(meta)) throw badOption('meta', 'an object', meta);
}

/** Checks keywords and conditions. Returns whether there are any. */
export function checkSelection({
  keywords,
  needs,
  where,
}: Pick<Watch, 'keywords' | 'needs' | 'where'>): boolean {
  const isKeyword = (word: unknown) => isString(word) && word.trim() !== '' && word.length <= MOST_KEYWORD;
  const isList = (list: readonly unknown[], most: number) => list.length >= 1 && list.length <= most;
  if (keywords !== undefined) {
    const isRight = Array.isArray(keywords) && isList(keywords, MOST_KEYWORDS) && keywords.every(isKeyword);
    if (!isRight)
      throw badOption(
        'keywords',
        `1 to ${MOST_KEYWORDS} words of up to ${MOST_KEYWORD} characters`,
        keywords,
      );
  }
  if (needs !== undefined && keywords === undefined)
    throw uselessOption('needs', 'there are no keywords', 'Give some, or leave it out.');
  if (typeof needs === 'number' && needs > keywords!.length)
    throw badOption('needs', `at most ${keywords!.length}, the number of keywords`, needs);
  if (where !== undefined) {
    if (!Array.isArray(where) || !isList(where, MOST_CONDITIONS))
      throw badOption('where', `1 to ${MOST_CONDITIONS} conditions`, where);
    conditionsOf(where);
  }
  return keywords !== undefined || where !== undefined;
}

const isCounts: Check = (value) => {
  if (!isJsonObject(value)) return false;
  const { documents, counts } = value;
  const isRight = (count: unknown) => isCount(count) && count <= (documents as number);
  return isCount(documents) && recordOf(isRight)(counts);
};

const FACTS = {
  count: (value: unknown) => isCount(value) && value <= MOST_TEXTS,
  near: optional((value) => value === false || isShare(value)),
  passage: optional(WATCH_RULES.passage.isAllowed),
  like: optional(WATCH_RULES.like.isAllowed),
  keywords: optional(listOf(isString)),
  needs: optional(WATCH_RULES.needs.isAllowed),
  where: optional(listOf(isString)),
  meta: optional(isJsonObject),
  expires: optional(isCount),
  words: optional(isCounts),
  common: optional(isCounts),
};

/** The facts of an example that was read from a folder. */
export function readFacts({ id, meta = {} }: Pick<CollectionDocument, 'id' | 'meta'>): WatchFacts {
  const wrong = wrongField(meta, FACTS);
  if (wrong !== undefined) throw badWatch(id, `its \`${wrong}\` has been changed`);
  const facts = meta as unknown as WatchFacts;
  try {
    const isSelecting = checkSelection(facts);
    if (facts.count === 0 && !isSelecting) throw badWatch(id, 'it has no texts');
  } catch (error) {
    if (!(error instanceof NeardupError) || error.code !== 'BAD_OPTION') throw error;
    throw badWatch(id, 'its `keywords` or `where` have been changed');
  }
  if (facts.like !== undefined && facts.words === undefined) throw badWatch(id, 'its `words` are missing');
  return facts;
}

function badWatch(id: string, reason: string): NeardupError {
  return new NeardupError('BAD_COLLECTION', `The example \`${id}\` cannot be used: ${reason}.`, {
    advice: 'Remove the folder `watch` of the collection, and make the watches again.',
  });
}
