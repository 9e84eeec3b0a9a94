/** Messages between the page and its worker. Every answer carries the number of its request. */
import type { ClassRows } from '../../report/pages/class/rows.ts';
import type { ComparisonRows } from '../../report/pages/comparison/rows.ts';
import type { UnseenText } from '../../report/pages/unseen.ts';
import type { SharingFacts } from '../../report/sharing-table.ts';

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

export type Request =
  | { readonly kind: 'look'; readonly request: number; readonly files: readonly File[] }
  /** The overview again, with other settings. */
  | ({ readonly kind: 'overview'; readonly request: number } & OverviewSettings)
  /** Documents of a review that was saved. */
  | ({
      readonly kind: 'open';
      readonly request: number;
      readonly documents: readonly SavedText[];
    } & OverviewSettings)
  /** The texts of files that are ignored from now on. */
  | { readonly kind: 'templates'; readonly request: number; readonly files: readonly File[] }
  /** All texts, to be saved. */
  | { readonly kind: 'texts'; readonly request: number }
  | { readonly kind: 'compare'; readonly request: number; readonly a: string; readonly b: string };

export type PageAnswer =
  | { readonly kind: 'progress'; readonly request: number; readonly text: string }
  | { readonly kind: 'comparison'; readonly request: number; readonly rows: ComparisonRows }
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
      readonly facts: readonly SharingFacts[];
    }
  | { readonly kind: 'templates'; readonly request: number; readonly texts: readonly SavedText[] }
  | { readonly kind: 'texts'; readonly request: number; readonly texts: readonly SavedText[] }
  | { readonly kind: 'problem'; readonly request: number; readonly source: string; readonly reason: string }
  /** Letters of a document that nobody sees. */
  | ({ readonly kind: 'unseen'; readonly request: number; readonly source: string } & UnseenText)
  | { readonly kind: 'failed'; readonly request: number; readonly reason: string };
