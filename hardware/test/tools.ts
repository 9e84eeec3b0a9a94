/** Which tools are installed. A test whose tool is missing is skipped by name, or fails if NEARDUP_REQUIRE_ALL=1. */

import { spawnSync } from 'node:child_process';
import { describe } from 'vitest';

export const INSTALL = '.ci/install-hardware-tools';

/** Each tool with the call that shows it is there. */
const CALLS = {
  verilator: ['verilator', '--version'],
  'c++ compiler': ['g++', '--version'],
  make: ['make', '--version'],
  icarus: ['iverilog', '-V'],
  yosys: ['yosys', '-V'],
  'yosys-smtbmc': ['yosys-smtbmc', '--help'],
  z3: ['z3', '--version'],
} as const;

export type Tool = keyof typeof CALLS;

/** What a simulation with Verilator needs. */
export const VERILATOR: Tool[] = ['verilator', 'c++ compiler', 'make'];

export function missingTools(tools = Object.keys(CALLS) as Tool[]): Tool[] {
  return tools.filter((tool) => {
    const [command, ...args] = CALLS[tool];
    return spawnSync(command, args).error !== undefined;
  });
}

/** `describe` for tests that need these tools. */
export function describeWith(tools: Tool[], title: string, body: () => void): void {
  const missing = missingTools(tools);
  if (missing.length === 0) describe(title, body);
  else if (process.env.NEARDUP_REQUIRE_ALL === '1')
    throw new Error(`${title}: ${missing.join(', ')} must be installed (${INSTALL}).`);
  else describe.skip(`${title} (skipped: no ${missing.join(', ')})`, body);
}
