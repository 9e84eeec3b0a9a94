/** What the page and its worker tell each other. Every answer carries the number of the request it belongs to. */
import type { ClassRows } from '../../report/pages/class/rows.ts';
import type { ComparisonRows } from '../../report/pages/comparison/rows.ts';

export type Request =
  | { readonly kind: 'look'; readonly request: number; readonly files: readonly File[] }
  | { readonly kind: 'compare'; readonly request: number; readonly a: string; readonly b: string };

export interface Overview {
  readonly groups: number;
  readonly removed: number;
  readonly rows: ClassRows;
  /** Pairs that were found, of which `rows` has the strongest. */
  readonly found: number;
}

export type Answer =
  | { readonly kind: 'progress'; readonly request: number; readonly text: string }
  | { readonly kind: 'comparison'; readonly request: number; readonly rows: ComparisonRows }
  | {
      readonly kind: 'collection';
      readonly request: number;
      readonly overview: Overview;
      readonly html: string;
    }
  | { readonly kind: 'problem'; readonly request: number; readonly source: string; readonly reason: string }
  | { readonly kind: 'failed'; readonly request: number; readonly reason: string };
