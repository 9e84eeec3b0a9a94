/** Messages between the page and its worker. Every answer carries the number of its request. */
import type { ClassRows } from '../../report/pages/class/rows.ts';
import type { ComparisonRows } from '../../report/pages/comparison/rows.ts';

/** How all documents are compared. */
export interface OverviewSettings {
  readonly countCommon?: boolean;
  readonly partners?: number;
}

export type Request =
  | { readonly kind: 'look'; readonly request: number; readonly files: readonly File[] }
  /** The overview again, with other settings. */
  | ({ readonly kind: 'overview'; readonly request: number } & OverviewSettings)
  | { readonly kind: 'compare'; readonly request: number; readonly a: string; readonly b: string };

export type PageAnswer =
  | { readonly kind: 'progress'; readonly request: number; readonly text: string }
  | { readonly kind: 'comparison'; readonly request: number; readonly rows: ComparisonRows }
  /** The page of the groups of copies, if there are any. It comes before the overview, which takes longer. */
  | { readonly kind: 'groups'; readonly request: number; readonly html?: string }
  /** Who shares what with whom, and a note about documents that are not included. */
  | { readonly kind: 'overview'; readonly request: number; readonly rows: ClassRows; readonly note: string }
  | { readonly kind: 'problem'; readonly request: number; readonly source: string; readonly reason: string }
  | { readonly kind: 'failed'; readonly request: number; readonly reason: string };
