/** What the page and its worker tell each other. Every answer carries the number of the request it belongs to. */
import type { ClassRows } from '../../report/pages/class/rows.ts';
import type { ComparisonRows } from '../../report/pages/comparison/rows.ts';

export type Request =
  | { readonly kind: 'look'; readonly request: number; readonly files: readonly File[] }
  | { readonly kind: 'compare'; readonly request: number; readonly a: string; readonly b: string };

export type PageAnswer =
  | { readonly kind: 'progress'; readonly request: number; readonly text: string }
  | { readonly kind: 'comparison'; readonly request: number; readonly rows: ComparisonRows }
  /** The page of the groups of copies, if there are any. It comes before the overview, which takes longer. */
  | { readonly kind: 'groups'; readonly request: number; readonly html?: string }
  /** Who shares what with whom, and what is to be said of documents that are not in it. */
  | { readonly kind: 'overview'; readonly request: number; readonly rows: ClassRows; readonly note: string }
  | { readonly kind: 'problem'; readonly request: number; readonly source: string; readonly reason: string }
  | { readonly kind: 'failed'; readonly request: number; readonly reason: string };
