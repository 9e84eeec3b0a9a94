/** Ids, names and texts may hold anything; a terminal must not obey them. Characters that steer it are shown as escapes. */

/** For one line: an id, a name, a message. */
export function visible(text: string): string {
  return text.replaceAll(/[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu, escaped);
}

/** For a text of many lines: its line ends and tabs stay, and so do marks that only order letters of two directions. */
export function visibleText(text: string): string {
  return text.replaceAll(/(?![\n\t])[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, escaped);
}

/** A value as one line of JSON: parsers read the same value, and it cannot control a terminal. */
export function visibleJson(value: unknown): string {
  return visible(JSON.stringify(value));
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
