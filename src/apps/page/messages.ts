/** What the page and its worker tell each other. Every answer carries the number of the request it belongs to. */

export type Request =
  | { readonly kind: 'look'; readonly request: number; readonly files: readonly File[] }
  | { readonly kind: 'compare'; readonly request: number; readonly a: string; readonly b: string };

export interface SharedPair {
  readonly a: string;
  readonly b: string;
  /** Shares of the words of one document that are in the other, from 0 to 1. */
  readonly aInB: number;
  readonly bInA: number;
  readonly resemblance: number;
}

export interface Overview {
  readonly documents: number;
  readonly groups: number;
  readonly removed: number;
  readonly pairs: readonly SharedPair[];
  /** Pairs that were found, of which `pairs` has the strongest. */
  readonly found: number;
  readonly engine: string;
}

export type Answer =
  | { readonly kind: 'progress'; readonly request: number; readonly text: string }
  | { readonly kind: 'comparison'; readonly request: number; readonly title: string; readonly html: string }
  | {
      readonly kind: 'collection';
      readonly request: number;
      readonly overview: Overview;
      readonly html: string;
    }
  | { readonly kind: 'problem'; readonly request: number; readonly source: string; readonly reason: string }
  | { readonly kind: 'failed'; readonly request: number; readonly reason: string };
