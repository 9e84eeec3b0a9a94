/** How large a page may become before it leaves things out (and says so): a browser must open it with ease. */

export interface ComparisonLimits {
  /** UTF-16 code units of all texts; of texts beyond that, only passages and the text around them are shown. @default 8_000_000 */
  readonly texts: number;
  /** UTF-16 code units shown before and after a passage of such a text. @default 400 */
  readonly context: number;
  /** Rows and columns of the map of the matrix. @default 120 */
  readonly map: number;
}

export const COMPARISON_LIMITS: ComparisonLimits = { texts: 8_000_000, context: 400, map: 120 };
