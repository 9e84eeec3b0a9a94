/** The Verilog is free of warnings, in Verilator and in Icarus, with parameters far apart. */

import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { describeWith } from './tools.ts';
import { RTL } from './verilator.ts';

const DESIGNS: { top: string; parameters: Record<string, number> }[] = [
  { top: 'simhash_core', parameters: { COUNT_BITS: 2, TIES: 1 } },
  { top: 'simhash_core', parameters: { MIXED: 1, COUNT_BITS: 20 } },
  { top: 'fingerprint_engine', parameters: { LANES: 1, BEAT_BYTES: 2 } },
  { top: 'fingerprint_engine', parameters: { LANES: 6, BEAT_BYTES: 8, MIXED: 1 } },
  { top: 'fingerprint_engine', parameters: { LANES: 32, BEAT_BYTES: 64 } },
  { top: 'fingerprint_matcher', parameters: { STORED: 32 } },
];

const nameOf = ({ top, parameters }: (typeof DESIGNS)[number]) => `${top} ${JSON.stringify(parameters)}`;

/** What a tool says about a design that it only reads. */
function warnings(command: string, args: string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  return status === 0 ? stdout + stderr : `failed: ${stdout}${stderr}`;
}

describeWith(['verilator'], 'Verilator', () => {
  for (const design of DESIGNS)
    it(`Verilator has no warning for ${nameOf(design)}`, () => {
      const set = Object.entries(design.parameters).map(([name, value]) => `-G${name}=${value}`);
      const args = ['--lint-only', '-Wall', '--top-module', design.top, ...set, ...RTL];
      expect(warnings('verilator', args)).toBe('');
    });
});

describeWith(['icarus'], 'Icarus', () => {
  for (const design of DESIGNS)
    it(`Icarus has no warning for ${nameOf(design)}`, () => {
      const set = Object.entries(design.parameters).map(
        ([name, value]) => `-P${design.top}.${name}=${value}`,
      );
      const args = ['-g2005', '-Wall', '-Wno-timescale', '-t', 'null', '-s', design.top, ...set, ...RTL];
      expect(warnings('iverilog', args)).toBe('');
    });
});
