/** How large a page may become before it leaves things out (and says so): a browser must open it with ease. */

export interface PageLimits {
  /** Bytes of all texts together; the least alike pairs come first. @default 8_000_000 */
  readonly texts: number;
  /** UTF-16 code units of one text; a longer one is cut. @default 20_000 */
  readonly text: number;
  /** Members of a group whose texts come before the more alike pairs of other groups. @default 20 */
  readonly textsPerGroup: number;
  /** Members of all groups that are listed, with their scores; the least alike come first. @default 200_000 */
  readonly members: number;
  /** Unreadable documents that are listed. @default 1_000 */
  readonly problems: number;
}

export const PAGE_LIMITS: PageLimits = {
  texts: 8_000_000,
  text: 20_000,
  textsPerGroup: 20,
  members: 200_000,
  problems: 1_000,
};
