/** A shelf: a collection or folder that was named on the command line, and what an agent can ask of it. It reaches nothing else. */
import type {
  AddAnswer,
  Comparison,
  ComparisonIn,
  DocumentText,
  Group,
  InputDocument,
  RemoveAnswer,
  SearchResult,
  Summary,
} from '../../index.ts';

/** A text, or the id of a document of the shelf. */
export type Asked = { readonly text: string } | { readonly id: string };

/** A near-duplicate of a text. */
export interface AlikeDocument {
  readonly id: string;
  readonly resemblance: number;
  readonly identical: boolean;
}

/** The signal ends the work when the caller gives up. */
export interface Asking {
  readonly signal: AbortSignal;
}

export interface Shelf {
  /** Its name for callers: the last part of its path. */
  readonly name: string;
  readonly kind: 'collection' | 'folder';
  /** Near-duplicates of a text, the most alike first. */
  check(text: string, asking: Asking & { readonly threshold?: number }): Promise<readonly AlikeDocument[]>;
  /** The documents that share passages with a text. */
  sources(asked: Asked, asking: Asking & { readonly sources: number }): Promise<Comparison | ComparisonIn>;
  search(query: string, asking: Asking & { readonly k: number }): Promise<readonly SearchResult[]>;
  /** Ends with how many documents were looked at, and how many could not be read. */
  groups(
    asking: Asking & { readonly threshold?: number },
  ): AsyncGenerator<Group, Pick<Summary, 'documents' | 'unreadable'>>;
  document(id: string, asking: Asking): Promise<Pick<DocumentText, 'id' | 'text'> | undefined>;
  /** Ids of its first documents. */
  first(count: number, asking: Asking): Promise<readonly string[]>;
  /** Only collections that were opened for writing. */
  readonly write?: {
    add(documents: readonly InputDocument[]): Promise<readonly AddAnswer[]>;
    remove(ids: readonly string[]): Promise<readonly RemoveAnswer[]>;
  };
  close(): Promise<void>;
}
