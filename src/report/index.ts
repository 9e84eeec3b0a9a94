/** The door of report/: what other rooms and the public API may call. The results it formats are `src/results.ts` and `src/comparison.ts`. */
export { ComparisonPage } from './compare/comparison-page.ts';
export {
  comparisonObjects,
  type JsonComparison,
  type JsonComparisonSummary,
  type JsonPassage,
} from './compare/json.ts';
export { type ComparisonFormat, formatComparison } from './compare/terminal.ts';
export { type FingerprintFormat, fingerprintLines } from './fingerprint-lines.ts';
export type { ReportText } from './html/islands.ts';
export { PAGE_LIMITS } from './html/limits.ts';
export { writeHtmlReport } from './html-report.ts';
export { rounded } from './numbers.ts';
export {
  formatGroup,
  formatPair,
  formatRemoved,
  formatSearchResult,
  formatSummary,
  type TextFormat,
  visible,
} from './text-format.ts';
