import { describe, expect, it } from 'vitest';
import { readMutants } from '../../test/soak/fuzz-readers.mjs';
import { listReaders } from './index.ts';
import { seeds } from './seeds.cases.ts';

describe('damaged files', () => {
  it('damaged files of every format are read or refused in our own words (100,000: test/soak/fuzz-readers.mjs)', async () => {
    const all = seeds();
    expect(new Set(all.map(({ format }) => format))).toEqual(new Set(listReaders().map(({ name }) => name)));
    const { mutants, documents, messages, failures } = await readMutants({
      seeds: all,
      seed: 7,
      mutants: 300,
    });
    expect(failures).toEqual([]);
    expect(mutants).toBe(300);
    // neither all of them nor none: the damage is of the right size
    expect(documents).toBeGreaterThan(50);
    expect(Object.keys(messages).length).toBeGreaterThan(10);
  });

  it('problems of damaged files that were once told in the words of JavaScript are told in ours', async () => {
    // a Parquet file with a column that has no name, when there were no seeds of Arrow
    const older = seeds().filter(({ format }) => format !== 'arrow');
    const { failures } = await readMutants({ seeds: older, seed: 1, from: 39_884, mutants: 1 });
    expect(failures).toEqual([]);
  });
});
