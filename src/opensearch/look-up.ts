/** What documents are found by: their band keys, and what the indexes of the collection need. */
import { cutDocuments } from '../collection/index.ts';
import type { HeapText, PreparedTexts } from '../corpus/index.ts';
import { AnchorTable, addAnchors, canonicalSentences } from '../passages/index.ts';
import { bandWordsOf, type OpenedCluster } from './parts.ts';
import type { LookedUp } from './stored-form.ts';

/** A document, and its place among the prepared texts. */
interface Placed {
  readonly i: number;
  readonly document: { readonly id: string; readonly text: string; readonly lang?: string };
}

export async function lookUp(
  { sentenceSteps, settings, steps }: OpenedCluster,
  placed: readonly Placed[],
  prepared: PreparedTexts,
): Promise<LookedUp[]> {
  const keys = bandWordsOf(prepared);
  const wordsOf = ({ address, length }: HeapText) =>
    new TextDecoder().decode(steps.engine.heap.u8.slice(address, address + length));
  const anchors = sentenceSteps === undefined ? undefined : await anchorsOf(placed, sentenceSteps);
  return placed.map(({ i }, k) => ({
    keys: keys[i],
    ...(anchors !== undefined && { anchors: anchors[k] }),
    ...(settings.indexes.includes('search') && { words: wordsOf(prepared.text(i)) }),
  }));
}

/** Anchors and keys of sentences, as the signed numbers that the index takes. */
async function anchorsOf(
  placed: readonly Placed[],
  steps: NonNullable<OpenedCluster['sentenceSteps']>,
): Promise<number[][]> {
  const found: Set<number>[] = placed.map(() => new Set());
  if (placed.length === 0) return [];
  const batch = await canonicalSentences(
    cutDocuments(placed.map(({ document }) => ({ ...document, seen: 0 }))),
    steps,
  );
  try {
    const table = new AnchorTable();
    addAnchors(batch, steps.engine, table, (i) => i);
    const { hashes, documents } = table.unsorted();
    for (let at = 0; at < hashes.length; at++) found[documents[at]].add(hashes[at] | 0);
  } finally {
    batch.release();
  }
  return found.map((each) => [...each]);
}
