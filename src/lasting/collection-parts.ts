/** What an open collection is made of: `open.ts` puts it together, and `Collection` hands it to those who answer and change. */
import type { CollectionFolder } from '../collection/index.ts';
import type { CollectionSettings } from '../lasting.ts';
import type { DerivedTables } from './derived-tables.ts';
import type { EventLog } from './event-log.ts';
import type { LivingDocuments } from './living-documents.ts';
import type { OpenedIndexes } from './open-indexes.ts';
import type { Watches } from './watches.ts';

/** What an open collection consists of. */
export interface CollectionParts {
  readonly folder: CollectionFolder;
  readonly settings: CollectionSettings;
  readonly documents: LivingDocuments;
  readonly derived: DerivedTables;
  readonly watches: Watches;
  readonly events: EventLog;
  readonly indexes: OpenedIndexes;
  readonly readOnly: boolean;
  /** Closes what was opened for it. */
  close(): Promise<void>;
}
