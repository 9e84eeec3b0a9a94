/** How large the page of a class may become before it leaves texts out (and says so): a browser must open it with ease. */

export interface ClassLimits {
  /** UTF-16 code units of JSON with the texts of all pairs; those that share most come first. @default 24_000_000 */
  readonly texts: number;
  /** UTF-16 code units of the texts of one pair; longer ones are shown in parts. @default 1_000_000 */
  readonly pair: number;
}

export const CLASS_LIMITS: ClassLimits = { texts: 24_000_000, pair: 1_000_000 };
