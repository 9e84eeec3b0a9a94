/** Where the value of a field is in the text of a JSON object: for values that must keep every character they are written with. */

const BACKSLASH = '\\';

/** The text of a field's value, as written; undefined if there is none. As in `fieldGetter`, `a.b` may be a name or a path. */
export function writtenValue(json: string, field: string): string | undefined {
  const span = fieldSpan(json, field);
  return span && json.slice(...span);
}

/** Whole numbers of more than 15 digits do not survive JSON.parse (1234567890123456789 would become …800): they are given as written. */
export function exactNumber(value: number, field: string, json: () => string): string | number {
  if (Number.isSafeInteger(value) || !Number.isInteger(value)) return value;
  const written = writtenValue(json(), field);
  return written !== undefined && /^-?\d+$/.test(written) ? written : value;
}

/** JSON with such numbers as strings, however deep they are: then JSON.parse keeps every digit. */
export function withExactIntegers(json: string): string {
  if (!/\d{16}/.test(json)) return json;
  const number = /-?\d+(\.\d+)?([eE][+-]?\d+)?/y;
  let exact = '';
  let copied = 0;
  for (let at = 0; at < json.length; at++) {
    if (json[at] === '"') {
      at = stringEnd(json, at) - 1;
      continue;
    }
    number.lastIndex = at;
    const [written] = number.exec(json) ?? [''];
    if (written === '') continue;
    if (/^-?\d+$/.test(written) && !Number.isSafeInteger(Number(written))) {
      exact += `${json.slice(copied, at)}"${written}"`;
      copied = at + written.length;
    }
    at += written.length - 1;
  }
  return exact + json.slice(copied);
}

/** The object with another value for a field, and nothing else changed. @param value As JSON. */
export function withWrittenValue(json: string, field: string, value: string): string {
  const span = fieldSpan(json, field);
  return span === undefined ? json : json.slice(0, span[0]) + value + json.slice(span[1]);
}

function fieldSpan(json: string, field: string): [start: number, end: number] | undefined {
  return spanOf(json, [field]) ?? (field.includes('.') ? spanOf(json, field.split('.')) : undefined);
}

/** If a name occurs twice, the last one counts, as in JSON.parse. */
function spanOf(json: string, path: readonly string[]): [number, number] | undefined {
  let found: [number, number] | undefined;
  /** The number of open objects and arrays, and of those on the path. */
  let depth = 0;
  let onPath = 0;
  let key = '';
  let start = -1;
  for (let at = 0; at < json.length; at++) {
    const sign = json[at];
    if (sign === '"') {
      const end = stringEnd(json, at);
      if (start === -1 && depth === onPath + 1) key = json.slice(at, end);
      at = end - 1;
    } else if (sign === '{' || sign === '[') {
      depth++;
    } else if (sign === ':' && start === -1 && depth === onPath + 1 && nameOf(key) === path[onPath]) {
      if (onPath + 1 === path.length) start = at + 1;
      else if (/^\s*\{/.test(json.slice(at + 1, at + 100))) onPath++;
    } else if (sign === ',' && start !== -1 && depth === path.length) {
      found = trimmed(json, start, at);
      start = -1;
    } else if (sign === '}' || sign === ']') {
      if (start !== -1 && depth === path.length) {
        found = trimmed(json, start, at);
        start = -1;
      }
      depth--;
      onPath = Math.min(onPath, Math.max(depth - 1, 0));
    }
  }
  return found;
}

/** The position after the quote that ends a string. */
function stringEnd(json: string, start: number): number {
  for (let at = json.indexOf('"', start + 1); at !== -1; at = json.indexOf('"', at + 1)) {
    let escapes = 0;
    while (json[at - 1 - escapes] === BACKSLASH) escapes++;
    if (escapes % 2 === 0) return at + 1;
  }
  return json.length;
}

function nameOf(key: string): string {
  return key.includes(BACKSLASH) ? JSON.parse(key) : key.slice(1, -1);
}

function trimmed(json: string, start: number, end: number): [number, number] {
  const text = json.slice(start, end);
  return [start + text.length - text.trimStart().length, end - (text.length - text.trimEnd().length)];
}
