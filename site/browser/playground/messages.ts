/** Messages between the playground and its worker. Every answer carries the number of its question. */
import type { ComparisonRows, Group, Pair, SearchResult } from '../../../src/browser.ts';

export interface PlainDocument {
  readonly id: string;
  readonly text: string;
}

/** Values of the fields: options of the library by their names. */
export type Settings = Readonly<Record<string, string | number>>;

export type OperationName = 'compare' | 'matrix' | 'pairs' | 'groups' | 'fingerprint' | 'shingles' | 'search';

export type Question =
  | {
      readonly kind: 'compute';
      readonly request: number;
      readonly operation: OperationName;
      readonly documents: readonly PlainDocument[];
      readonly settings: Settings;
    }
  /** Reads files of any format. */
  | { readonly kind: 'read'; readonly request: number; readonly files: readonly File[] };

export interface MatrixCell {
  readonly row: number;
  readonly column: number;
  readonly p: number;
  /** Not 0: the sentences are similar. */
  readonly mark: number;
}

export interface MatrixView {
  readonly rows: readonly string[];
  readonly columns: readonly string[];
  readonly cells: readonly MatrixCell[];
  readonly similarity: { readonly a: number; readonly b: number };
}

/** A run of words, its checksum in 16 hexadecimal digits, and whether the image of its document keeps it. */
export interface ShingleRow {
  readonly words: string;
  readonly checksum: string;
  readonly isKept: boolean;
  readonly isShared: boolean;
}

export interface ShinglesView {
  readonly texts: readonly { readonly id: string; readonly shingles: readonly ShingleRow[] }[];
  readonly resemblance: number;
  /** What the images alone say, and its standard error. */
  readonly estimate: { readonly value: number; readonly error: number; readonly sample: number };
}

/** What is shown of an answer, besides its lines. */
export type View =
  | { readonly operation: 'compare'; readonly rows: ComparisonRows }
  | ({ readonly operation: 'matrix' } & MatrixView)
  | { readonly operation: 'pairs'; readonly pairs: readonly Pair[] }
  | { readonly operation: 'groups'; readonly groups: readonly Group[] }
  | {
      readonly operation: 'fingerprint';
      readonly fingerprints: readonly { id: string; fingerprint: string }[];
    }
  | ({ readonly operation: 'shingles' } & ShinglesView)
  | { readonly operation: 'search'; readonly results: readonly SearchResult[] };

export type Answer = { readonly request: number } & (
  | {
      readonly kind: 'answer';
      readonly view: View;
      /** The answer as the library gives it, an object a line. */
      readonly lines: readonly unknown[];
    }
  | {
      readonly kind: 'documents';
      readonly documents: readonly PlainDocument[];
      readonly problems: readonly string[];
    }
  | { readonly kind: 'failed'; readonly reason: string }
);
