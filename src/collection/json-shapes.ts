/** Checks of JSON that was read from a folder: a program that can write there can also compute its checksums, so no value is trusted. */
export type Check = (value: unknown) => boolean;

export function isJsonObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isString(value: unknown): value is string {
  return typeof value === 'string';
}

/** An integer from 0 on. */
export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

export function isU32(value: unknown): value is number {
  return isCount(value) && value < 2 ** 32;
}

export function isShare(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 1;
}

export function optional(check: Check): Check {
  return (value) => value === undefined || check(value);
}

export function listOf(check: Check): Check {
  return (value) => Array.isArray(value) && value.every(check);
}

/** An object whose values all pass, whatever their names are. */
export function recordOf(check: Check): Check {
  return (value) => isJsonObject(value) && Object.values(value).every(check);
}

/** An object with these fields, and perhaps others. */
export function shape(fields: Readonly<Record<string, Check>>): Check {
  return (value) => wrongField(value, fields) === undefined;
}

/** The first field of an object that does not pass; '' if it is no object. */
export function wrongField(value: unknown, fields: Readonly<Record<string, Check>>): string | undefined {
  if (!isJsonObject(value)) return '';
  return Object.keys(fields).find(
    (name) => !fields[name](Object.hasOwn(value, name) ? value[name] : undefined),
  );
}

/** Undefined if the text is no JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
