/**
 * neardup in the browser: the verbs of `index.ts` that need no file system. `scripts/bundle-browser.mjs` bundles it as `neardup/browser`,
 * with `NAME.browser.ts` in the place of every `NAME.ts` beside which there is one.
 *
 * @module
 */
export * from './anywhere.ts';
export { type DedupOnceOptions as DedupOptions, dedupOnce as dedup } from './duplicates/index.ts';
export { droppedFiles, type InputFile } from './read/index.ts';
export {
  type DecontaminateOptions,
  decontaminate,
  type TrimOnceOptions as TrimOptions,
  trimOnce as trim,
} from './repeats/index.ts';
export { type GroupsPageData, groupsHtml } from './report/index.ts';
