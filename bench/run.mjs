#!/usr/bin/env node
// Runs benchmarks: npm run bench -- TASK… [--json | --markdown] [--quick] [--threads N] [options of the task]
// Every result is a line: { task, case, value, unit, threads, engine, reference, … }.
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { parseArgs } from 'node:util';

const folder = new URL('./tasks/', import.meta.url);
const tasks = readdirSync(folder)
  .filter((name) => name.endsWith('.mjs'))
  .map((name) => name.slice(0, -4))
  .sort();

const HELP = `Usage: npm run bench -- TASK… [--json | --markdown] [--quick] [--threads N]

Tasks:
${tasks.map((name) => `  ${name.padEnd(15)} ${measures(name)}`).join('\n')}

  --json       one object a line
  --markdown   at the end, the tables of docs that a task has
  --quick      small sizes, for a look at whether it runs
  --threads N  threads of the engine (default: ${availableParallelism()}, the number of processors)
  -h, --help   this text
`;

// a task may have options of its own: what it exports as `options`
const named = process.argv.slice(2).filter((name) => tasks.includes(name));
const modules = new Map();
for (const task of named) modules.set(task, await import(new URL(`${task}.mjs`, folder).href));
const { values, positionals } = readArguments();
const threads = Number(values.threads);
if (values.help) {
  console.log(HELP);
  process.exit(0);
}
const unknown = positionals.filter((name) => !tasks.includes(name));
if (positionals.length === 0 || unknown.length > 0)
  refuse(`Expected a task, got ${unknown.length > 0 ? unknown.join(', ') : 'nothing'}.`);
if (!Number.isInteger(threads) || threads < 1 || threads > 64)
  refuse(`Expected \`--threads\` to be an integer from 1 to 64, got \`${values.threads}\`.`);

const tableless = positionals.filter((task) => modules.get(task).markdown === undefined);
if (values.markdown && tableless.length > 0) refuse(`There is no table of ${tableless.join(', ')}.`);

if (!values.json)
  console.log(`${cpus()[0].model}, ${availableParallelism()} processors, Node ${process.version}`);
for (const task of positionals) {
  const { run, markdown } = modules.get(task);
  const lines = [];
  const emit = (line) => {
    lines.push(line);
    print({ task, ...line });
  };
  await run(emit, { quick: values.quick, threads, options: own(task) });
  if (values.markdown && lines.length > 0) console.log(`\n${markdown(lines)}`);
}

/** What a task measures: the first line of its file. */
function measures(task) {
  return readFileSync(new URL(`${task}.mjs`, folder), 'utf8')
    .split('\n', 1)[0]
    .replace(/^\/\/ |\.$/g, '');
}

/** The values of a task's own options. */
function own(task) {
  return Object.fromEntries(Object.keys(modules.get(task).options ?? {}).map((name) => [name, values[name]]));
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        ...Object.assign({}, ...[...modules.values()].map(({ options }) => options ?? {})),
        help: { type: 'boolean', short: 'h', default: false },
        json: { type: 'boolean', default: false },
        markdown: { type: 'boolean', default: false },
        quick: { type: 'boolean', default: false },
        threads: { type: 'string', default: String(availableParallelism()) },
      },
    });
  } catch (error) {
    return refuse(error.message);
  }
}

function refuse(reason) {
  console.error(`${reason}\n\n${HELP}`);
  process.exit(2);
}

function print(line) {
  if (values.json) {
    console.log(JSON.stringify(line));
    return;
  }
  const { task, case: name, value, unit, threads, engine, reference, ...more } = line;
  const beside =
    reference === undefined
      ? ''
      : `   (${typeof reference === 'object' ? JSON.stringify(reference) : reference})`;
  const facts = Object.entries(more)
    .filter(([, fact]) => fact !== undefined)
    .map(([key, fact]) => `${key} ${typeof fact === 'number' ? round(fact) : JSON.stringify(fact)}`);
  const who = [engine, threads === undefined ? undefined : `${threads} thr`].filter(Boolean).join(', ');
  console.log(
    `${task}  ${String(name).padEnd(44)} ${String(round(value)).padStart(10)} ${unit.padEnd(6)} ${who.padEnd(16)}${beside}  ${facts.join('  ')}`,
  );
}

function round(value) {
  return typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(4)) : value;
}
