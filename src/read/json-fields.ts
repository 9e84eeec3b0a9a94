/** From a parsed JSON value to a document: finds text and id by their field names and says what is wrong with them. */
import type { ReadItem, ReadOptions } from '../read.ts';

export type DocumentMaker = (value: unknown, record: Buffer, line: number) => ReadItem;

/** @param toText What is done with a text field, for fields that hold markup. */
export function documentMaker(options: ReadOptions, toText: (text: string) => string): DocumentMaker {
  const textOf = fieldGetter(options.textField);
  const idOf = fieldGetter(options.idField);
  // by name, since the fields of a line are gone through for every document
  const { textField, idField } = options;

  return (value, record, line) => {
    if (!isObject(value)) return { line, problem: `Expected a JSON object, got ${kindOf(value)}.` };
    const text = textOf(value);
    if (typeof text !== 'string') return { line, problem: badText(text, textField, value) };
    const id = idOf(value);
    if (id !== undefined && id !== null && typeof id !== 'string' && typeof id !== 'number') {
      return {
        line,
        problem: `Expected the field \`${idField}\` to be a string or a number, got ${kindOf(id)}.`,
      };
    }
    return {
      id: typeof id === 'number' ? exactNumber(id, idField, record) : id || undefined,
      text: toText(text),
      line,
      lang: typeof value.lang === 'string' ? value.lang : undefined,
      meta: otherFields(value, textField, idField),
      record,
    };
  };
}

/** `a.b` is the field called `a.b`, or else field `b` of the object in field `a`. */
function fieldGetter(name: string): (value: JsonObject) => unknown {
  if (!name.includes('.')) return (value) => (Object.hasOwn(value, name) ? value[name] : undefined);
  const path = name.split('.');
  return (value) => {
    if (Object.hasOwn(value, name)) return value[name];
    let found: unknown = value;
    for (const step of path) found = isObject(found) && Object.hasOwn(found, step) ? found[step] : undefined;
    return found;
  };
}

type JsonObject = Record<string, unknown>;

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function otherFields(value: JsonObject, textField: string, idField: string): JsonObject | undefined {
  let meta: JsonObject | undefined;
  for (const key in value) {
    if (key === textField || key === idField) continue;
    meta ??= {};
    // a plain assignment would set the prototype
    if (key === '__proto__') Object.defineProperty(meta, key, { value: value[key], enumerable: true });
    else meta[key] = value[key];
  }
  return meta;
}

/** Ids of more than 15 digits do not survive JSON.parse: 1234567890123456789 would become …800. */
function exactNumber(id: number, field: string, record: Buffer): string {
  if (Number.isSafeInteger(id) || !Number.isInteger(id)) return String(id);
  const name = JSON.stringify(field.split('.').at(-1)).replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  for (const [, digits] of record.toString().matchAll(new RegExp(`${name}\\s*:\\s*(-?\\d+)`, 'g'))) {
    if (Number(digits) === id) return digits;
  }
  return String(id);
}

function badText(text: unknown, field: string, value: JsonObject): string {
  if (text !== undefined) return `Expected the field \`${field}\` to be a string, got ${kindOf(text)}.`;
  const names = Object.keys(value);
  const shown = names.slice(0, 8).map((name) => `\`${name.slice(0, 40)}\``);
  const got = names.length === 0 ? 'no fields' : `${shown.join(', ')}${names.length > 8 ? ', …' : ''}`;
  return `Expected a field \`${field}\`, got ${got}; name the right one with --text-field.`;
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
