/** Compiles the plain test bench of one core with Icarus and runs it. It is quick to compile and slow to run. */

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HARDWARE, RTL } from './verilator.ts';

const BENCH = 'simhash_core_bench';
const KEEP = 0x100;
const LAST = 0x200;

export interface Bench {
  parameters?: { MIXED?: number; COUNT_BITS?: number; TIES?: number };
  /** In how many of eight cycles each side waits. */
  gaps?: number;
  /** Print the signals of every cycle instead of the fingerprints. */
  trace?: boolean;
  /** The Verilog files; the tests of planted faults give changed ones. */
  sources?: string[];
}

/** What the bench prints, line by line: the fingerprints, if all is well. */
export function runBench(documents: Uint8Array[], bench: Bench = {}): string[] {
  const { parameters = {}, gaps = 0, trace = false, sources = RTL } = bench;
  const folder = mkdtempSync(join(tmpdir(), 'neardup-icarus-'));
  try {
    const compiled = join(folder, 'bench.vvp');
    const overrides = Object.entries(parameters).map(([name, value]) => `-P${BENCH}.${name}=${value}`);
    const bench = join(HARDWARE, 'sim', `${BENCH}.v`);
    call('iverilog', ['-g2005', '-s', BENCH, ...overrides, '-o', compiled, ...sources, bench]);
    const transfers = documents.flatMap(transfersOf);
    const file = join(folder, 'transfers.hex');
    writeFileSync(file, transfers.map((transfer) => transfer.toString(16)).join('\n'));
    const options = [
      `+transfers=${file}`,
      `+count=${transfers.length}`,
      `+gaps=${gaps}`,
      ...(trace ? ['+trace'] : []),
    ];
    return call('vvp', [compiled, ...options])
      .trimEnd()
      .split('\n');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
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
