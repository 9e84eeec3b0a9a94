/**
 * How a room states its options: one rule each, with the default and the allowed values. A verb combines the rules of the
 * rooms it uses; `resolveOptions` fills in the defaults, and refuses values out of range and names that no rule has. The flags of the
 * command line, the bounds of the service and the tables of the docs are made from the rules (`options.ts`).
 */
import { badOption, NeardupError } from './errors.ts';
import { option, type Wording, wording } from './wording.ts';

export interface OptionRule<T> {
  /** The value of an option that is left out. */
  readonly default: T;
  /** The effect of leaving it out, if `default` does not say it: `one per processor`. */
  readonly leftOut?: Wording;
  /** The allowed values in JSON Schema, as far as it can express them. */
  readonly schema?: ValueSchema;
  readonly isAllowed: (value: unknown) => boolean;
  /** The allowed values in words, to follow "Expected … to be". */
  readonly expected: Wording;
  readonly advice?: Wording;
}

export interface ValueSchema {
  readonly type?: 'integer' | 'number' | 'boolean' | 'string';
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly enum?: readonly (string | number)[];
  readonly pattern?: string;
}

/** A rule for every option of an interface. */
export type OptionRules<T> = { readonly [Name in keyof T]-?: OptionRule<T[Name]> };

/** Fills in the defaults, and refuses values out of range and unknown names. An option may be left out or be `undefined`. */
export function resolveOptions<T extends object>(rules: OptionRules<T>, given: Partial<T> = {}): T {
  if (typeof given !== 'object' || given === null) throw badOption('options', 'an object', given);
  const known = Object.keys(rules);
  for (const [name, value] of Object.entries(given)) {
    if (value !== undefined && !known.includes(name)) throw unknownOption(name, known);
  }
  return completeOptions(rules, { ...given });
}

/** Picks the options that have a rule out of an object that may have others, too. */
export function completeOptions<T extends object>(rules: OptionRules<T>, given: Partial<T>): T {
  const complete: Partial<T> = {};
  for (const name of Object.keys(rules) as (keyof T & string)[]) {
    const rule = rules[name];
    const value = given[name];
    if (value !== undefined && !rule.isAllowed(value)) {
      throw badOption(name, rule.expected, value, rule.advice);
    }
    complete[name] = value === undefined ? rule.default : value;
  }
  return complete as T;
}

/** The values of options that are left out. */
export function defaultsOf<T extends object>(rules: OptionRules<T>): T {
  return completeOptions(rules, {});
}

/** An option that has no effect because of another one. @param why A clause: "the index decides the width of signatures". */
export function uselessOption(name: string, why: Wording, advice: Wording): NeardupError {
  return new NeardupError('BAD_OPTION', wording`${option(name)} has no effect: ${why}.`, {
    option: name,
    advice,
  });
}

/** The first of these options that is given, if any is. */
export function firstGiven<T extends object>(given: T, names: readonly (keyof T & string)[]) {
  return names.find((name) => given[name] !== undefined);
}

/** @param to `Number.MAX_SAFE_INTEGER` for no limit. */
export function integer<Default extends number | undefined>(
  fallback: Default,
  from: number,
  to: number,
  advice?: Wording,
): OptionRule<number | Default> {
  const expected =
    to === Number.MAX_SAFE_INTEGER ? `an integer of at least ${from}` : `an integer from ${from} to ${to}`;
  return { ...bounded(fallback, { type: 'integer', minimum: from, maximum: to }, expected), advice };
}

/** A number from one to another. */
export function number<Default extends number | undefined>(
  fallback: Default,
  from: number,
  to: number,
): OptionRule<number | Default> {
  return bounded(fallback, { type: 'number', minimum: from, maximum: to }, `a number from ${from} to ${to}`);
}

