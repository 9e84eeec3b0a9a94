/** The door of report/: what other rooms and the public API may call. The results it formats are declared in `src/answers/` and `src/comparison.ts`. */

export type { JsonComparison, JsonComparisonSummary, JsonPassage } from '../answers/comparisons.ts';
export {
  comparisonObjects,
  sharedWords,
} from './comparison/json.ts';
export { type ComparisonFormat, formatComparison } from './comparison/terminal.ts';
export { curveCsv, curveSvg } from './curve.ts';
export { type FingerprintFormat, formatFingerprintLines } from './fingerprint-lines.ts';
export { LIST_TABLES } from './list-columns.ts';
export { ListFile } from './list-file.ts';
export { formatNumber, percent, rounded } from './numbers.ts';
export type { ClassRows, PairRow } from './pages/class/rows.ts';
export { classRows, type ListedPairs, pairRow } from './pages/class/rows-of.ts';
export { ClassPage } from './pages/class/write-page.ts';
export type { ComparisonRows } from './pages/comparison/rows.ts';
export { rowsOf as comparisonRows } from './pages/comparison/rows-of.ts';
export { ComparisonPage } from './pages/comparison/write-page.ts';
export type { CutsPageData, Excerpt, ListedPassage } from './pages/cuts/rows.ts';
export { writeCutsPage } from './pages/cuts/write-page.ts';
export { PAGE_LIMITS } from './pages/groups/limits.ts';
export { PageTexts } from './pages/groups/page-texts.ts';
export { writeHtmlReport } from './pages/groups/write-page.ts';
export { comparisonHtml, type GroupsPageData, groupsHtml } from './pages/page-blobs.ts';
export { writeAppPage } from './pages/write-app-page.ts';
export { byShare, isListedAtFirst } from './pair-shares.ts';
export {
  formatCandidate,
  formatFoundItem,
  formatGroup,
  formatImagePair,
  formatPair,
  formatRemoved,
  formatSearchResult,
  formatSharing,
  formatSummary,
  formatTrimmed,
  type TextFormat,
} from './text-format.ts';
