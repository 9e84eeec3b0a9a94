/** Ids that neardup derives are unique and stable; only ids that the user's data gives can repeat. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { compare, compareAll, dedup, fingerprint, openCollection, texts } from '../../src/index.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ids-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const RAIN = 'The rain in Spain stays mainly in the plain, as everybody knows.';
const TRAIN = 'The last train to the coast leaves the old station at noon today.';
const BREAD = 'Fresh bread is sold in the market square from six every morning.';

/** The ids that every verb derives, which must agree. */
async function idsOf(input: string | string[]): Promise<string[]> {
  const given = await fingerprint(input, { threads: 1 }).toArray();
  return given.map(({ id }) => id.replaceAll(`${folder}/`, ''));
}

describe('documents without ids', () => {
  test('elements of a JSON array on one line get ids of their own', async () => {
    const path = file('q.json', JSON.stringify([{ text: RAIN }, { text: TRAIN }, { text: RAIN }]));
    expect(await idsOf(path)).toEqual(['q.json:1', 'q.json:1#2', 'q.json:1#3']);
    const found = await texts(path).toArray();
    expect(found.map(({ id }) => id)).toEqual([`${path}:1`, `${path}:1#2`, `${path}:1#3`]);
    const output = join(folder, 'kept.jsonl');
    const removed = await dedup(path, { output, threads: 1 }).toArray();
    expect(removed).toMatchObject([{ id: `${path}:1#3`, keptId: `${path}:1` }]);
    expect(readFileSync(output, 'utf8')).toBe(`{"text":"${RAIN}"}\n{"text":"${TRAIN}"}\n`);
  });

  test('elements are counted from the first on each line, whatever else is in the array', async () => {
    const path = file('q.json', `[{"text":"${RAIN}"}, 7,\n{"text":"${TRAIN}"}, {"text":"${BREAD}"}]`);
    expect(await idsOf(path)).toEqual(['q.json:1', 'q.json:2', 'q.json:2#2']);
  });

  test('a derived id gives way to an id that the data gave before', async () => {
    const array = file('q.json', `[{"text":"${RAIN}"}]`);
    const lines = file('a.jsonl', `{"id":${JSON.stringify(`${array}:1`)},"text":"${TRAIN}"}\n`);
    expect(await idsOf([lines, array])).toEqual(['q.json:1', 'q.json:1#2']);
  });
});

describe('a container twice in a folder', () => {
  const message = (id: string, text: string) =>
    `From me@example.org Mon Nov 16 10:00:00 2026\nMessage-ID: <${id}>\nFrom: me@example.org\nSubject: x\n\n${text}\n\n`;
  const record = (url: string, text: string) =>
    [
      'WARC/1.0',
      'WARC-Type: conversion',
      `WARC-Target-URI: ${url}`,
      'Content-Type: text/plain',
      `Content-Length: ${text.length}`,
      '',
      text,
      '',
      '',
    ].join('\r\n');

  test.each([
    ['mailbox', 'mbox', `${message('a@x', RAIN)}${message('b@x', TRAIN)}`, ['a@x', 'b@x']],
    [
      'WARC file',
      'warc',
      `${record('http://x.org/a', RAIN)}${record('http://x.org/b', TRAIN)}`,
      ['http://x.org/a', 'http://x.org/b'],
    ],
  ])('a %s does not end the run: the second copy gets ids of its own', async (_, extension, content, ids) => {
    file(`1.${extension}`, content);
    file(`2.${extension}`, content);
    const copies = ids.map((id) => `${id}#2`);
    expect(await idsOf(folder)).toEqual([...ids, ...copies]);
    const output = join(folder, 'kept.jsonl');
    const removed = await dedup(folder, { output, threads: 1 }).toArray();
    expect(removed.map(({ id, keptId }) => [id, keptId])).toEqual(copies.map((id, i) => [id, ids[i]]));
    const kept = readFileSync(output, 'utf8').trim().split('\n');
    expect(kept.map((line) => JSON.parse(line).id)).toEqual(ids);
  });

  test('a given id is never renamed for the address of a record, unless the options say so', async () => {
    const crawl = file('1.warc', record('http://x.org/a', RAIN));
    const lines = file('2.jsonl', `{"id":"http://x.org/a","text":"${TRAIN}"}\n`);
    expect(await idsOf([lines, crawl])).toEqual(['http://x.org/a', 'http://x.org/a#2']);
    await expect(idsOf([crawl, lines])).rejects.toMatchObject({
      code: 'DUPLICATE_ID',
      message: expect.stringContaining(`${crawl}:1 and ${lines}:1`),
    });
    const renamed = await fingerprint([crawl, lines], { threads: 1, duplicateIds: 'rename' }).toArray();
    expect(renamed.map(({ id }) => id)).toEqual(['http://x.org/a', 'http://x.org/a#2']);
  });

  test('a collection keeps every document of it, and knows each again', async () => {
    const mails = file('m.mbox', `${message('a@x', RAIN)}${message('a@x', TRAIN)}`);
    const crawl = file('w.warc', [RAIN, TRAIN, BREAD].map((text) => record('http://x.org/a', text)).join(''));
    const lines = file(
      'z.jsonl',
      `{"id":"z","text":"one"}\n{"id":"z","text":"two"}\n{"id":"a@x","text":"mine"}\n`,
    );
    const collection = await openCollection(join(folder, 'c.nd'), { create: true, threads: 1 });
    const add = async () =>
      (await collection.addFrom([mails, crawl, lines]).toArray()).map(({ id, state }) => [id, state]);
    const ids = ['a@x', 'a@x#2', 'http://x.org/a', 'http://x.org/a#2', 'http://x.org/a#3'];
    // an id that the data gives replaces, but not what another document was named
    const first = await add();
    expect(first.slice(0, 5)).toEqual(ids.map((id) => [id, 'added']));
    expect(first.slice(5).map(([, state]) => state)).toEqual(['added', 'replaced', 'failed']);
    expect((await add()).slice(0, 5)).toEqual(ids.map((id) => [id, 'unchanged']));
    await collection.close();
  });

  test('compareAll and compare name each of its documents', async () => {
    const mails = file('m.mbox', `${message('a@x', RAIN)}${message('a@x', RAIN)}`);
    const { pairs } = await compareAll(mails, { threads: 1 });
    expect(pairs.map(({ a, b }) => [a, b])).toEqual([['a@x', 'a@x#2']]);
    const { sources } = await compare(`${mails}#a@x`, [`${mails}#a@x#2`], { threads: 1 });
    expect(sources.map(({ id }) => id)).toEqual(['a@x#2']);
  });
});

test('an id that the data gives twice still ends the run and names both places', async () => {
  const path = file('q.json', `[{"id":"a","text":"${RAIN}"},\n{"id":"a","text":"${TRAIN}"}]`);
  await expect(idsOf(path)).rejects.toMatchObject({
    code: 'DUPLICATE_ID',
    message: expect.stringContaining(`${path}:1 and ${path}:2`),
  });
});
