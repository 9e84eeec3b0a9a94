/** The stored facts of a watch beside its texts, and their checks: for watches given by a caller and for those read from a folder. */

import type { CollectionDocument, Watch } from '../../collection.ts';
import { badOption, NeardupError } from '../../errors.ts';
import type { CommonWords, SubjectExample } from '../../nearest/index.ts';
import {
  type Check,
  isCount,
  isJsonObject,
  isShare,
  isString,
  optional,
  parsedJson,
  recordOf,
  wrongField,
} from '../json-shapes.ts';
import { WATCH_RULES } from '../options.ts';

const MOST_TEXTS = 100;

/** The weights of an example's words, if its subject is looked for. */
export interface SubjectFacts {
  readonly words: Omit<SubjectExample, 'text'>;
  readonly common: CommonWords;
}

/** The facts of a watch, stored in the `meta` of each of its texts. */
export interface WatchFacts extends Pick<Watch, 'near' | 'passage' | 'like' | 'meta'> {
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
  { texts, near, passage, like, meta }: Pick<Watch, 'texts' | 'near' | 'passage' | 'like' | 'meta'>,
  expires: number | undefined,
) {
  return { count: texts.length, near, passage, like, meta, expires } satisfies WatchFacts;
}

/** The ids of the examples of a watch. */
export function exampleIds(id: string, count: number): string[] {
  return Array.from({ length: count }, (_, i) => JSON.stringify([id, i]));
}

/** The watch that an example belongs to, and its number there. */
export function exampleOf(id: string): [watch: string, text: number] {
  const found = parsedJson(id);
  const isExample = Array.isArray(found) && found.length === 2 && isString(found[0]) && isCount(found[1]);
  if (!isExample) throw badWatch(id, 'it is no example of a watch');
  return found as [string, number];
}

/** Refuses a watch that cannot be kept, as far as no rule does (`WATCH_RULES`). @param threshold That of the collection. */
export function checkWatch({ id, texts, near, passage, like, meta }: Watch, threshold: number): void {
  if (typeof id !== 'string' || id === '') throw badOption('id', 'the name of a watch', id);
  const isText = (text: unknown) => typeof text === 'string' && text.trim() !== '';
  if (!Array.isArray(texts) || texts.length < 1 || texts.length > MOST_TEXTS || !texts.every(isText)) {
    const got = Array.isArray(texts) ? `${texts.length} values` : texts;
    throw badOption('texts', `1 to ${MOST_TEXTS} texts`, got);
  }
  if (near !== undefined && near !== false && !(isShare(near) && near >= threshold)) {
    throw badOption('near', `\`false\`, or from ${threshold} to 1`, near);
  }
  if (near === false && passage === undefined && like === undefined) {
    throw badOption('near', 'a share if neither a passage nor a subject is looked for', near);
  }
  if (meta !== undefined && !isJsonObject(meta)) throw badOption('meta', 'an object', meta);
}

const isCounts: Check = (value) => {
  if (!isJsonObject(value)) return false;
  const { documents, counts } = value;
  const isRight = (count: unknown) => isCount(count) && count <= (documents as number);
  return isCount(documents) && recordOf(isRight)(counts);
};

const FACTS = {
  count: (value: unknown) => isCount(value) && value >= 1 && value <= MOST_TEXTS,
  near: optional((value) => value === false || isShare(value)),
  passage: optional(WATCH_RULES.passage.isAllowed),
  like: optional(WATCH_RULES.like.isAllowed),
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
  if (facts.like !== undefined && facts.words === undefined) throw badWatch(id, 'its `words` are missing');
  return facts;
}

function badWatch(id: string, reason: string): NeardupError {
  return new NeardupError('BAD_COLLECTION', `The example \`${id}\` cannot be used: ${reason}.`, {
    advice: 'Remove the folder `watch` of the collection, and make the watches again.',
  });
}
