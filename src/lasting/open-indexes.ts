/** The indexes that a collection has besides near-duplicates, as its settings say. */
import { CANONICALIZE_RULES, Canonicalizer } from '../canonicalize/index.ts';
import type { CollectionFolder, DocumentTable } from '../collection/index.ts';
import type { Engine } from '../engines.ts';
import { NeardupError } from '../errors.ts';
import type { CollectionSettings, IndexName } from '../lasting.ts';
import { completeOptions } from '../option-rules.ts';
import type { SentenceSteps } from '../passages/index.ts';
import { option, wording } from '../wording.ts';
import { type AnchorPiece, passagesIndex } from './passages-index.ts';
import { type NumberedDocument, TextIndex } from './text-index.ts';

export interface OpenedIndexes {
  readonly all: readonly TextIndex<unknown>[];
  readonly passages?: { readonly index: TextIndex<AnchorPiece>; readonly steps: SentenceSteps };
  close(): Promise<void>;
}

export async function openIndexes(
  settings: CollectionSettings,
  folder: CollectionFolder,
  engine: Engine,
  read: (table: DocumentTable, from: number, to: number) => Iterable<NumberedDocument>,
): Promise<OpenedIndexes> {
  const { indexes = [], lang, canonical } = settings;
  if (!indexes.includes('passages')) return { all: [], close: async () => {} };
  // as `compareIn` treats texts
  const canonicalizer = await Canonicalizer.open(engine.heap, completeOptions(CANONICALIZE_RULES, { lang }));
  const steps = { engine, canonicalizer, canonical };
  const index = new TextIndex(passagesIndex(steps), folder, read);
  return {
    all: [index as TextIndex<unknown>],
    passages: { index, steps },
    close: async () => {
      await index.close();
      canonicalizer.close();
    },
  };
}

/** What is said if a question needs an index that the collection has not. */
export function missingIndex(path: string, name: IndexName, question: string): NeardupError {
  return new NeardupError(
    'NO_INDEX',
    `${path} was made without the index \`${name}\`, which ${question} needs.`,
    {
      option: 'indexes',
      advice: wording`Merge the collection with ${option('indexes', name)}: the index is made of the documents that are there.`,
    },
  );
}
