/**
 * A notation for schemas: each is JSON Schema, and its type knows the values it describes (`Value`). The answers are declared with it, so that
 * types, OpenAPI and `docs/json.schema.json` come from one place. A comment above a field is the hint that editors show for it.
 *
 * Types of answers need the declarations only while they are compiled: nothing of this is loaded unless a program asks for a schema.
 */

declare const VALUE: unique symbol;
const OPTIONAL = Symbol('optional');
const FIELDS = Symbol('fields');

/** JSON Schema that describes values of type `T`. */
export interface JsonType<T> {
  readonly [VALUE]?: T;
  readonly [keyword: string]: unknown;
}

/** A field that may be left out. */
export interface OptionalField<T> {
  readonly [OPTIONAL]: JsonType<T>;
}

export type Fields = Readonly<Record<string, JsonType<unknown> | OptionalField<unknown>>>;

/** An object with these fields and no others. */
export interface JsonObjectType<F> extends JsonType<FieldValues<F>> {
  readonly [FIELDS]: F;
}

/** The type of the values that a schema describes. */
export type Value<S> = S extends JsonType<infer T> ? T : never;

/** Written as a condition, so that editors show the fields rather than the name of this type. */
type FieldValues<F> = RequiredValues<F> & OptionalValues<F> extends infer V
  ? { readonly [K in keyof V]: V[K] }
  : never;
type RequiredValues<F> = { [K in keyof F as F[K] extends OptionalField<unknown> ? never : K]: Value<F[K]> };
type OptionalValues<F> = {
  [K in keyof F as F[K] extends OptionalField<unknown> ? K : never]?: F[K] extends OptionalField<infer T>
    ? T
    : never;
};

/** JSON Schema as it is, for values of a type that is stated. */
export function schema<T>(json: Readonly<Record<string, unknown>>): JsonType<T> {
  return json;
}

export const string = schema<string>({ type: 'string' });
export const boolean = schema<boolean>({ type: 'boolean' });
export const real = schema<number>({ type: 'number' });
/** 0 to 1. */
export const fraction = schema<number>({ type: 'number', minimum: 0, maximum: 1 });
/** From 0. */
export const natural = schema<number>({ type: 'integer', minimum: 0 });
/** From 1. */
export const ordinal = schema<number>({ type: 'integer', minimum: 1 });
/** In JSON a date of ISO 8601. */
export const moment = schema<Date>({ type: 'string', format: 'date-time' });
/** A date of ISO 8601. */
export const momentText = schema<string>({ type: 'string', format: 'date-time' });
/** An object with any fields. */
export const anyFields = schema<Readonly<Record<string, unknown>>>({ type: 'object' });

/** One of these values. */
export function choice<const V extends string | number | boolean>(...values: readonly V[]): JsonType<V> {
  return schema(values.length === 1 ? { const: values[0] } : { enum: values });
}

/** @param bounds Like `{ minItems: 1 }`. */
export function list<T>(items: JsonType<T>, bounds: object = {}): JsonType<readonly T[]> {
  return schema({ type: 'array', items, ...bounds });
}

/** A value of either kind. */
export function either<A, B>(a: JsonType<A>, b: JsonType<B>): JsonType<A | B> {
  return schema({ anyOf: [a, b] });
}

/** The schema of a declared object, by the name of its type. */
export function of<T>(value: JsonType<T>): JsonType<T> {
  return value;
}

export function maybe<T>(value: JsonType<T>): OptionalField<T> {
  return { [OPTIONAL]: value };
}

export function object<const F extends Fields>(fields: F): JsonObjectType<F> {
  const named = Object.entries(fields);
  const required = named.filter(([, field]) => !isOptional(field)).map(([name]) => name);
  const properties = Object.fromEntries(
    named.map(([name, field]) => [name, isOptional(field) ? field[OPTIONAL] : field]),
  );
  return {
    type: 'object',
    properties,
    ...(required.length > 0 && { required }),
    [FIELDS]: fields,
  };
}

/** The fields of an object, to declare another one that has them, too. */
export function fieldsIn<F>(declared: JsonObjectType<F>): F {
  return declared[FIELDS];
}

function isOptional(field: JsonType<unknown> | OptionalField<unknown>): field is OptionalField<unknown> {
  return OPTIONAL in field;
}
