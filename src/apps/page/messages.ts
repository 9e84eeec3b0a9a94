/** Messages between the page and its worker. Every answer carries the number of its request. */
import type { CommonText } from '../../answers/comparisons.ts';
import type { CsvPair } from '../../report/pages/class/csv-rows.ts';
import type { ClassRows } from '../../report/pages/class/rows.ts';
import type { ComparisonRows } from '../../report/pages/comparison/rows.ts';
import type { UnseenText } from '../../report/pages/unseen.ts';

export interface SavedText {
  readonly id: string;
  readonly text: string;
  readonly lang?: string;
}

/** How all documents are compared. */
export interface OverviewSettings {
  readonly countCommon?: boolean;
  readonly partners?: number;
  readonly excludeQuotations?: boolean;
  readonly excludeBibliography?: boolean;
  /** Texts that are ignored. */
  readonly exclude?: readonly SavedText[];
}

/** What the worker is asked. */
export type PageQuestion =
  /** More files: their documents are added to those that are there. @param isClass All are compared, even if there are two. */
  | {
      readonly kind: 'look';
      readonly files: readonly File[];
      readonly isClass: boolean;
      readonly settings: OverviewSettings;
    }
  /** The overview again, with other settings. */
  | { readonly kind: 'overview'; readonly settings: OverviewSettings }
  /** Documents of a review that was saved, and files that are added to them. */
  | {
      readonly kind: 'open';
      readonly documents: readonly SavedText[];
      readonly files: readonly File[];
      readonly settings: OverviewSettings;
    }
  /** Takes a document out. */
  | { readonly kind: 'remove'; readonly id: string; readonly settings: OverviewSettings }
  /** The texts of files that are ignored from now on. */
  | { readonly kind: 'templates'; readonly files: readonly File[] }
  /** All texts, to be saved. */
  | { readonly kind: 'texts' }
  | { readonly kind: 'compare'; readonly a: string; readonly b: string }
  /** What a worker before this one had. Nothing is answered. */
  | ({ readonly kind: 'restore' } & Kept);

/** What a new worker needs to go on. */
export interface Kept {
  /** JSON lines. A browser keeps them on disk if they are large. */
  readonly documents: Blob;
  readonly settings: OverviewSettings;
  /** Text that nearly all documents share and that is left out. */
  readonly leftOut: readonly CommonText[];
}

export type Request = PageQuestion & { readonly request: number; readonly lang: string };

export type PageAnswer =
  | { readonly kind: 'progress'; readonly request: number; readonly text: string }
  | {
      readonly kind: 'comparison';
      readonly request: number;
      readonly rows: ComparisonRows;
      /** If these two are all documents. */
      readonly kept?: Kept;
    }
  /** One document was read, which waits for another one. */
  | { readonly kind: 'one'; readonly request: number; readonly id: string; readonly kept: Kept }
  /** Documents that were read, and those of them that were there already. */
  | {
      readonly kind: 'read';
      readonly request: number;
      readonly ids: readonly string[];
      readonly again: number;
    }
  /** The page of the groups of copies, if there are any. It comes before the overview, which takes longer. */
  | {
      readonly kind: 'groups';
      readonly request: number;
      readonly html?: string;
      readonly groups: number;
      readonly copies: number;
    }
  /** Who shares what with whom, and a note about documents that are not included. */
  | {
      readonly kind: 'overview';
      readonly request: number;
      readonly rows: ClassRows;
      readonly note: string;
      /** Of the pairs in their order, for a table. */
      readonly facts: readonly CsvPair[];
      readonly ids: readonly string[];
      readonly kept: Kept;
    }
  | { readonly kind: 'templates'; readonly request: number; readonly texts: readonly SavedText[] }
  | { readonly kind: 'texts'; readonly request: number; readonly texts: readonly SavedText[] }
  | { readonly kind: 'problem'; readonly request: number; readonly source: string; readonly reason: string }
  /** Letters of a document that nobody sees. */
  | ({ readonly kind: 'unseen'; readonly request: number; readonly source: string } & UnseenText)
  | { readonly kind: 'failed'; readonly request: number; readonly reason: string };
