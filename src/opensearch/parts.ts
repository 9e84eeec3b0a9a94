/** The common parts of an open collection on a cluster. */
import type { StoredDocument } from '../collection/index.ts';
import type { CollectionSettings } from '../collection.ts';
import type { PreparedTexts, Steps } from '../corpus/index.ts';
import type { KnownSketches } from '../duplicates/index.ts';
import type { ClusterRunOptions } from '../opensearch.ts';
import type { SentenceSteps } from '../passages/index.ts';
import type { ClusterClient } from './client.ts';
import { Changed, type Finder, MOST_FOUND, type Wanted } from './finder.ts';
import type { FoundIndex } from './index-mapping.ts';
import { type IndexedDocument, keyWords } from './stored-form.ts';
import type { CollectionHead, Turns } from './turns.ts';

export interface OpenedCluster {
  readonly client: ClusterClient;
  readonly index: FoundIndex;
  readonly settings: CollectionSettings;
  readonly turns: Turns;
  readonly finder: Finder;
  readonly steps: Steps;
  /** If it has the index `passages`. */
  readonly sentenceSteps?: SentenceSteps;
  readonly sketches: KnownSketches;
  readonly run: ClusterRunOptions;
  /** Seconds since 1970. */
  readonly clock: () => number;
}

/** Texts that one is compared with, if there are too many. */
const MOST_LIKELY = 1000;
/** Keys that a search takes, less than the cluster's limit. */
const MOST_KEYS = 60_000;

export interface FoundCandidates {
  readonly documents: readonly IndexedDocument[];
  /** There are more. */
  readonly truncated: boolean;
}

/** How many texts can be looked up together. */
export function lookedUpTogether({ steps }: Pick<OpenedCluster, 'steps'>): number {
  return Math.max(1, Math.floor(MOST_KEYS / steps.bands!.bands));
}

/** The words of the index by which texts are found: none for those without words. */
export function bandWordsOf(prepared: PreparedTexts): string[][] {
  return Array.from({ length: prepared.length }, (_, i) =>
    prepared.words(i) === 0 ? [] : keyWords(prepared.wholeBandKeys(i)),
  );
}

/**
 * The documents that share a key with any of the texts, or have one of the ids, in the order in which they were stored.
 * @param keys Of each text.
 * @returns Undefined if there are too many for several texts.
 */
export async function findCandidates(
  { finder }: Pick<OpenedCluster, 'finder'>,
  head: CollectionHead,
  keys: readonly (readonly string[])[],
  ids: readonly string[],
): Promise<FoundCandidates | undefined> {
  const wanted: Wanted = { keys: [...new Set(keys.flat())], ids };
  const { documents, isMore } = await finder.find(head, wanted, MOST_FOUND);
  if (!isMore) return { documents, truncated: false };
  if (keys.length > 1) return undefined;
  const likely = await finder.findLikeliest(head, wanted.keys ?? [], MOST_LIKELY);
  const own = await finder.find(head, { ids }, MOST_FOUND);
  const all = new Map([...likely, ...own.documents].map((document) => [document.name, document]));
  return { documents: [...all.values()].sort((a, b) => a.order - b.order), truncated: true };
}

/** How often a question is asked while others change the collection. */
export const MOST_TRIES = 5;

/**
 * Asks something of one commit. If documents that it has go meanwhile, it is asked again, in the end with the turn: then nobody changes
 * anything.
 */
export async function atOneCommit<T>(
  { turns }: Pick<OpenedCluster, 'turns'>,
  ask: (head: CollectionHead) => Promise<T>,
): Promise<T> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const head = await turns.read();
    try {
      const answer = await ask(head);
      if ((await turns.read()).removedAt <= head.commit) return answer;
    } catch (error) {
      if (!(error instanceof Changed)) throw error;
    }
  }
  const turn = await turns.take();
  try {
    return await ask(turn.head);
  } finally {
    await turn.end();
  }
}

/** What a caller may see of a document. */
export function storedForm({ id, text, lang, meta, seen, expires }: IndexedDocument): StoredDocument {
  return { id, text, lang, meta, seen, expires };
}
