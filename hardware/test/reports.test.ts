/** The committed synthesis reports say what was promised, and `docs/hardware.md` has their figures. This needs no tools. */

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

describe('docs/hardware.md', () => {
  const page = readFileSync(join(HARDWARE, '..', 'docs', 'hardware.md'), 'utf8');
  const number = (report: string, words: string) => figure(report, words).toLocaleString('en-US');

  it('docs/hardware.md has the logic of every report on Xilinx 7', () => {
    for (const design of ['core', 'core-paper-counters', 'core-mixed', 'engine', 'matcher']) {
      const report = `${design}-xilinx7`;
      expect(page).toContain(
        `${number(report, 'LUTs in all')} LUTs, ${number(report, 'flip-flops')} flip-flops`,
      );
    }
  });

  it('docs/hardware.md has the logic and the clock of every routed report', () => {
    for (const report of ['core-ecp5', 'core-mixed-ecp5', 'engine-ecp5']) {
      expect(page).toContain(
        `${number(report, 'TRELLIS_COMB')} COMB, ${number(report, 'TRELLIS_FF')} flip-flops`,
      );
      expect(page).toContain(`${figure(report, 'routed clock').toFixed(1)} MHz`);
    }
    expect(page).toContain(
      `${number('core-ice40', 'ICESTORM_LC')} LC, ${number('core-ice40', 'ICESTORM_RAM')} RAM blocks`,
    );
    expect(page).toContain(`${figure('core-ice40', 'routed clock').toFixed(1)} MHz`);
  });
});
