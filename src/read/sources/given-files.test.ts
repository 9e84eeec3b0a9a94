import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { texts } from '../texts.ts';
import { filesOf } from './given-files.ts';

/** A folder as browsers give it. */
function folder(name: string, children: Record<string, unknown>): FileSystemHandle {
  const handles = Object.entries(children).map(([name, content]) =>
    typeof content === 'string'
      ? { kind: 'file', name, isSameEntry: () => false, getFile: async () => new File([content], name) }
      : content,
  );
  const values = async function* () {
    yield* handles;
  };
  return { kind: 'directory', name, isSameEntry: async () => false, values } as unknown as FileSystemHandle;
}

describe('files that a caller holds', () => {
  it('files that a caller holds are read by their names and content, in the order given', async () => {
    const files = [
      new File(['<!doctype html><html><p>One'], 'b.html'),
      new File([gzipSync('Two')], 'a.txt.gz'),
      new Blob(['Three']),
    ];
    const read = await texts(files).toArray();
    expect(read.map(({ id, text }) => [id, text])).toEqual([
      ['b.html', 'One'],
      ['a.txt.gz', 'Two'],
      ['document', 'Three'],
    ]);
  });

  it('given folders are read by name, folders inside them too, without those that begin with a dot', async () => {
    const inner = folder('inner', { 'z.txt': 'Inner' });
    const root = folder('root', { 'b.txt': 'B', '.hidden': 'no', inner, 'a.txt': 'A' });
    const read = await texts(root).toArray();
    expect(read.map(({ id, text }) => [id, text])).toEqual([
      ['root/a.txt', 'A'],
      ['root/b.txt', 'B'],
      ['root/inner/z.txt', 'Inner'],
    ]);
  });

  it('given files that cannot be read are told, and the others are read', async () => {
    const told: string[] = [];
    const broken = {
      kind: 'file',
      name: 'x.txt',
      isSameEntry: () => false,
      getFile: async () => Promise.reject(new Error('it is gone')),
    };
    const root = folder('root', { 'a.txt': 'A', broken });
    const run = texts(root, { onProblem: ({ source, reason }) => told.push(`${source}: ${reason}`) });
    expect((await run.toArray()).map(({ id }) => id)).toEqual(['root/a.txt']);
    expect(told).toEqual(['root/x.txt: Cannot be read: it is gone.']);
  });

  it('files that a caller holds are told from documents', () => {
    expect(filesOf([{ id: 'a', text: 'b' }])).toBeUndefined();
    expect(filesOf([])).toBeUndefined();
    expect(filesOf('path')).toBeUndefined();
  });
});
