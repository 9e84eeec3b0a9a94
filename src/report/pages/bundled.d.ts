/** The style and the browser code of each page. scripts/bundle-pages.mjs makes this module from the sources. */

export interface BundledPage {
  readonly style: string;
  readonly script: string;
  /** The content security policy that allows this style and this script, and nothing else. */
  readonly policy: string;
}

export const groupsPage: BundledPage;
export const comparisonPage: BundledPage;
export const classPage: BundledPage;
export const cutsPage: BundledPage;
