/** The timing diagram in `docs/hardware.md` is a simulated run, not a drawing. */

import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { runBench } from './icarus.ts';
import { describeWith } from './tools.ts';

const DIAGRAM = new URL('../../docs/hardware-timing.json', import.meta.url);

describeWith(['icarus'], 'The timing diagram', () => {
  it('the timing diagram shows what a simulated core does (UPDATE_GOLDEN=1 writes it, hardware/render-timing-diagram draws it)', () => {
    const documents = ['to be', 'or', ''].map((text) => new TextEncoder().encode(text));
    const cycles = runBench(documents, { trace: true }).map((line) => line.split(' '));
    const diagram = `${JSON.stringify(diagramOf(cycles), null, 1)}\n`;
    if (process.env.UPDATE_GOLDEN === '1') writeFileSync(DIAGRAM, diagram);
    expect(readFileSync(DIAGRAM, 'utf8')).toBe(diagram);
  });
});

/** The cycles in the form that WaveDrom draws. */
function diagramOf(cycles: string[][]) {
  const column = (at: number) => cycles.map((cycle) => cycle[at]);
  const [sent, ready, byte, keep, last, valid, taken, fingerprint] = [0, 1, 2, 3, 4, 5, 6, 7].map(column);
  const whileSent = (bits: string[]) => bits.map((bit, at) => (sent[at] === '1' ? bit : '0'));
  return {
    signal: [
      { name: 'aclk', wave: `p${'.'.repeat(cycles.length - 1)}` },
      {},
      { name: 's_axis_tvalid', wave: levels(sent) },
      { name: 's_axis_tready', wave: levels(ready) },
      { name: 's_axis_tdata', ...values(whileSent(keep), byte.map(character)) },
      { name: 's_axis_tkeep', wave: levels(whileSent(keep)) },
      { name: 's_axis_tlast', wave: levels(whileSent(last)) },
      {},
      { name: 'm_axis_tvalid', wave: levels(valid) },
      { name: 'm_axis_tready', wave: levels(taken) },
      // the last six digits: all sixteen do not fit in a cycle
      {
        name: 'm_axis_tdata',
        ...values(
          valid,
          fingerprint.map((digits) => `…${digits.slice(-6)}`),
        ),
      },
    ],
    config: { hscale: 2 },
  };
}

/** `0`, `1`, and `.` for no change. */
function levels(bits: string[]): string {
  return bits.map((bit, at) => (bit === bits[at - 1] ? '.' : bit)).join('');
}

/** `=` with the value as its label when there is one, `x` when not. */
function values(valid: string[], labels: string[]): { wave: string; data: string[] } {
  const shown = labels.map((label, at) => (valid[at] === '1' ? label : 'x'));
  const changes = shown.map((label, at) => label !== shown[at - 1] || valid[at] !== valid[at - 1]);
  return {
    wave: shown.map((label, at) => (!changes[at] ? '.' : label === 'x' ? 'x' : '=')).join(''),
    data: shown.filter((label, at) => changes[at] && label !== 'x'),
  };
}

function character(hex: string): string {
  const code = Number.parseInt(hex, 16);
  return code === 0x20 ? 'space' : String.fromCharCode(code);
}
