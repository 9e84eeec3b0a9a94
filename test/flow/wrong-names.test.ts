/** A misspelt field and a reference that cannot be read end a run before anything is written. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  compareIn,
  type DedupOptions,
  dedup,
  evaluate,
  openCollection,
  queriesFrom,
  type Removed,
  search,
  texts,
} from '../../src/index.ts';

let folder: string;
const at = (name: string) => join(folder, name);
const FERRY = 'The ferry to the island leaves at nine from the second pier behind the old customs house.';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'neardup-names-'));
  const lines = [FERRY, `${FERRY}!`].map((text, i) => JSON.stringify({ id: 'same', uri: `u${i}`, text }));
  writeFileSync(at('in.jsonl'), lines.join('\n'));
  writeFileSync(at('in.csv'), `uri,text\nu1,${FERRY}\n`);
  writeFileSync(at('note.txt'), 'A note without fields.');
});
afterEach(() => rmSync(folder, { recursive: true }));

async function removed(input: string | string[], options: DedupOptions): Promise<Removed[]> {
  const found: Removed[] = [];
  for await (const each of dedup(input, options)) found.push(each);
  return found;
}

test('a field for ids that no document has is an error that names the fields there are', async () => {
  for (const input of [at('in.jsonl'), at('in.csv'), [at('note.txt'), at('in.jsonl')]]) {
    const options = { idField: 'uid', output: at('out.jsonl') };
    await expect(removed(input, options)).rejects.toThrow(
      'Expected `idField` to be a field that documents have',
    );
    await expect(removed(input, options)).rejects.toMatchObject({ advice: expect.stringContaining('`uri`') });
    expect(existsSync(at('out.jsonl'))).toBe(false);
  }
  await expect(async () => {
    for await (const _ of texts(at('in.jsonl'), { idField: 'uid' }));
  }).rejects.toThrow('idField');
});

test('a field for ids that no document has is refused by everything that reads documents', async () => {
  const [input, options] = [at('in.jsonl'), { idField: 'uid' }];
  const all = async (stream: AsyncIterable<unknown>) => {
    for await (const _ of stream);
  };
  writeFileSync(at('truth.tsv'), 'u0\tu1\n');
  const collection = await openCollection(at('c.nd'), { create: {} });
  try {
    const calls: Record<string, () => Promise<unknown>> = {
      add: () => all(collection.addFrom(input, {}, options)),
      check: () => all(collection.checkFrom(input, {}, options)),
      queries: () => queriesFrom([input], options),
      search: () => all(search(FERRY, { ...options, in: input })),
      compareIn: () => compareIn({ text: FERRY }, input, options),
      evaluate: () => evaluate(input, at('truth.tsv'), options),
      shards: () => removed(input, { ...options, collection: at('shards.nd') }),
    };
    for (const [name, call] of Object.entries(calls))
      await expect(call(), name).rejects.toMatchObject({ code: 'BAD_OPTION', option: 'idField' });
    expect(collection.info().documents).toBe(0);
  } finally {
    await collection.close();
  }
});

test('the field none gives documents the ids of their places, whatever ids they have', async () => {
  const [copy] = await removed(at('in.jsonl'), { idField: 'none' });
  expect(copy).toMatchObject({ id: `${at('in.jsonl')}:2`, keptId: `${at('in.jsonl')}:1` });
  expect(await removed(at('in.jsonl'), { idField: 'uri' })).toMatchObject([{ id: 'u1', keptId: 'u0' }]);
});

test('a reference of which nothing can be read is an error, and no output is written', async () => {
  writeFileSync(at('reference.jsonl'), '{"question":"Which ferry?"}\n');
  const options = { against: at('reference.jsonl'), output: at('out.jsonl') };
  await expect(removed(at('note.txt'), options)).rejects.toMatchObject({
    code: 'UNREADABLE',
    option: 'against',
  });
  expect(existsSync(at('out.jsonl'))).toBe(false);
  // nor of one beside others that can be read, of a folder without files, of documents without a word
  mkdirSync(at('empty'));
  writeFileSync(at('blank.jsonl'), '{"text":""}\n');
  for (const bad of ['reference.jsonl', 'empty', 'blank.jsonl'])
    for (const against of [[at(bad)], [at('in.csv'), at(bad)], [at(bad), at('in.csv')]]) {
      const run = removed(at('note.txt'), { against, output: at('out.jsonl') });
      await expect(run, bad).rejects.toMatchObject({ code: 'UNREADABLE', option: 'against' });
      await expect(run).rejects.toThrow(at(bad));
      expect(existsSync(at('out.jsonl'))).toBe(false);
    }
  // named twice, it is read once
  expect(await removed(at('note.txt'), { against: [at('in.csv'), at('in.csv')] })).toEqual([]);
  // a reference of no documents at all is one
  expect(await removed(at('note.txt'), { against: [] })).toEqual([]);
});
