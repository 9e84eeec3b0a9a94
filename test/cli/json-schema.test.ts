/**
 * What every command prints with --json is what docs/json.schema.json says, and docs/json.md names every command. The schema itself is made
 * of the declared answers: `npx vitest run --project main test/cli/json-schema.test.ts -u` writes it.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { COMMAND_LINES, jsonSchema } from '../../src/answers/index.ts';
import { commandsOf, flagsOf } from '../../src/apps/cli/command-table.ts';
import { createCollection } from '../../src/index.ts';
import { described } from './described-schema.ts';
import { folder, neardup, ROOT } from './run-neardup.ts';

const schema = JSON.parse(readFileSync(`${ROOT}docs/json.schema.json`, 'utf8'));
const ajv = new Ajv2020({ allErrors: true, strict: false });
ajv.addSchema(schema);

const FERRY =
  'The ferry to the island leaves at nine from the second pier behind the old customs house. Nobody was there.';
const LAMP =
  'A green lamp was found in the attic of the mill, wrapped in three issues of a weekly paper. It was broken.';
const FILES = {
  'in.jsonl': [
    { id: 'a', text: FERRY, lang: 'en', n: 1 },
    { id: 'b', text: `${FERRY}!` },
    { id: 'c', text: LAMP },
    { id: 'd', text: 'Test' },
  ]
    .map((document) => `${JSON.stringify(document)}\n`)
    .join(''),
  'ref.jsonl': `${JSON.stringify({ id: 'r', text: LAMP })}\n`,
  'prints.jsonl':
    '{"id":"x","fingerprint":"00000000000000ff"}\n{"id":"y","fingerprint":"00000000000000fe"}\n',
  'truth.tsv': 'a\tb\na\tb\n',
  'a.txt': `${FERRY} ${LAMP}`,
  'b.txt': LAMP,
  'c.txt': FERRY,
};

/** Calls in one folder, in this order. */
const CALLS: readonly string[] = [
  'dedup in.jsonl --against ref.jsonl --against in.jsonl --min-words 3',
  'trim in.jsonl --least 5 --against ref.jsonl --fields n',
  'decontaminate in.jsonl --against ref.jsonl --action cut --fields n',
  'groups in.jsonl',
  'pairs in.jsonl',
  'pairs in.jsonl --image all',
  'pairs --fingerprints prints.jsonl',
  'fingerprint in.jsonl',
  'fingerprint in.jsonl --level sentence',
  'fingerprint in.jsonl --level paragraph',
  'fingerprint in.jsonl --image smallest:10',
  'text in.jsonl',
  'text in.jsonl --canonical',
  'search ferry --in in.jsonl --explain',
  'collection create my.nd in.jsonl --indexes all',
  'collection sources my.nd a.txt',
  'collection search my.nd ferry',
  'collection remove my.nd a',
  'collection watch add my.nd w b.txt',
  'collection watch list my.nd',
  'collection add my.nd in.jsonl',
  'collection check my.nd in.jsonl',
  'collection check my.nd --id b',
  'collection groups my.nd',
  'collection info my.nd',
  'collection merge my.nd',
  'collection export my.nd',
  'collection backup my.nd my-backup.nd',
  'collection watch trim my.nd --keep-events 90d',
  'collection watch remove my.nd w',
  'collection repair my.nd',
  'dedup in.jsonl --collection shards.nd -o out/',
  'compare a.txt b.txt',
  'compare a.txt b.txt --matrix',
  'compare a.txt b.txt c.txt',
  'compare a.txt --in in.jsonl',
  'compare --all a.txt b.txt c.txt --in ref.jsonl',
  'search --queries in.jsonl --in in.jsonl --measure',
  'eval in.jsonl --truth truth.tsv',
];

test('docs/json.schema.json is made of the declared answers', async () => {
  await expect(`${shown(described(jsonSchema()))}\n`).toMatchFileSnapshot(`${ROOT}docs/json.schema.json`);
});

test('every line that a command prints with --json is as the schema says', { timeout: 300_000 }, async () => {
  const cwd = folder(FILES);
  for (const call of CALLS) {
    const { stdout, stderr } = await neardup([...call.split(' '), '--json'], { cwd });
    const validate = lineCheck(commandOf(call));
    const lines = stdout.trimEnd().split('\n');
    expect([call, stderr, lines.length > 0]).toEqual([call, expect.any(String), true]);
    for (const line of lines) {
      const isValid = validate(JSON.parse(line));
      expect({ call, line, errors: isValid ? null : validate.errors }).toEqual({ call, line, errors: null });
    }
  }
});

test('an event that `collection watch follow DIR` prints is as the schema says', async () => {
  const path = join(folder({}), 'my.nd');
  await using collection = await createCollection(path, {}, { threads: 1 });
  await collection.watch({ id: 'w', texts: [FERRY], passage: 8 });
  await collection.add([{ id: 'a', text: FERRY }]);
  const validate = ajv.getSchema('neardup-json#/$defs/watchEvent')!;
  let count = 0;
  for await (const event of collection.events()) {
    count++;
    expect(Object.keys(event)).toEqual(expect.arrayContaining(['near', 'passage']));
    expect({ event, errors: validate(event) ? null : validate.errors }).toEqual({ event, errors: null });
  }
  expect(count).toBe(1);
});

test('the schema and its explanation have every command that has --json', () => {
  const printing = commandsOf().filter(({ entry }) => flagsOf(entry).some(({ flags }) => flags === '--json'));
  const names = printing.map(({ name }) => name);
  expect(Object.keys(COMMAND_LINES).sort()).toEqual([...names].sort());
  // it does not end by itself: the test above reads its events
  const tried = [...new Set(CALLS.map(commandOf)), 'collection watch follow'];
  expect(tried.sort()).toEqual([...names].sort());
  const page = readFileSync(`${ROOT}docs/json.md`, 'utf8');
  for (const name of names) expect(page).toContain(name.split(' ').at(-1));
});

test('a line with a field that the schema does not know is noticed', () => {
  const validate = lineCheck('fingerprint');
  expect(validate({ id: 'a', fingerprint: '00000000000000ff' })).toBe(true);
  expect(validate({ id: 'a', fingerprint: '00000000000000ff', new: 1 })).toBe(false);
  expect(
    validate({ summary: { documents: 1, empty: 0, unreadable: 0, seconds: 1, engine: 'x', kept: 1 } }),
  ).toBe(false);
});

function lineCheck(command: string) {
  return ajv.compile({ $defs: schema.$defs, ...schema.commands[command] });
}

/** The name of the command that a call begins with: `collection watch add`. */
function commandOf(call: string): string {
  const names = Object.keys(COMMAND_LINES).filter((name) => `${call} `.startsWith(`${name} `));
  return names.sort((a, b) => b.length - a.length)[0];
}

/** JSON for people: what fits on a line is on one. */
function shown(value: unknown, indent = ''): string {
  const flat = JSON.stringify(value, null, 1).replaceAll(/\n */g, ' ');
  if (flat.length + indent.length < 110 || typeof value !== 'object' || value === null) return flat;
  const inner = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((each) => shown(each, inner))
    : Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${shown(each, inner)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${parts.map((part) => inner + part).join(',\n')}\n${indent}${close}`;
}
