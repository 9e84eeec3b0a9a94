/** Mistakes that the first review found. Each stays fixed. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { BatchBuilder } from '../../src/corpus/batch-builder.ts';
import { Heap } from '../../src/engines/index.ts';
import { dedup, pairs } from '../../src/index.ts';
import { html } from '../../src/read/html/html.ts';
import { markdownToText } from '../../src/read/text/markdown-to-text.ts';
import { folder, neardup, parseLines } from '../cli/run-neardup.ts';

const TEXT = 'one two three four five six seven eight nine ten eleven twelve';

test('texts are written whole when the heap is larger than 2 GB', () => {
  const heap = new Heap();
  heap.memory.grow((3 * 2 ** 30) / 65_536 - heap.memory.buffer.byteLength / 65_536);
  const builder = new BatchBuilder(heap);
  builder.add('these words must arrive');
  const batch = builder.finish()!;
  expect(batch.bytes).toBe(24);
  expect(Buffer.from(heap.u8.slice(batch.text, batch.text + 23)).toString()).toBe('these words must arrive');
});

test('two inputs that would get one name in an output folder are refused, not lost', async () => {
  const dir = folder({
    'x.json': `[{"id":"a","text":"${TEXT}"}]`,
    'x.json.jsonl': '{"id":"b","text":"other words entirely"}\n',
  });
  const { code, stderr } = await neardup(['dedup', 'x.json', 'x.json.jsonl', '-o', 'out/'], { cwd: dir });
  expect(stderr).toMatch(/x\.json\.jsonl/);
  expect(code).toBe(2);
  expect(existsSync(join(dir, 'out'))).toBe(false);
});

test('two outputs of a run may not be one file', async () => {
  const dir = folder({ 'x.jsonl': `{"id":"a","text":"${TEXT}"}\n` });
  for (const report of ['out.jsonl', './out.jsonl', 'out.jsonl.removed.jsonl']) {
    const { code } = await neardup(['dedup', 'x.jsonl', '-o', 'out.jsonl', '--report', report], { cwd: dir });
    expect(code).toBe(2);
    expect(existsSync(join(dir, 'out.jsonl'))).toBe(false);
  }
});

test('a thousand comments or a hundred thousand stars take no time to speak of', () => {
  expect(html.recognizes!(Buffer.from(`${'<!---->'.repeat(500)}words`))).toBe(false);
  expect(html.recognizes!(Buffer.from(`<?xml version="1.0"?> <!-- a --> <!-- b -->\n<!DOCTYPE html>`))).toBe(
    true,
  );
  expect(markdownToText(`a ${'*'.repeat(200_000)} b`).length).toBeLessThan(200_010);
});

describe('ids', () => {
  test('thousands of equal ids are renamed in time, each to its own', async () => {
    const documents = Array.from({ length: 5000 }, (_, i) => ({
      id: 'same',
      text: `text number ${i} of many ${i * i}`,
    }));
    const run = pairs(documents, { duplicateIds: 'rename', threads: 1 });
    await run.toArray();
    expect((await run.summary).documents).toBe(5000);
  });

  test('a reference may use the ids of the input, and results tell them apart', async () => {
    const reference = [{ id: '1', text: TEXT }];
    const input = [
      { id: '1', text: 'quite another text about something else again' },
      { id: '2', text: `${TEXT}!` },
    ];
    const removed = await dedup(input, { against: reference, threads: 1 }).toArray();
    expect(removed).toMatchObject([{ id: '2', keptId: '1', reference: true }]);
  });

  test('ids that are not valid Unicode count as they are written', async () => {
    const input = ['\ud800', '\ud801'].map((id) => ({ id, text: TEXT }));
    await expect(dedup(input, { threads: 1 }).toArray()).rejects.toMatchObject({ code: 'DUPLICATE_ID' });
  });
});

test('max:FIELD compares dates of any precision, and refuses a field that no document has', async () => {
  const input = ['2024-01-02', '2024-03-02', '2023'].map((date, i) => ({
    id: String(i),
    text: TEXT,
    meta: { date },
  }));
  const kept = async (keep: string) => (await dedup(input, { keep, threads: 1 }).toArray())[0].keptId;
  expect(await kept('max:date')).toBe('1');
  expect(await kept('min:date')).toBe('2');
  await expect(kept('max:datum')).rejects.toMatchObject({ code: 'BAD_OPTION' });
});

test('a run that is not read to the end says so instead of never settling', async () => {
  const run = dedup(
    [
      { id: 'a', text: TEXT },
      { id: 'b', text: TEXT },
    ],
    { threads: 1 },
  );
  for await (const _ of run) break;
  await expect(run.summary).rejects.toMatchObject({ code: 'INTERRUPTED' });
});

test('an input that changes between the two passes is noticed', async () => {
  const dir = folder({ 'x.jsonl': `{"id":"a","text":"${TEXT}"}\n` });
  const path = join(dir, 'x.jsonl');
  const { writeFileSync } = await import('node:fs');
  const run = dedup(path, {
    output: join(dir, 'out.jsonl'),
    threads: 1,
    onProgress: ({ stage }) => {
      if (stage === 'write') writeFileSync(path, `{"id":"a","text":"something that was not compared"}\n`);
    },
  });
  await expect(run.toArray()).rejects.toMatchObject({ code: 'INPUT_CHANGED' });
  expect(existsSync(join(dir, 'out.jsonl'))).toBe(false);
});

test('--against may be repeated and does not swallow the input', async () => {
  const line = (id: string, text: string) => `${JSON.stringify({ id, text })}\n`;
  const dir = folder({
    'a.jsonl': line('a', TEXT),
    'b.jsonl': line('b', 'other words'),
    'new.jsonl': line('n', `${TEXT}?`),
  });
  const { stdout } = await neardup(
    ['dedup', '--against', 'a.jsonl', '--against', 'b.jsonl', 'new.jsonl', '--json'],
    { cwd: dir },
  );
  expect(parseLines(stdout).results).toMatchObject([{ id: 'n', keptId: 'a', reference: true }]);
  expect(readFileSync(join(dir, 'new.jsonl'), 'utf8')).toContain(TEXT);
});
