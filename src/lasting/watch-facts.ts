/** What is stored of a watch beside its texts, and what is allowed: for watches that are given, and for those that are read from a folder. */
import { badOption, NeardupError } from '../errors.ts';
import type { CollectionDocument, Watch } from '../lasting.ts';
import type { CommonWords, SubjectExample } from '../nearest/index.ts';

const MOST_TEXTS = 100;
const PASSAGE_WORDS = [8, 10_000] as const;

/** What words of an example are worth, if its subject is looked for. */
export interface SubjectFacts {
  readonly words: Omit<SubjectExample, 'text'>;
  readonly common: CommonWords;
}

/** What is kept of a watch: in the `meta` of each of its texts. */
export interface WatchFacts extends Pick<Watch, 'near' | 'passage' | 'like' | 'meta'> {
  /** The second from which it finds nothing. */
  readonly expires?: number;
  /** How many texts it has. Others that have its id are of an earlier form of it. */
  readonly count: number;
  /** Of this text. */
  readonly words?: SubjectFacts['words'];
  /** Of the first text, for all. */
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
  const found = parsed(id);
  const isExample =
    Array.isArray(found) && found.length === 2 && typeof found[0] === 'string' && isCount(found[1]);
  if (!isExample) throw badWatch(id, 'it is no example of a watch');
  return found as [string, number];
}

/** Refuses a watch that cannot be kept. @param threshold That of the collection. */
export function checkWatch({ id, texts, near, passage, like, meta }: Watch, threshold: number): void {
  if (typeof id !== 'string' || id === '') throw badOption('id', 'the name of a watch', id);
  const isText = (text: unknown) => typeof text === 'string' && text.trim() !== '';
  if (!Array.isArray(texts) || texts.length < 1 || texts.length > MOST_TEXTS || !texts.every(isText)) {
    const got = Array.isArray(texts) ? `${texts.length} values` : texts;
    throw badOption('texts', `1 to ${MOST_TEXTS} texts`, got);
  }
  if (near !== undefined && near !== false && !isShare(near, threshold)) {
    throw badOption('near', `\`false\`, or from ${threshold} to 1`, near);
  }
  const [least, most] = PASSAGE_WORDS;
  if (passage !== undefined && !isPassage(passage)) {
    throw badOption('passage', `an integer from ${least} to ${most}`, passage);
  }
  if (like !== undefined && !isLike(like)) throw badOption('like', 'above 0, and at most 1', like);
  if (near === false && passage === undefined && like === undefined) {
    throw badOption('near', 'a share if neither a passage nor a subject is looked for', near);
  }
  if (meta !== undefined && !isObject(meta)) throw badOption('meta', 'an object', meta);
}

/** The facts of an example that was read from a folder. */
export function readFacts({ id, meta }: Pick<CollectionDocument, 'id' | 'meta'>): WatchFacts {
  const facts: Readonly<Record<string, unknown>> = meta ?? {};
  const { count, near, passage, like, meta: others, expires, words, common } = facts;
  const isRight: readonly (readonly [name: string, value: unknown, test: (value: unknown) => boolean])[] = [
    ['count', count ?? 0, (value) => isCount(value) && value >= 1 && value <= MOST_TEXTS],
    ['near', near, (value) => value === false || isShare(value, 0)],
    ['passage', passage, isPassage],
    ['like', like, isLike],
    ['meta', others, isObject],
    ['expires', expires, isCount],
    ['words', words, isCounts],
    ['common', common, isCounts],
  ];
  for (const [name, value, test] of isRight) {
    if (value !== undefined && !test(value)) throw badWatch(id, `its \`${name}\` is not what was written`);
  }
  if (like !== undefined && words === undefined) throw badWatch(id, 'its `words` are missing');
  return facts as unknown as WatchFacts;
}

function parsed(id: string): unknown {
  try {
    return JSON.parse(id);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isShare(value: unknown, least: number): boolean {
  return typeof value === 'number' && value >= least && value <= 1;
}

function isLike(value: unknown): boolean {
  return isShare(value, Number.MIN_VALUE);
}

function isPassage(value: unknown): boolean {
  const [least, most] = PASSAGE_WORDS;
  return isCount(value) && value >= least && value <= most;
}

function isCounts(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { documents, counts } = value;
  return (
    isCount(documents) &&
    isObject(counts) &&
    Object.values(counts).every((count) => isCount(count) && count <= documents)
  );
}

function badWatch(id: string, reason: string): NeardupError {
  return new NeardupError('BAD_COLLECTION', `The example \`${id}\` cannot be used: ${reason}.`, {
    advice: 'Remove the folder `watch` of the collection, and make the watches again.',
  });
}
