/** Names and values in SQL, whatever characters they have. */

/** A name in SQL. */
export function named(text: string): string {
  return `\`${text.replaceAll('`', '``')}\``;
}

/** A value in SQL. */
export function quoteName(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
