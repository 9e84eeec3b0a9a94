/** Whoever replaces a folder by the output of `dedup` loses nothing that was not proved a copy. */
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type DedupOptions, dedup, formatSummary, NeardupError, type Summary } from '../../src/index.ts';
import { tarFile } from '../../src/read/archives/archives.cases.ts';

const FERRY = 'The ferry to the island leaves at nine from the second pier behind the old customs house.';
const LAMP = 'A green lamp was found in the attic of the mill, wrapped in three issues of a weekly paper.';
const line = (id: string, text: string) => JSON.stringify({ id, text });

/** Files that cannot be read, each for another reason. */
const UNREADABLE = {
  'cut.pdf': '%PDF-1.7 cut',
  'picture.png': '\x89PNG\r\n\x1a\n',
  'empty.txt': '',
  'sub/broken.docx': 'PK\x03\x04 and no directory',
  'damaged.zip': 'PK\x03\x04 and no directory either',
};
const LINES = [
  line('a', FERRY),
  '{"id": broken',
  '',
  line('b', `${FERRY}!`),
  '{"id":"no text"}',
  line('c', LAMP),
];
const ROWS = [
  'id,text',
  'x,"Nobody had told the baker, who opened at six, that the bridge was closed for a week."',
  'ragged,row,of,too,many',
  'y,"Seven bells hang in the tower, and the smallest of them is older than the church itself."',
];

let folder: string;
const at = (...parts: string[]) => join(folder, ...parts);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'neardup-unreadable-'));
  mkdirSync(at('in', 'sub'), { recursive: true });
  for (const [name, content] of Object.entries(UNREADABLE)) writeFileSync(at('in', name), content, 'latin1');
  writeFileSync(at('in', 'lines.jsonl'), `${LINES.join('\n')}\n`);
  writeFileSync(at('in', 'rows.csv'), `${ROWS.join('\n')}\n`);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const run = async (options: DedupOptions, inputs = at('in')): Promise<Summary> => {
  const stream = dedup(inputs, { output: at('clean/'), ...options });
  for await (const _ of stream);
  return stream.summary;
};
const read = (...parts: string[]) => readFileSync(at('clean', ...parts), 'latin1');

test('what was not looked at in a folder is named in the summary; a linked file has its own name in the output', async () => {
  mkdirSync(at('elsewhere', 'linked'), { recursive: true });
  mkdirSync(at('in', '.git'));
  writeFileSync(at('elsewhere', 'original.txt'), LAMP);
  writeFileSync(at('in', 'sub', '.hidden.txt'), FERRY);
  symlinkSync(at('elsewhere', 'original.txt'), at('in', 'sub', 'link.txt'));
  symlinkSync(at('elsewhere', 'linked'), at('in', 'folder'));
  const summary = await run({ threshold: 1 });
  expect(summary.passedOver).toEqual([
    at('in', '.git/'),
    at('in', 'folder/'),
    at('in', 'sub', '.hidden.txt'),
  ]);
  expect(formatSummary(summary)).toMatch(/passed over +3 {2}not in the output: .*\.git\/, .*folder\/, /);
  expect(readdirSync(at('clean')).sort()).toEqual(
    [...readdirSync(at('in')).filter((name) => !/^\.|^folder/.test(name))].sort(),
  );
  rmSync(at('clean'), { recursive: true });
  expect(await run({ output: undefined })).not.toHaveProperty('passedOver');
});

describe('what cannot be read', () => {
  test('what cannot be read is in the output folder byte for byte, and the summary says so', async () => {
    const summary = await run({});
    for (const [name, content] of Object.entries(UNREADABLE)) expect(read(name)).toBe(content);
    expect(read('lines.jsonl').split('\n')).toEqual([LINES[0], LINES[1], LINES[4], LINES[5], '']);
    expect(read('rows.csv').split('\n')).toEqual([...ROWS, '']);
    expect(summary).toMatchObject({ unreadable: 8, leftOut: 0 });
    expect(formatSummary(summary)).toMatch(/unreadable +8 {2}kept as they are, not compared/);
  });

  test('what cannot be read is kept whether lines are read by a kernel or parsed one by one', async () => {
    await run({ textField: 'text', markup: 'html' });
    expect(read('lines.jsonl').split('\n')).toEqual([LINES[0], LINES[1], LINES[4], LINES[5], '']);
  });

  test('what cannot be read is left out on request, and the summary counts it', async () => {
    const summary = await run({ unreadable: 'leave-out' });
    expect(readdirSync(at('clean'), { recursive: true }).sort()).toEqual(['lines.jsonl', 'rows.csv']);
    expect(read('lines.jsonl').split('\n')).toEqual([LINES[0], LINES[5], '']);
    expect(summary).toMatchObject({ unreadable: 8, leftOut: 8 });
    expect(formatSummary(summary)).toMatch(/unreadable +8 {2}not in the output/);
  });

  test('what cannot be read is counted as left out if the output is one file, which cannot hold it', async () => {
    const summary = await run({ output: at('clean.jsonl') });
    expect(summary).toMatchObject({ unreadable: 8, leftOut: 8 });
    const useless = () => run({ output: at('other.jsonl'), unreadable: 'leave-out' });
    await expect(useless).rejects.toThrow(NeardupError);
  });

  test('what cannot be read is said to be missing if it is the end of a file whose beginning was read', async () => {
    const lines = Array.from({ length: 500 }, (_, i) => line(`${i}`, `${FERRY} ${i * i} ${i ** 3 % 1009}`));
    writeFileSync(at('in', 'cut.jsonl.gz'), gzipSync(lines.join('\n')).subarray(0, 3000));
    expect(await run({})).toMatchObject({ unreadable: 9, leftOut: 1 });
  });

  test('takes its archive with it if it is in one', async () => {
    const tar = Buffer.concat([
      tarFile('good.txt', LAMP),
      tarFile('bad.pdf', '%PDF-1.7 cut'),
      Buffer.alloc(1024),
    ]);
    writeFileSync(at('in', 'essays.tar'), tar);
    expect(await run({})).toMatchObject({ unreadable: 9, leftOut: 0 });
    expect(readFileSync(at('clean', 'essays.tar'))).toEqual(tar);
  });

  test('what cannot be read is kept as in one run if shards go through a collection', async () => {
    const shard = at('in', 'lines.jsonl');
    await run({}, shard);
    const options = { output: at('shards/'), collection: at('all.nd') };
    const stream = dedup(shard, options as DedupOptions);
    for await (const _ of stream);
    expect(readFileSync(at('shards', 'lines.jsonl'), 'latin1')).toBe(read('lines.jsonl'));
    expect(await stream.summary).toMatchObject({ unreadable: 2, leftOut: 0 });
  });
});
