/** Fields by name: `a.b` is the field called `a.b`, or else field `b` of the object in field `a`. */

export type JsonObject = Record<string, unknown>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A function that gives the value of a field, or undefined if there is none. Inherited properties are not fields. */
export function fieldGetter(name: string): (value: Readonly<JsonObject>) => unknown {
  if (!name.includes('.')) return (value) => (Object.hasOwn(value, name) ? value[name] : undefined);
  const path = name.split('.');
  return (value) => {
    if (Object.hasOwn(value, name)) return value[name];
    let found: unknown = value;
    for (const step of path) found = isObject(found) && Object.hasOwn(found, step) ? found[step] : undefined;
    return found;
  };
}
