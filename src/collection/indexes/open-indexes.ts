/** The indexes that a collection has besides near-duplicates, as its settings say. */
import { CANONICALIZE_RULES, Canonicalizer } from '../../canonicalize/index.ts';
import type { CollectionSettings, IndexName } from '../../collection.ts';
import { NeardupError } from '../../errors.ts';
import { completeOptions } from '../../option-rules.ts';
import type { SentenceSteps } from '../../passages/index.ts';
import { option, wording } from '../../wording.ts';
import { DocumentSearch } from '../questions/search-documents.ts';
import type { CollectionFolder } from '../store/folder.ts';
import type { LivingDocuments } from '../tables/living-documents.ts';
import { type AnchorPiece, passagesIndex } from './passages-index.ts';
import { searchIndex } from './search-index.ts';
import { SearchWeights } from './search-weights.ts';
import { TextIndex, type TextIndexKind } from './text-index.ts';

export interface OpenedIndexes {
  readonly all: readonly TextIndex<unknown>[];
  readonly passages?: { readonly index: TextIndex<AnchorPiece>; readonly steps: SentenceSteps };
  readonly search?: DocumentSearch;
  close(): Promise<void>;
}

export async function openIndexes(
  settings: CollectionSettings,
  folder: CollectionFolder,
  documents: LivingDocuments,
): Promise<OpenedIndexes> {
  const { indexes, lang, canonical } = settings;
  const { engine } = documents.steps;
  const closers: (() => unknown)[] = [];
  const open = <P>(kind: TextIndexKind<P>) => {
    const index = new TextIndex(kind, folder, (table, from, to) => documents.storedIn(table, from, to));
    closers.unshift(() => index.close());
    return index;
  };
  let passages: OpenedIndexes['passages'];
  if (indexes.includes('passages')) {
    // as `compareIn` treats texts
    const treatment = completeOptions(CANONICALIZE_RULES, { lang });
    const canonicalizer = await Canonicalizer.open(engine.heap, treatment);
    closers.push(() => canonicalizer.close());
    const steps = { engine, canonicalizer, canonical };
    passages = { index: open(passagesIndex(steps)), steps };
  }
  let search: DocumentSearch | undefined;
  if (indexes.includes('search')) {
    const weights = new SearchWeights();
    const index = open(searchIndex(documents.steps, weights));
    search = new DocumentSearch(documents, index, weights, documents.steps, settings);
    closers.unshift(() => search!.close());
  }
  return {
    all: [passages?.index, search?.index].filter((index) => index !== undefined) as TextIndex<unknown>[],
    passages,
    search,
    close: async () => {
      for (const close of closers) await close();
    },
  };
}

/** The error for a question that needs an index which the collection does not have. */
export function missingIndex(
  path: string,
  name: IndexName,
  question: string,
  advice = wording`Merge the collection with ${option('indexes', name)}: the index is built from the stored documents.`,
): NeardupError {
  return new NeardupError(
    'NO_INDEX',
    `${path} was made without the index \`${name}\`, which ${question} needs.`,
    {
      option: 'indexes',
      advice,
    },
  );
}
