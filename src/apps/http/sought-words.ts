/** Words that are sought, in any form: the service finds them in texts, and the page marks them. */

/** Words of a query. A text may have other endings: only the stem of a long word counts. */
export function soughtWords(query: string): string[] {
  const words =
    query
      .slice(0, 1000)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words)].map((word) => (word.length > 6 ? word.slice(0, -2) : word));
}

/** The sought word that this one is a form of. */
export function isSought(word: string, sought: readonly string[]): string | undefined {
  const lower = word.toLowerCase();
  return sought.find((each) => lower === each || (each.length > 4 && lower.startsWith(each)));
}
