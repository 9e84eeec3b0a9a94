import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { parquetWriteFile } from 'hyparquet-writer';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { storedFile } from '../platform/stored-file.ts';
import { DEFAULTS } from './contract.cases.ts';
import { estimateDocuments } from './estimate.ts';
import { fileSource } from './sources/inputs.ts';

let root = '';
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'neardup-estimate-'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

function estimate(files: Readonly<Record<string, string | Uint8Array>>) {
  for (const [name, content] of Object.entries(files)) writeFileSync(join(root, name), content);
  return estimateOf(Object.keys(files));
}

function estimateOf(names: readonly string[]) {
  const sources = names.map((name) =>
    fileSource(storedFile(name, join(root, name), statSync(join(root, name)).size)),
  );
  return estimateDocuments(sources, DEFAULTS);
}

const MAIL = `From anna@example.org Fri Jul  5 10:00:00 2002\nSubject: one\n\n${'A line of a mail.\n'.repeat(40)}\n`;
const RESPONSE = 'WARC/1.0\r\nWARC-Type: response\r\nContent-Length: 4\r\n\r\nabcd\r\n\r\n';
const REQUEST = RESPONSE.replace('response', 'request');

describe('the estimate of documents', () => {
  test('the estimate of documents is the number of rows of a Parquet file, and their size before compression', async () => {
    const data = Array.from({ length: 5000 }, (_, i) => `Text number ${i % 10} of the table.`);
    parquetWriteFile({
      filename: join(root, 'a.parquet'),
      columnData: [{ name: 'text', data, type: 'STRING' }],
    });
    expect((await estimateOf(['a.parquet'])).documents).toBe(5000);
  });

  test.each([
    ['a mailbox', 'a.mbox', MAIL.repeat(300), 300],
    ['a crawl', 'a.warc', (REQUEST + RESPONSE).repeat(200), 200],
    ['a JSON array', 'a.json', JSON.stringify(Array.from({ length: 500 }, () => ({ text: 'a b' }))), 500],
    ['JSON lines', 'a.jsonl', '{"text":"a"}\n'.repeat(700), 700],
    ['one text', 'a.txt', 'line\n'.repeat(700), 1],
  ])('the estimate of documents of %s is about right', async (_, name, content, count) => {
    const { documents } = await estimate({ [name]: content });
    expect(documents).toBeGreaterThan(0.98 * count);
    expect(documents).toBeLessThan(1.02 * count);
  });

  test('the estimate of documents is never less than the number of files, and damaged files do no harm', async () => {
    expect((await estimate({ 'a.txt': 'a', 'b.txt': 'b' })).documents).toBe(2);
    expect((await estimate({ 'bad.parquet': 'PAR1 and nothing of a table' })).documents).toBe(1);
    expect((await estimate({ 'bad.jsonl.gz': gzipSync('x'.repeat(9999)).subarray(0, 20) })).documents).toBe(
      1,
    );
    expect(await estimateDocuments([], DEFAULTS)).toEqual({ documents: 0, bytes: 0, dense: 0, lines: false });
  });
});