/** A number above 0 and up to 1. */
export function share<Default extends number | undefined>(fallback: Default): OptionRule<number | Default> {
  const schema = { type: 'number', exclusiveMinimum: 0, maximum: 1 } as const;
  return bounded(fallback, schema, 'a number above 0 and up to 1');
}

/** A number within the bounds of a schema. */
export function bounded<Default extends number | undefined>(
  fallback: Default,
  schema: ValueSchema,
  expected: Wording,
): OptionRule<number | Default> {
  const { type, minimum = -Infinity, maximum = Infinity, multipleOf } = schema;
  const { exclusiveMinimum = -Infinity, exclusiveMaximum = Infinity } = schema;
  const isAllowed = (value: unknown) =>
    typeof value === 'number' &&
    (type === 'number' || Number.isInteger(value)) &&
    value >= minimum &&
    value <= maximum &&
    value > exclusiveMinimum &&
    value < exclusiveMaximum &&
    (multipleOf === undefined || value % multipleOf === 0);
  return { default: fallback, schema, isAllowed, expected };
}

export function oneOf<const Value extends string | number, Default extends Value | undefined>(
  fallback: Default,
  values: readonly Value[],
): OptionRule<Value | Default> {
  return {
    default: fallback,
    schema: { enum: values },
    isAllowed: (value) => values.includes(value as Value),
    expected: values.map((value) => `\`${value}\``).join(' or '),
  };
}

export function text<Default extends string | undefined>(
  fallback: Default,
  expected = 'a string',
): OptionRule<string | Default> {
  return { default: fallback, isAllowed: (value) => typeof value === 'string' && value !== '', expected };
}

/** The path of a page. A name that promises another format is refused, before anything is read. */
export function pagePath(): OptionRule<string | undefined> {
  return { default: undefined, isAllowed: isPagePath, expected: PAGE_PATH };
}

export const PAGE_PATH = 'the path of a file that ends in `.html`, which a browser prints as PDF';

/** A name without an ending promises nothing. */
export function isPagePath(value: unknown): boolean {
  return typeof value === 'string' && /(?:\.html?|(?:^|[/\\])[^./\\]+)$/i.test(value);
}

export function onOrOff(fallback: boolean): OptionRule<boolean> {
  return {
    default: fallback,
    schema: { type: 'boolean' },
    isAllowed: (value) => typeof value === 'boolean',
    expected: '`true` or `false`',
  };
}

/** A function that is called back. @default does nothing */
export function callback<Argument>(): OptionRule<(argument: Argument) => void> {
  return { default: () => {}, isAllowed: (value) => typeof value === 'function', expected: 'a function' };
}

/** Checked by the code that uses it, or typed objects that need no check. */
export function unchecked<T>(fallback: T): OptionRule<T> {
  return { default: fallback, isAllowed: () => true, expected: 'a value' };
}

function unknownOption(name: string, known: readonly string[]): NeardupError {
  const nearest = nearestName(name, known);
  return new NeardupError('BAD_OPTION', wording`There is no option ${option(name)} here.`, {
    option: name,
    advice:
      nearest === undefined
        ? wording`The options are ${listed(known)}.`
        : wording`Did you mean ${option(nearest)}?`,
  });
}

function listed(names: readonly string[]): Wording {
  return [...names].sort().flatMap((name, i) => (i === 0 ? [option(name)] : [', ', option(name)]));
}

/** The name that needs the fewest edits, if they are few for its length. */
function nearestName(name: string, known: readonly string[]): string | undefined {
  const plain = (word: string) => word.replaceAll(/[-_]/g, '').toLowerCase();
  const wanted = plain(name.slice(0, 40));
  const edits = known.map((each) => editDistance(wanted, plain(each)));
  const least = Math.min(...edits);
  return least <= Math.max(1, wanted.length / 3) ? known[edits.indexOf(least)] : undefined;
}

/** Letters to insert, delete or change to make one word of the other. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, row[j] + 1, next[j - 1] + 1));
    }
    row = next;
  }
  return row[b.length];
}
