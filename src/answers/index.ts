/** The door of answers/: schemas of all answers, for the service's OpenAPI and for the JSON schema of the command line. */

export * from '../schema.ts';
export * from './collections.ts';
export { COMMAND_LINES } from './commands.ts';
export * from './comparisons.ts';
export * from './copies.ts';
export { closed, jsonSchema } from './json-schema.ts';
export * from './runs.ts';
export * from './watches.ts';
