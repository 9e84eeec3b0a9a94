/** Checks values of requests with the schemas of their route. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { TSchema } from 'typebox';
import { ServiceError } from './problems.ts';

/** Raises BAD_REQUEST if a body does not match its schema. */
export function checkBody(schema: TSchema, body: unknown): void {
  const checked = (bodyChecks.get(schema) ?? remember(schema))(body);
  if (checked !== true) throw checked;
}

type Check = (value: unknown) => true | Error;
const bodyChecks = new Map<TSchema, Check>();

function remember(schema: TSchema): Check {
  const check = validator(schema, true);
  const result: Check = (value) => {
    const told = check(value);
    return told === true ? true : (told.error ?? new ServiceError('BAD_REQUEST', 'The body is not valid.'));
  };
  bodyChecks.set(schema, result);
  return result;
}

const formats = { 'date-time': isDateTime, 'whole-characters': (value: string) => value.isWellFormed() };
const strict = new Ajv2020({ strict: false, formats });
const coercing = new Ajv2020({ strict: false, formats, coerceTypes: true });

function isDateTime(value: string): boolean {
  return (
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i.test(value) &&
    !Number.isNaN(Date.parse(value))
  );
}

/** Values in addresses are words that stand for numbers; those of bodies have types of their own. */
export function validator(schema: TSchema, isBody: boolean) {
  const check = (isBody ? strict : coercing).compile(schema);
  return (value: unknown): true | { readonly error?: Error } => {
    if (check(value)) return true;
    const [{ instancePath, message, params }] = check.errors ?? [
      { instancePath: '', message: 'is not valid' },
    ];
    const { additionalProperty: named, format } = (params ?? {}) as Partial<Record<string, string>>;
    const said = format === 'whole-characters' ? 'must not have half of a surrogate pair' : message;
    const place = `${isBody ? 'body' : 'address'}${instancePath}`;
    const detail = `${place} ${said}${named === undefined ? '' : `: \`${named}\``}.`;
    return { error: new ServiceError('BAD_REQUEST', detail) };
  };
}
