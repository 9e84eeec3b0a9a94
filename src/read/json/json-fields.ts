/** From a JSON record to a document: finds text and id by their field names and reports problems. */
import { latin1, utf8Text } from '../../platform/bytes.ts';
import type { ReadItem, ReadOptions } from '../../read.ts';
import type { Told } from '../../wording.ts';
import { markupRemover } from '../html/markup.ts';
import { missingText, noString, quote } from '../messages.ts';
import { type Parsed, parseDecoded, parseJson, unwrap, unwrapText } from '../text/wrapped-text.ts';
import { possibleNames, textGetter, textNames } from '../text-fields.ts';
import { fieldGetter, isObject, type JsonObject } from './field-path.ts';
import { exactNumber, withExactIntegers } from './field-span.ts';

/** A function that makes a document of a record's bytes. White space and the summary of a run of neardup give nothing. */
export async function documentMaker(
  options: ReadOptions,
): Promise<(record: Uint8Array, line: number) => ReadItem | undefined> {
  const { textField, idField } = options;
  const textOf = textGetter(textField, fieldGetter);
  const idOf = fieldGetter(idField);
  const toText = await markupRemover(options.markup);
  // if names or contents of strings matter, all strings are decoded from the start
  const mayWrap = options.markup === 'none' && /^[\0-\x7f]*$/.test(textField + idField);

  return (record, line) => {
    try {
      const item = make(mayWrap ? parseJson(record) : parseDecoded(record), record, line);
      if (item?.problem === undefined || !mayWrap) return item;
    } catch (error) {
      if (error instanceof SyntaxError) return notJson(record, line);
      // nested too deeply to be unwrapped
      if (!(error instanceof RangeError)) throw error;
    }
    return make(parseDecoded(record), record, line);
  };

  function make({ value, wrapped }: Parsed, record: Uint8Array, line: number): ReadItem | undefined {
    if (!isObject(value)) return { line, problem: `Expected a JSON object, got ${kindOf(value)}.` };
    const text = textOf(value);
    if (typeof text !== 'string')
      return isSummary(value) ? undefined : { line, ...badText(text, textField, value) };
    let id = idOf(value);
    if (typeof id === 'number') id = String(exactNumber(id, idField, () => utf8Text(record)));
    else if (id === undefined || id === null || id === '') id = undefined;
    else if (typeof id !== 'string') {
      return {
        line,
        problem: `Expected the field \`${idField}\` to be a string or a number, got ${kindOf(id)}.`,
      };
    }
    const rounded = otherFields(value, textField, idField);
    // digits that JSON.parse has rounded away are kept, as text
    const meta = hasRounded(rounded) ? exactFields(record, wrapped, textField, idField) : rounded;
    return {
      id: (wrapped ? unwrap(id) : id) as string | undefined,
      text: wrapped ? unwrapText(text) : toText(text),
      line,
      lang: typeof value.lang === 'string' ? value.lang : undefined,
      meta: wrapped && meta ? (unwrap(meta) as JsonObject) : meta,
      record,
    };
  }
}

/** True for the last line of what a command prints with --json, such as `text --canonical --json`, whose other lines are documents. */
function isSummary(value: JsonObject): boolean {
  const { summary } = value;
  return (
    isObject(summary) &&
    Object.keys(value).length === 1 &&
    typeof summary.documents === 'number' &&
    typeof summary.engine === 'string'
  );
}

/** True if parsing may have rounded a whole number. Objects may be nested deeper than the stack. */
function hasRounded(meta: JsonObject | undefined): boolean {
  const waiting: unknown[] = [meta];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)) return true;
    if (typeof value === 'object' && value !== null)
      for (const item of Object.values(value)) waiting.push(item);
  }
  return false;
}

function exactFields(
  record: Uint8Array,
  wrapped: boolean,
  textField: string,
  idField: string,
): JsonObject | undefined {
  const json = withExactIntegers(wrapped ? latin1(record) : utf8Text(record));
  return otherFields(JSON.parse(json), textField, idField);
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

function notJson(record: Uint8Array, line: number): ReadItem | undefined {
  const start = utf8Text(record, 0, 200).trim();
  if (start === '' && utf8Text(record).trim() === '') return undefined;
  return { line, problem: `Expected a JSON object, got ${quote(start)}.` };
}

function badText(text: unknown, field: string, value: JsonObject): Told {
  if (text !== undefined) {
    return noString('field', textNames(field), kindOf(text));
  }
  const names = Object.keys(value);
  const shown = names.slice(0, 8).map(quote);
  const got = names.length === 0 ? 'no fields' : `${shown.join(', ')}${names.length > 8 ? ', …' : ''}`;
  return missingText('field', possibleNames(field), got);
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
