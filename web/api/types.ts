/** What the service answers: the types of the library, and those that only the service has. */
import type { ComparisonOfAll } from '../../src/answers/comparisons.ts';
import type { Group } from '../../src/answers/copies.ts';
import type { DocumentText } from '../../src/answers/runs.ts';
import type {
  CLASSES,
  ClassHead,
  DOCUMENT_PAGE,
  GroupPage,
  ReviewedPair,
  SavedClass,
  ServiceInfo,
  ServiceKey,
  Task as ServiceTask,
  TITLED,
  Review as WrittenReview,
} from '../../src/apps/http/service-answers.ts';
import type {
  CheckAnswer,
  CollectionDocument,
  CollectionInfo,
  ListedDocument as Listed,
  SearchAnswer,
  StoredWatch,
  WatchEvent,
} from '../../src/collection.ts';
import type { PairRow } from '../../src/report/pages/class/rows.ts';
import type { SharingFacts } from '../../src/report/sharing-table.ts';
import type { Value } from '../../src/schema.ts';

export type {
  CheckAnswer,
  ClassHead,
  GroupPage,
  ReviewedPair,
  SavedClass,
  SearchAnswer,
  ServiceInfo,
  ServiceKey,
  WatchEvent,
};

/** As JSON has it: moments are strings. */
type Sent<T> = T extends Date
  ? string
  : T extends object
    ? { readonly [Field in keyof T]: Sent<T[Field]> }
    : T;

export type StoredDocument = Sent<CollectionDocument>;
export type Watch = Sent<StoredWatch>;
export type GroupRow = Group;
export type ListedDocument = Sent<Listed>;
export type DocumentPage = Sent<Value<typeof DOCUMENT_PAGE>>;
export type ClassList = Value<typeof CLASSES>;
/** The documents of a class, and how they are compared. */
export type ClassContent = Omit<SavedClass, keyof ClassHead> & Pick<SavedClass, 'documents'>;
export type Titled = Value<typeof TITLED>;

/** A collection of the service. */
export interface ServedCollection extends Omit<CollectionInfo, 'path'> {
  readonly name: string;
}

export interface Text {
  readonly id: string;
  readonly text: string;
}

export interface SharingLine extends SharingFacts, ReviewedPair, Pick<PairRow, 'disguises'> {
  readonly summary?: Omit<ComparisonOfAll, 'pairs'>;
}

/** A review, which may not be sent yet. */
export type Review = Omit<WrittenReview, 'time'>;

export type Verdict = NonNullable<Review['state']>;

/** A line of the texts of files. */
export interface ReadDocument
  extends Partial<Omit<DocumentText, 'id' | 'text'>>,
    Pick<DocumentText, 'id' | 'text'> {
  /** Instead of the text, if it could not be read. */
  readonly state?: 'failed';
  readonly reason?: string;
  readonly summary?: unknown;
}

export interface Task extends ServiceTask {
  /** The folder of a backup. */
  readonly summary?: { readonly backup?: string };
}
