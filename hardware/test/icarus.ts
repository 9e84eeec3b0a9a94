/** Compiles a plain test bench with Icarus and runs it. It is quick to compile and slow to run. */

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HARDWARE, RTL } from './verilator.ts';

const BENCH = 'simhash_core_bench';
const KEEP = 0x100;
const LAST = 0x200;

export interface Bench {
  parameters?: Record<string, number>;
  /** In how many of eight cycles each side waits. */
  gaps?: number;
  /** Print the signals of every cycle instead of the fingerprints. */
  trace?: boolean;
  /** The Verilog files; the tests of planted faults give changed ones. */
  sources?: string[];
}

/** What the bench of one core prints, line by line: the fingerprints, if all is well. */
export function runBench(documents: Uint8Array[], bench: Bench = {}): string[] {
  const { parameters = {}, gaps = 0, trace = false, sources = RTL } = bench;
  const transfers = documents.flatMap(transfersOf);
  return inFolder((folder) => {
    const file = join(folder, 'transfers.hex');
    writeFileSync(file, transfers.map((transfer) => transfer.toString(16)).join('\n'));
    const options = [`+transfers=${file}`, `+count=${transfers.length}`, `+gaps=${gaps}`];
    return compileAndRun(folder, BENCH, parameters, sources, [...options, ...(trace ? ['+trace'] : [])]);
  });
}

/** What another bench in `sim/` prints. */
export function runPlainBench(name: string, parameters: Record<string, number>): string[] {
  return inFolder((folder) => compileAndRun(folder, name, parameters, RTL, []));
}

function inFolder<T>(body: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'neardup-icarus-'));
  try {
    return body(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function compileAndRun(
  folder: string,
  bench: string,
  parameters: Record<string, number>,
  sources: string[],
  options: string[],
): string[] {
  const compiled = join(folder, 'bench.vvp');
  const overrides = Object.entries(parameters).map(([name, value]) => `-P${bench}.${name}=${value}`);
  const files = [...sources, join(HARDWARE, 'sim', `${bench}.v`)];
  call('iverilog', ['-g2005', '-s', bench, ...overrides, '-o', compiled, ...files]);
  return call('vvp', [compiled, ...options])
    .trimEnd()
    .split('\n');
}

function transfersOf(document: Uint8Array): number[] {
  if (document.length === 0) return [LAST];
  return Array.from(document, (byte, at) => byte | KEEP | (at === document.length - 1 ? LAST : 0));
}

function call(command: string, args: string[]): string {
  const result = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 1 << 28 });
  if (result.status !== 0) throw new Error(`${command} failed:\n${result.stderr}`);
  return result.stdout;
}
