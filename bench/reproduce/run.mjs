#!/usr/bin/env node
// Reproduces the tables and figures of the four papers: npm run reproduce -- A2 B1 … | all [--quick] [--size N] [--save]
// Prints the paper's rows beside ours. Only --save changes bench/results/reproduce, one whole file for each experiment that has ended.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, freemem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { markdownTable } from '../data/markdown.mjs';
import { EXPERIMENTS, PAPERS } from './experiments.mjs';

const RESULTS = fileURLToPath(new URL('../results/reproduce/', import.meta.url));
const SELF = fileURLToPath(import.meta.url);
const names = Object.keys(EXPERIMENTS);

const HELP = `Usage: npm run reproduce -- EXPERIMENT… | all [--quick] [--size N] [--threads N] [--save] [--json]

${Object.entries(PAPERS).map(experimentsOf).join('\n\n')}

  --quick      small sizes: seconds for each
  --size N     another size for one experiment, in these units:
${ranges()
  .map(([range, of]) => `                 ${of.join(', ')}: ${range}`)
  .join('\n')}
  --threads N  threads of the engine (default: ${availableParallelism()}, the number of processors)
  --save       keep the results in bench/results/reproduce, from which docs/papers.md is made (not with --quick)
  --json       print the results as one JSON object a line
  -h, --help   this text

Everything is made from seeds and from the examples of this project. In brackets: CPU time and memory of the full size.`;

const { values, positionals } = readArguments();
if (values.help) {
  console.log(HELP);
  process.exit(0);
}
// `b-FIG2` is B-fig2
const named = positionals.map(
  (name) => [...names, 'all'].find((known) => known.toLowerCase() === name.toLowerCase()) ?? name,
);
const asked = named.includes('all') ? names : named;
const unknown = asked.filter((name) => !names.includes(name));
if (asked.length === 0) refuse(`Expected an experiment, one of ${names.join(' ')} or all, got nothing.`);
if (unknown.length > 0) refuse(`Expected experiments among ${names.join(' ')}, got ${unknown.join(' ')}.`);
if (values.save && values.quick) refuse('`--save` keeps full results only: leave out `--quick`.');
if (values.size !== undefined && asked.length > 1)
  refuse('`--size` is for one experiment: units differ. Name one.');
const threads = Number(values.threads);
if (!Number.isInteger(threads) || threads < 1 || threads > 64)
  refuse(`Expected \`--threads\` to be an integer from 1 to 64, got \`${values.threads}\`.`);
for (const name of asked) sizeOf(name);
if (!existsSync(new URL('../../dist/index.js', import.meta.url)))
  refuse('Expected neardup to be built, got no folder dist. Run `npm run build` first.');

// several run in a process each, so that none has the memory and the compiled code of another
if (asked.length === 1) await reproduce(asked[0]);
else for (const name of asked) inProcess(name);

function inProcess(name) {
  const flags = process.argv.slice(2).filter((argument) => !positionals.includes(argument));
  const { status } = spawnSync(process.execPath, [SELF, name, ...flags], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

async function reproduce(name) {
  const { title, module, size } = EXPERIMENTS[name];
  const before = process.cpuUsage();
  const { run } = await import(new URL(module, import.meta.url).href);
  const found = await run({ size: sizeOf(name), threads });
  const { user, system } = process.cpuUsage(before);
  const result = {
    experiment: name,
    title,
    machine: `${cpus()[0].model}, ${availableParallelism()} processors`,
    node: process.version,
    threads,
    size: size.shown(sizeOf(name)),
    'CPU s': Math.round((user + system) / 1e5) / 10,
    'peak MB': Math.round(process.resourceUsage().maxRSS / 1024),
    ...found,
  };
  if (values.json) console.log(JSON.stringify(result));
  else print(result);
  if (values.save) save(name, result);
}

function print({ experiment, title, machine, node, size, tables, notes = [], ...facts }) {
  console.log(`\n## ${experiment}. ${title}\n`);
  console.log(
    `${size}, seed ${facts.seed}; ${machine}, Node ${node}; ${facts['CPU s']} s of CPU time, ${facts['peak MB']} MB`,
  );
  for (const { caption, head, rows } of tables) console.log(`\n${caption}\n\n${markdownTable(head, rows)}`);
  for (const note of notes) console.log(`\n${note}`);
}

/** A whole file takes the place of the old one at the end; a run that is interrupted leaves the old one. */
function save(name, result) {
  mkdirSync(RESULTS, { recursive: true });
  const temporary = `${RESULTS}.${name}.${process.pid}.tmp`;
  try {
    writeFileSync(temporary, `${JSON.stringify(result, null, 1)}\n`);
    renameSync(temporary, `${RESULTS}${name}.json`);
  } finally {
    rmSync(temporary, { force: true });
  }
}

function sizeOf(name) {
  const { quick, full, most, whole, bytes, shown } = EXPERIMENTS[name].size;
  const asked = values.size === undefined ? (values.quick ? quick : full) : Number(values.size);
  if (!(asked >= quick && asked <= most) || (whole && !Number.isInteger(asked)))
    refuse(`Expected \`--size\` of ${name} to be ${rangeOf(name)}, got \`${values.size}\`.`);
  if (bytes(asked) > freemem())
    refuse(
      `${name} with ${shown(asked)} needs about ${(bytes(asked) / 1e9).toFixed(1)} GB of memory, and ${(freemem() / 1e9).toFixed(1)} GB are free. Choose a smaller \`--size\`.`,
    );
  return asked;
}

/** A paper, and the lines of its experiments. */
function experimentsOf([paper, title]) {
  const own = names.filter((name) => name.startsWith(paper));
  const lines = own.map(
    (name) =>
      `  ${name.padEnd(7)} ${EXPERIMENTS[name].title.replace(`Paper ${paper}, `, '')} (${EXPERIMENTS[name].takes})`,
  );
  return [`Paper ${paper}: ${title}`, ...lines].join('\n');
}

/** Every range of sizes, with the experiments that take it. */
function ranges() {
  const all = new Map();
  for (const name of names) all.set(rangeOf(name), [...(all.get(rangeOf(name)) ?? []), name]);
  return [...all];
}

/** The sizes that an experiment takes: `from 0.5 to 32 MB of text`. */
function rangeOf(name) {
  const { quick, most, whole, unit } = EXPERIMENTS[name].size;
  return `${whole ? 'a whole number ' : ''}from ${quick} to ${most} ${unit}`;
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        quick: { type: 'boolean', default: false },
        save: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        size: { type: 'string' },
        threads: { type: 'string', default: String(availableParallelism()) },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (error) {
    return refuse(error.message);
  }
}

function refuse(reason) {
  console.error(`${reason}\n\`npm run reproduce -- --help\` explains the experiments and options.`);
  process.exit(2);
}
