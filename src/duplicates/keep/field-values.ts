/**
 * Values of one field in many documents, so that they can be ordered: all numbers, all dates or all texts. A field whose values are of
 * different kinds has no order; the second kind is refused when it is met.
 */
import { badOption, NeardupError } from '../../errors.ts';
import { option, wording } from '../../wording.ts';
import { isNumeral } from '../../write/index.ts';
import { epochDate, looksLikeDate, parseDate } from './field-dates.ts';

type Kind = 'number' | 'date' | 'text';

/** A value in every way that it can be taken: `1700000000` is a number and a date; a cell with these digits is text as well. */
export interface Reading {
  /** A whole number that a double would round is a bigint. */
  readonly number?: number | bigint;
  readonly date?: number;
  readonly text?: string;
}

/**
 * Every way in which a value can be taken; undefined for none: blank text, null, objects.
 * @param isTyped Whether its format tells strings from numbers, as JSON does and CSV does not: then a string is no number.
 */
export function readingOf(value: unknown, isTyped: boolean): Reading | undefined {
  if (typeof value === 'bigint') return { number: value };
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : { date: value.getTime() };
  if (typeof value === 'number') {
    return Number.isFinite(value) ? withDate(value, epochDate(value)) : undefined;
  }
  const text = typeof value === 'string' ? value.trim() : '';
  if (text === '') return undefined;
  const date = parseDate(text);
  if (isTyped && isNumeral(text)) return date === undefined ? { text } : { date, text };
  if (isNumeral(text)) return { ...withDate(numberIn(text), date ?? epochDate(Number(text))), text };
  return date === undefined ? { text } : { date };
}

function numberIn(text: string): number | bigint {
  const number = Number(text);
  const isExact = Number.isSafeInteger(number) || !/^[+-]?\d+$/.test(text) || text.length > MOST_DIGITS;
  return isExact ? number : BigInt(text.replace(/^\+/, ''));
}

/** Longer numbers are compared as doubles: a bigint of a million digits takes seconds. */
const MOST_DIGITS = 400;

function withDate(number: number | bigint, date: number | undefined): Reading {
  return date === undefined ? { number } : { number, date };
}

/** A field with one of these words in its name holds dates if all of its values can be dates. */
const DATE_NAME = /date|time|stamp|created|updated|modified|published|crawled|fetched|_at$|At$/;

export class FieldValues {
  private kinds: readonly Kind[] = ['number', 'date', 'text'];
  private readonly columns = {
    number: [] as (number | bigint)[],
    date: [] as number[],
    text: [] as string[],
  };
  /** The first value of each set of kinds, for the message if another kind follows. */
  private readonly examples: Example[] = [];

  /** @param keep The policy, as given. @param field The field that it names. */
  constructor(
    private readonly keep: string,
    private readonly field: string,
  ) {}

  /** True if no document has a value. */
  get isEmpty(): boolean {
    return this.examples.length === 0;
  }

  /** The first text that is no number, if others are numbers: then all are ordered as text. */
  get asText(): { readonly value: string; readonly where: string } | undefined {
    const hasNumbers = this.examples.some(({ kinds }) => kinds.includes('number'));
    return hasNumbers && this.kind === 'text'
      ? this.examples.find(({ kinds }) => !kinds.includes('number'))
      : undefined;
  }

  /** Takes the value of a document. @param isTyped See `readingOf`. @param where Names the document in a message. */
  add(index: number, value: unknown, isTyped: boolean, where: () => string): void {
    const reading = readingOf(value, isTyped);
    if (reading === undefined) return;
    const isAsBefore = !this.isEmpty && this.kinds.every((kind) => reading[kind] !== undefined);
    if (!isAsBefore) {
      this.narrow({ kinds: Object.keys(reading) as Kind[], value: String(value), where: where() });
    }
    if (reading.number !== undefined) this.columns.number[index] = reading.number;
    if (reading.date !== undefined) this.columns.date[index] = reading.date;
    if (reading.text !== undefined) this.columns.text[index] = reading.text;
  }

  /** The value of a document, of the one kind that all values have. */
  get(index: number): number | bigint | string | undefined {
    return this.columns[this.kind][index];
  }

  private get kind(): Kind {
    const { kinds, field } = this;
    if (kinds.includes('date') && DATE_NAME.test(field)) return 'date';
    return kinds.find((kind) => kind !== 'date') ?? 'date';
  }

  private narrow(example: Example): void {
    const { kinds, value } = example;
    if (kinds[0] === 'text' && looksLikeDate(value.trim())) throw this.unknownDate(example);
    const common = this.kinds.filter((kind) => kinds.includes(kind));
    if (common.length === 0) throw this.mixed(example);
    this.kinds = common;
    this.examples.push(example);
  }

  private mixed(next: Example): NeardupError {
    const first = this.examples.find(({ kinds }) => !kinds.some((kind) => next.kinds.includes(kind)))!;
    const describe = ({ kinds, value, where }: Example) =>
      `the ${kinds[0]} \`${shortened(value)}\` in ${where}`;
    return new NeardupError(
      'BAD_OPTION',
      wording`Expected the field of ${option('keep', this.keep)} to have values of one kind, got ${describe(first)} and ${describe(next)}.`,
      { option: 'keep', advice: 'Make the values alike, or keep by another field.' },
    );
  }

  private unknownDate({ value, where }: Example): NeardupError {
    return badOption(
      'keep',
      'a policy over dates like `2024-05-31`, `Fri, 31 May 2024 10:00:00 +0000` or seconds since 1970',
      `${this.keep}\` with \`${shortened(value)}\` in \`${where}`,
      'The order of day and month is not known. Write the dates in one of these forms.',
    );
  }
}

interface Example {
  readonly kinds: readonly Kind[];
  readonly value: string;
  readonly where: string;
}

function shortened(value: string): string {
  return value.length > 60 ? `${value.slice(0, 59)}…` : value;
}
