/**
 * The fields that the text of a document is in. `title,text` are two fields, read as one text with a blank line between them. If there
 * is no field `text`, which is the default, the text is in the first of `content`, `body` and `article` that there is.
 */

/** The default, and the names of which the first is taken that there is. */
export const TEXT_NAMES = ['text', 'content', 'body', 'article'] as const;

/** The names in `textField`. */
export function textNames(textField: string): string[] {
  const names = textField.split(',').map((name) => name.trim());
  return names.filter((name) => name !== '');
}

/** All names that the text may have. */
export function possibleNames(textField: string): string[] {
  const names = textNames(textField);
  return names.length === 1 && names[0] === TEXT_NAMES[0] ? [...TEXT_NAMES] : names;
}

/** The columns of a table that have the text, or the names of those of which one is needed and all are missing. */
export function textColumns(
  textField: string,
  columns: readonly string[],
): { names: string[] } | { missing: string[] } {
  const names = textNames(textField);
  if (names.length > 1) {
    const missing = names.find((name) => !columns.includes(name));
    return missing === undefined ? { names } : { missing: [missing] };
  }
  const possible = possibleNames(textField);
  const found = possible.find((name) => columns.includes(name));
  return found === undefined ? { missing: possible } : { names: [found] };
}

/** The field that the text of a record is in, if it is in one. */
export function textNameOf<T>(
  record: T,
  textField: string,
  getterOf: (name: string) => (record: T) => unknown,
): string {
  const [first, ...others] = possibleNames(textField);
  const value = getterOf(first)(record);
  if (value !== undefined && value !== null) return first;
  return others.find((other) => typeof getterOf(other)(record) === 'string') ?? first;
}

/** A function that gives the text of a record, undefined if it has none, or the value if it is not a string. */
export function textGetter<T>(
  textField: string,
  getterOf: (name: string) => (record: T) => unknown,
): (record: T) => unknown {
  const names = textNames(textField);
  const getters = names.map(getterOf);
  if (names.length > 1) return (record) => joinTexts(getters.map((get) => get(record)));
  const [get] = getters;
  const others = possibleNames(textField).slice(1).map(getterOf);
  if (others.length === 0) return get;
  return (record) => {
    const text = get(record);
    // a field that is there and null is as good as none
    if (text !== undefined && text !== null) return text;
    return others.map((other) => other(record)).find((value) => typeof value === 'string') ?? text;
  };
}

/** Joins texts with a blank line between them. Some may be missing; the first value that is not a string is returned as it is. */
export function joinTexts(values: readonly unknown[]): unknown {
  const present = values.filter((value) => value !== undefined && value !== null);
  if (present.length === 0) return undefined;
  const odd = present.find((value) => typeof value !== 'string');
  return odd ?? present.filter((value) => value !== '').join('\n\n');
}
