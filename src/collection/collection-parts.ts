/** The parts of an open collection: `open.ts` assembles them, and `Collection` passes them to questions and changes. */

import type { CollectionSettings } from '../collection.ts';
import type { OpenedIndexes } from './indexes/open-indexes.ts';
import type { CollectionFolder } from './store/folder.ts';
import type { DerivedTables } from './tables/derived-tables.ts';
import type { LivingDocuments } from './tables/living-documents.ts';
import type { EventLog } from './watches/event-log.ts';
import type { Watches } from './watches/watches.ts';

/** The parts of an open collection. */
export interface CollectionParts {
  readonly folder: CollectionFolder;
  readonly settings: CollectionSettings;
  readonly documents: LivingDocuments;
  readonly derived: DerivedTables;
  readonly watches: Watches;
  readonly events: EventLog;
  readonly indexes: OpenedIndexes;
  readonly readOnly: boolean;
  /** Closes everything that was opened with the collection. */
  close(): Promise<void>;
}
