/** Logs and manifests as no writer leaves them: each is refused, or taken for the torn end that it is. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { realDisk } from './disk.ts';
import { DocumentLog } from './log.ts';
import { commitLine, fits, parseCommit } from './log-lines.ts';
import { MANIFEST_FORMAT, readManifest, writeManifest } from './manifest.ts';
import { newFacts } from './settings.ts';
import { readCheckedJson, writeCheckedJson } from './whole-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'neardup-crafted-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const line = (id: string) => Buffer.from(`{"id":"${id}","text":"text of ${id}"}\n`);
const batch = (commit: number, after = commit - 1) =>
  Buffer.concat([line(`d${commit}`), commitLine(commit, after, [line(`d${commit}`)])]);
/** The commits of a log with these files. */
function commitsOf(files: Readonly<Record<string, readonly Uint8Array[]>>): number[] {
  const path = join(folder, 'log');
  rmSync(path, { recursive: true, force: true });
  mkdirSync(path);
  for (const [name, parts] of Object.entries(files)) writeFileSync(join(path, name), Buffer.concat(parts));
  const log = new DocumentLog(realDisk, path, undefined);
  return [...log.replay()].map(({ commit }) => commit);
}
const FIRST = '0000000001-1.jsonl';

describe('a log', () => {
  it('a log is given whole, and up to the torn end of its last write', () => {
    expect(commitsOf({ [FIRST]: [batch(1), batch(2)], '0000000002-3.jsonl': [batch(3)] })).toEqual([1, 2, 3]);
    expect(commitsOf({ [FIRST]: [batch(1), batch(2).subarray(0, 20)] })).toEqual([1]);
    expect(commitsOf({ [FIRST]: [batch(1), line('d2')] })).toEqual([1]);
  });

  it('a log is refused if commits are missing between two files or inside one', () => {
    expect(() => commitsOf({ [FIRST]: [batch(1)], '0000000002-3.jsonl': [batch(3)] })).toThrow('missing');
    expect(() => commitsOf({ [FIRST]: [batch(1), batch(3), batch(4)] })).toThrow('damaged');
    expect(() => commitsOf({ [FIRST]: [batch(1), batch(3)] })).toThrow('damaged');
  });

  it('a log is refused if a file before the last one ends early', () => {
    expect(() =>
      commitsOf({ [FIRST]: [batch(1), batch(2).subarray(0, 20)], '0000000002-2.jsonl': [batch(2)] }),
    ).toThrow('damaged');
    expect(() => commitsOf({ '0000000003-1-3.jsonl': [batch(1), batch(2)] })).toThrow('damaged');
    expect(commitsOf({ '0000000003-1-3.jsonl': [batch(1), batch(3, 1)] })).toEqual([1, 3]);
  });

  it('a log is not replayed past damage before what the manifest knows, which is not looked at when it is opened', () => {
    commitsOf({ [FIRST]: [batch(1), batch(2)], '0000000002-3.jsonl': [batch(3)] });
    const path = join(folder, 'log');
    const known = new DocumentLog(realDisk, path, undefined).known();
    const replayed = () => [...new DocumentLog(realDisk, path, known).replay()].map(({ commit }) => commit);
    expect(replayed()).toEqual([1, 2, 3]);
    writeFileSync(join(path, FIRST), Buffer.concat([batch(1), Buffer.alloc(batch(2).length)]));
    expect(replayed).toThrow('damaged');
  });

  it('a log is refused if whole batches follow what cannot be read', () => {
    const torn = Buffer.from(batch(2)).fill(0, 3, 6);
    expect(() => commitsOf({ [FIRST]: [batch(1), torn, batch(3)] })).toThrow('damaged');
  });
});

describe('a commit line', () => {
  it('counts only as it was written, for just these bytes', () => {
    const commit = parseCommit(commitLine(7, 6, [line('a')]))!;
    expect(fits(line('a'), commit)).toBe(true);
    expect(fits(line('a'), { ...commit, bytes: commit.bytes + 1 })).toBe(false);
    expect(fits(line('b'), commit)).toBe(false);
    const written = commitLine(7, 6, [line('a')]).toString();
    for (const other of [written.replace(':7,', ': 7,'), written.replace(':7,', ':7.0,'), ` ${written}`])
      expect(parseCommit(Buffer.from(other))).toBeUndefined();
  });
});

describe('a small file', () => {
  it('a small file is as good as missing if a byte of it has changed, though it is still JSON', async () => {
    const path = join(folder, 'facts');
    await writeCheckedJson(realDisk, path, { documents: 17 });
    expect(readCheckedJson(realDisk, path)).toEqual({ documents: 17 });
    writeFileSync(path, readFileSync(path, 'utf8').replace('17', '71'));
    expect(readCheckedJson(realDisk, path)).toBeUndefined();
  });

  it('a small file is no manifest if its derived files are ahead of the log', async () => {
    const at = (commit: number) => ({ commit, file: 1, offset: 0 });
    const collection = newFacts({ keyScheme: 'bands-1', canonicalForm: 1, options: {} });
    const manifest = {
      ...{ format: MANIFEST_FORMAT, collection, derived: [], nextDerived: 1, logs: [], nextLog: 2 },
      last: at(5),
    };
    await writeManifest(realDisk, folder, { ...manifest, covered: at(5) });
    expect(readManifest(realDisk, folder)).toMatchObject({ covered: at(5) });
    await writeManifest(realDisk, folder, { ...manifest, covered: at(6) });
    expect(readManifest(realDisk, folder)).toBeUndefined();
  });
});
