/** Bounded proofs with Yosys and z3: what holds for every input up to a number of cycles after a reset. */

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { describeWith } from './tools.ts';
import { HARDWARE, RTL } from './verilator.ts';

interface Check {
  top: string;
  holds: string;
  /** The assertions hold for this number of cycles, and within it the cover statements are reached: the proof is not empty. */
  cycles: number;
  parameters?: string;
}

const CHECKS: Check[] = [
  {
    top: 'bit_majority_check',
    holds: 'bit_majority gives what a plain counter gives, for every document once and in order',
    cycles: 13,
  },
  {
    top: 'bit_majority_check',
    holds: 'bit_majority with ties to one gives what a plain counter gives',
    cycles: 13,
    parameters: 'chparam -set TIES 1 bit_majority_check;',
  },
  {
    top: 'simhash_core_check',
    holds: 'simhash_core loses no fingerprint, doubles none and gives none before its document ended',
    cycles: 14,
  },
  {
    top: 'lane_buffer_check',
    holds: 'lane_buffer loses no byte, doubles none and keeps their order',
    cycles: 10,
  },
];

describeWith(['yosys', 'yosys-smtbmc', 'z3'], 'Formal checks', () => {
  for (const { top, holds, cycles, parameters = '' } of CHECKS)
    it(`${holds} (${cycles} cycles)`, () => {
      const folder = mkdtempSync(join(tmpdir(), 'neardup-formal-'));
      try {
        const model = join(folder, 'model.smt2');
        const sources = [...RTL, join(HARDWARE, 'formal', `${top}.v`)].join(' ');
        // memories as flip-flops: z3 is many times faster with them than with arrays
        const script = `read_verilog -formal ${sources}; ${parameters} prep -top ${top} -nordff; flatten; memory_map; opt_clean; dffunmap; write_smt2 -wires ${model}`;
        expect(spawnSync('yosys', ['-q', '-p', script], { encoding: 'utf8' }).stderr).not.toContain('ERROR');
        // without --unroll z3 does not come to an end
        const solve = ['--noprogress', '-s', 'z3', '--unroll'];
        expect(statusOf([...solve, '-t', String(cycles), model])).toBe('PASSED');
        expect(statusOf([...solve, '-c', '-t', String(cycles), model])).toBe('PASSED');
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    });
});

function statusOf(args: string[]): string {
  const { stdout } = spawnSync('yosys-smtbmc', args, { encoding: 'utf8' });
  return /Status: (\w+)/.exec(stdout)?.[1] ?? stdout;
}
