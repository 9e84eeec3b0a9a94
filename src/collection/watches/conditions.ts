/** Conditions on the fields of documents, as `--where` and watches have them: `lang = uk`, `date > 2026-01-01`, `source in press,blog`. */
import { type Reading, readingOf } from '../../duplicates/index.ts';
import { badOption } from '../../errors.ts';
import { fieldGetter } from '../../read/index.ts';

/** The part of a document that conditions look at. */
export interface DocumentFields {
  readonly id?: unknown;
  readonly lang?: string;
  readonly meta?: Readonly<Record<string, unknown>>;
}

/** Longest condition, and most values after `in`: conditions come from strangers, too. */
const MOST_CHARACTERS = 10_000;
const MOST_VALUES = 1000;
const FORM = 'conditions like `lang = uk`, `date > 2026-01-01` or `source in press,blog`';
const OPERATORS = ['!=', '<=', '>=', '=', '<', '>', 'in'] as const;
type Operator = (typeof OPERATORS)[number];

/** The fields of one document, each read once, however many conditions ask for it. */
export class FieldReadings {
  private readonly known = new Map<string, readonly Reading[]>();

  constructor(private readonly document: DocumentFields) {}

  /** The values of a field: those of a list one by one. */
  of(field: string): readonly Reading[] {
    let found = this.known.get(field);
    if (found === undefined) {
      found = readings(this.valueOf(field));
      this.known.set(field, found);
    }
    return found;
  }

  private valueOf(field: string): unknown {
    const { id, lang, meta = {} } = this.document;
    if (field === 'id') return id;
    return field === 'lang' ? lang && language(lang) : fieldGetter(field)(meta);
  }
}

/** True if a document has these fields. */
export interface Condition {
  (fields: FieldReadings): boolean;
  /** One of these texts must be in this field: without one nothing else needs to be looked at. */
  readonly needs?: { readonly field: string; readonly texts: readonly string[] };
}

/** All conditions together: an empty list is always true. Refuses what is no condition. */
export function conditionsOf(where: readonly string[]): Condition {
  const all = where.map(conditionOf);
  const needs = all.find((condition) => condition.needs !== undefined)?.needs;
  return Object.assign((fields: FieldReadings) => all.every((isMet) => isMet(fields)), needs && { needs });
}

function conditionOf(text: string): Condition {
  const [field, operator, value] = cut(text);
  const wanted = (operator === 'in' ? value.split(',') : [value]).map((each) => each.trim());
  if (wanted.includes('') || wanted.length > MOST_VALUES)
    throw badOption('where', operator === 'in' ? `1 to ${MOST_VALUES} values after \`in\`` : FORM, text);
  const values = wanted.map((each) => readingOf(field === 'lang' ? language(each) : each, false)!);
  if (/[<>]/.test(operator) && values[0].number === undefined && values[0].date === undefined)
    throw badOption('where', `a number or a date after \`${operator}\``, text);
  // values that are neither numbers nor dates are compared as text only
  const texts = values.flatMap(({ number, date, text }) =>
    number === undefined && date === undefined && text !== undefined ? [text] : [],
  );
  const isText = (operator === '=' || operator === 'in') && texts.length === values.length;
  const condition = (fields: FieldReadings) => {
    const isMet = fields.of(field).some((found) => values.some((each) => compares(found, operator, each)));
    // a document without the field has no other value either
    return operator === '!=' ? !isMet : isMet;
  };
  return Object.assign(condition, isText && { needs: { field, texts } });
}

/** Field, operator and value: the first operator counts, `in` only between spaces. */
function cut(text: string): [field: string, operator: Operator, value: string] {
  const [, field, operator, value] =
    (typeof text === 'string' && text.length <= MOST_CHARACTERS
      ? /^\s*([^\s=<>!]+)(\s*(?:!=|<=|>=|=|<|>)|\s+in\s)([\s\S]*)$/.exec(text)
      : null) ?? [];
  const known = OPERATORS.find((each) => each === operator?.trim());
  // `==`, `=>` and `<>` are no operators: their second half would be a value that no document has
  if (known === undefined || /^[=<>]|^\s*$/.test(value)) throw badOption('where', FORM, text);
  return [field, known, value.trim()];
}

function readings(value: unknown): Reading[] {
  return (Array.isArray(value) ? value : [value]).flatMap((each) => {
    if (typeof each === 'boolean') return { text: String(each) };
    return readingOf(each, true) ?? [];
  });
}

/** `uk` of `uk-UA`. */
function language(code: string): string {
  return code.toLowerCase().split(/[-_]/, 1)[0];
}

/** Compares as numbers if both can be numbers, else as dates, else as text. `!=` asks for equality: the caller turns it. */
function compares(found: Reading, operator: Operator, wanted: Reading): boolean {
  for (const kind of ['number', 'date', 'text'] as const) {
    const [a, b] = [found[kind], wanted[kind]];
    if (a === undefined || b === undefined) continue;
    switch (operator) {
      case '<':
        return a < b;
      case '<=':
        return a <= b;
      case '>':
        return a > b;
      case '>=':
        return a >= b;
      default:
        // biome-ignore lint/suspicious/noDoubleEquals: a large whole number is a bigint, and equal to the number of its value
        return a == b;
    }
  }
  return false;
}
