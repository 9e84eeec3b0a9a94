#!/usr/bin/env node
// Reproduces the tables and figures of the four papers: npm run reproduce -- A2 B1 … | all [--quick] [--size N] [--save]
// Prints the paper's rows beside ours. Only --save changes bench/results/reproduce, one whole file for each experiment that has ended.
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, freemem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { markdownTable } from '../data/markdown.mjs';
import { EXPERIMENTS } from './experiments.mjs';

const RESULTS = fileURLToPath(new URL('../results/reproduce/', import.meta.url));
const names = Object.keys(EXPERIMENTS);

const HELP = `Usage: npm run reproduce -- EXPERIMENT… | all [--quick] [--size N] [--threads N] [--save]

${names.map((name) => `  ${name.padEnd(7)} ${EXPERIMENTS[name].title} (${EXPERIMENTS[name].needs})`).join('\n')}

  --quick      small sizes: seconds for each
  --size N     another size for one experiment; docs/papers.md has the units
  --threads N  threads of the engine (default: ${availableParallelism()}, the number of processors)
  --save       keep the results in bench/results/reproduce, from which docs/papers.md is made (not with --quick)
  --json       print the results as one JSON object a line
  -h, --help   this text

Everything is made from seeds and from the examples of this project. Run npm run build first.`;

const { values, positionals } = readArguments();
if (values.help) {
  console.log(HELP);
  process.exit(0);
}
const asked = positionals.includes('all') ? names : positionals;
const unknown = asked.filter((name) => !names.includes(name));
if (asked.length === 0) refuse('Expected an experiment, got nothing.');
if (unknown.length > 0) refuse(`Expected experiments among ${names.join(' ')}, got ${unknown.join(' ')}.`);
if (values.save && values.quick) refuse('`--save` keeps full results only: leave out `--quick`.');
if (values.size !== undefined && asked.length > 1)
  refuse('`--size` is for one experiment: units differ. Name one.');
const threads = Number(values.threads);
if (!Number.isInteger(threads) || threads < 1 || threads > 64)
  refuse(`Expected \`--threads\` to be an integer from 1 to 64, got \`${values.threads}\`.`);
for (const name of asked) sizeOf(name);

for (const name of asked) {
  const { title, module } = EXPERIMENTS[name];
  const size = sizeOf(name);
  const before = process.cpuUsage();
  const { run } = await import(new URL(module, import.meta.url).href);
  const found = await run({ size, threads });
  const { user, system } = process.cpuUsage(before);
  const result = {
    experiment: name,
    title,
    machine: `${cpus()[0].model}, ${availableParallelism()} processors`,
    node: process.version,
    threads,
    size: `${size} ${EXPERIMENTS[name].size.unit}`,
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
  console.log(`${size}, seed ${facts.seed}; ${machine}, Node ${node}; ${facts['CPU s']} s of CPU time`);
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
  const { size } = EXPERIMENTS[name];
  const least = size.quick;
  const asked = values.size === undefined ? size[values.quick ? 'quick' : 'full'] : Number(values.size);
  if (!(asked >= least && asked <= size.most))
    refuse(
      `Expected \`--size\` of ${name} to be from ${least} to ${size.most} (${size.unit}), got \`${values.size}\`.`,
    );
  const bytes = size.unit.startsWith('documents') ? 700 * asked : asked > 0.05 && name[0] === 'A' ? 4e9 : 0;
  if (bytes > freemem())
    refuse(
      `${name} with ${asked} ${size.unit} needs about ${(bytes / 1e9).toFixed(1)} GB of memory, and ${(freemem() / 1e9).toFixed(1)} GB are free. Choose a smaller \`--size\`.`,
    );
  return asked;
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
  console.error(`${reason}\n\n${HELP}`);
  process.exit(2);
}
