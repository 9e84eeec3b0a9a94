/** The JSON schema of everything that `--json` prints: `docs/json.schema.json`. */
import type { JsonType } from '../schema.ts';
import * as collections from './collections.ts';
import { COMMAND_LINES } from './commands.ts';
import * as comparisons from './comparisons.ts';
import * as copies from './copies.ts';
import * as disguises from './disguises.ts';
import * as repeats from './repeats.ts';
import * as runs from './runs.ts';
import * as watches from './watches.ts';

type Json = Readonly<Record<string, unknown>>;

/** Every declared answer, by its name in the schema: `FOUND_PAIR` is `foundPair`. */
const names = new Map(
  Object.entries({
    ...collections,
    ...comparisons,
    ...copies,
    ...disguises,
    ...repeats,
    ...runs,
    ...watches,
  }).map(([name, answer]) => [
    answer as Json,
    name.toLowerCase().replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
  ]),
);

/** The schema of the lines of every command; only answers that a line has are defined. */
export function jsonSchema(): Json {
  const defs = new Map<string, unknown>();
  const commands = Object.entries(COMMAND_LINES).map(([command, lines]) => [
    command,
    { anyOf: lines.map((line) => refer(line, defs)) },
  ]);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'neardup-json',
    title: 'What neardup prints as JSON: one object a line',
    $comment:
      'Each command prints objects of the forms listed under its name. docs/json.md is an introduction.',
    commands: Object.fromEntries(commands),
    $defs: Object.fromEntries([...defs].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** A schema on its own. A line of this version has no field that its schema does not name. */
export function closed(answer: JsonType<unknown>): Json {
  return close(answer, (inside) => closed(inside as JsonType<unknown>)) as Json;
}

/** A declared answer is referred to by its name; any other schema is written out. */
function refer(given: unknown, defs: Map<string, unknown>): unknown {
  const name = names.get(given as Json);
  if (name === undefined) return close(given, (inside) => refer(inside, defs));
  if (!defs.has(name)) {
    // an answer may be inside itself
    defs.set(name, undefined);
    defs.set(
      name,
      close(given, (inside) => refer(inside, defs)),
    );
  }
  return { $ref: `#/$defs/${name}` };
}

function close(given: unknown, next: (inside: unknown) => unknown): unknown {
  const { properties, items, anyOf, ...rest } = given as Readonly<Record<string, Json | undefined>>;
  return {
    ...rest,
    ...(properties !== undefined && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, next(value)])),
      ...(rest.additionalProperties === undefined && { additionalProperties: false }),
    }),
    ...(items !== undefined && { items: next(items) }),
    ...(anyOf !== undefined && { anyOf: (anyOf as unknown as readonly unknown[]).map(next) }),
  };
}
