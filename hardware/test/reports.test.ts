/** The committed synthesis reports keep the promises of `docs/hardware.md`. They need no tools. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { HARDWARE } from './verilator.ts';

/** The number behind these words in a report. */
function figure(report: string, words: string): number {
  const text = readFileSync(join(HARDWARE, 'synth', 'reports', `${report}.txt`), 'utf8');
  const found = text.split('\n').find((line) => line.startsWith(`${words}: `));
  return Number.parseFloat(found?.slice(words.length + 2) ?? 'NaN');
}

describe('The synthesis reports say that', () => {
  it('a core takes at most 720 LUTs, each RAM32M counted as four, and 600 flip-flops on Xilinx 7', () => {
    expect(figure('core-xilinx7', 'LUTs in all')).toBeLessThanOrEqual(720);
    expect(figure('core-xilinx7', 'flip-flops')).toBeLessThanOrEqual(600);
  });

  it('the engine of eight, with its queues, takes at most 800 LUTs for each core', () => {
    expect(figure('engine-xilinx7', 'LUTs in all')).toBeLessThanOrEqual(8 * 800);
    expect(figure('engine-xilinx7', 'flip-flops')).toBeLessThanOrEqual(8 * 600);
  });

  it('the engine of eight runs at 150 MHz when routed on ECP5', () => {
    expect(figure('engine-ecp5', 'routed clock')).toBeGreaterThanOrEqual(150);
  });
});
