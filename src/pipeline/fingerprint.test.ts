import { describe, expect, it } from 'vitest';
import { fingerprint, fingerprintLines } from './fingerprint.ts';

const COUNT = 30_000;
const OPTIONS = { threads: 1, batch: { bytes: 1 << 20, documents: 1000 } };

/** Counts the documents read, and notes when reading stops. */
function documents(last: { id: string; text: string }[] = []) {
  const state = { taken: 0, closed: false };
  async function* input() {
    try {
      for (let i = 0; i < COUNT; i++) {
        state.taken++;
        yield { id: `d${i}`, text: `document number ${i} of the collection` };
      }
      yield* last;
    } finally {
      state.closed = true;
    }
  }
  return { state, input: input() };
}

describe('fingerprints', () => {
  it('fingerprints are given while the input is read', async () => {
    const { state, input } = documents();
    const takenAt: number[] = [];
    for await (const _ of fingerprint(input, OPTIONS)) takenAt.push(state.taken);
    expect(takenAt.length).toBe(COUNT);
    expect(takenAt[0]).toBeLessThan(20_000);
    expect(takenAt.at(-1)).toBe(COUNT);
  });

  it('fingerprints are the same as objects and as lines, in the order of the input', async () => {
    const objects = await fingerprint(documents().input, OPTIONS).toArray();
    expect(objects.map(({ id }) => id)).toEqual(Array.from({ length: COUNT }, (_, i) => `d${i}`));
    const lines = await fingerprintLines(documents().input, 'json', OPTIONS).toArray();
    expect(Buffer.concat(lines).toString()).toBe(objects.map((line) => `${JSON.stringify(line)}\n`).join(''));
  });

  it('fingerprints of some documents before the one that fails a run were given, in whole lines, and there is no summary', async () => {
    const { state, input } = documents([{ id: 'd7', text: 'once more' }]);
    const run = fingerprintLines(input, 'text', { ...OPTIONS, duplicateIds: 'error' });
    let text = '';
    const reading = (async () => {
      for await (const lines of run) text += Buffer.from(lines).toString();
    })();
    await expect(reading).rejects.toThrow('The id `d7` occurs twice');
    await expect(run.summary).rejects.toThrow('The id `d7` occurs twice');
    const lines = text.split('\n');
    expect(lines.pop()).toBe('');
    expect(lines.length).toBeGreaterThan(10_000);
    expect(lines.map((line) => line.replace(/^[0-9a-f]{16}\t/, ''))).toEqual(lines.map((_, i) => `d${i}`));
    expect(state.closed).toBe(true);
  });

  it('a caller may stop early: then the input is closed and the summary says so', async () => {
    const { state, input } = documents();
    const run = fingerprint(input, OPTIONS);
    for await (const { id } of run) if (id === 'd5') break;
    expect(state.closed).toBe(true);
    expect(state.taken).toBeLessThan(20_000);
    await expect(run.summary).rejects.toMatchObject({ code: 'INTERRUPTED' });
  });
});
