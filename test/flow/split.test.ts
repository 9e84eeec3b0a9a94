/** `split`: kept documents in several files. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parquetMetadataAsync, parquetReadObjects, parquetSchema } from 'hyparquet';
import papaparse from 'papaparse';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type DedupOptions, dedup, texts } from '../../src/index.ts';

/** Ten documents, of which the last two are copies; only one has the field `rare`, and only one a number that is not whole. */
const DOCUMENTS = Array.from({ length: 10 }, (_, i) => ({
  id: `d${i}`,
  text: Array.from({ length: 20 }, (_, k) => `w${(i % 8) * 31 + k * 7}x`).join(' '),
  n: i === 7 ? 0.5 : i,
  ...(i === 0 && { rare: 'here' }),
}));

let root = '';
const at = (name: string) => join(root, name);
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'neardup-split-'));
  writeFileSync(at('in.jsonl'), DOCUMENTS.map((document) => `${JSON.stringify(document)}\n`).join(''));
  writeFileSync(at('in.csv'), papaparse.unparse(DOCUMENTS, { columns: ['id', 'text', 'n'] }));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

async function run(input: string, options: DedupOptions) {
  await dedup(at(input), { threads: 1, ...options }).toArray();
  return readdirSync(root)
    .filter((name) => name.startsWith('out') && !name.includes('removed'))
    .sort();
}

const content = (name: string) => readFileSync(at(name), 'utf8');
const buffer = (name: string) => {
  const bytes = readFileSync(at(name));
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
};

describe('kept documents that are divided among files', () => {
  test.each([undefined, 0])(
    'kept documents that are divided among files are together the lines of the single file (lines in blocks: %s)',
    async (chunk) => {
      const [single] = await run('in.jsonl', { output: at('out.jsonl') });
      const lines = content(single);
      rmSync(at(single));
      const names = await run('in.jsonl', { output: at('out.jsonl'), split: 3, chunk });
      expect(names).toEqual([
        'out-00000-of-00003.jsonl',
        'out-00001-of-00003.jsonl',
        'out-00002-of-00003.jsonl',
      ]);
      expect(names.map((name) => content(name).split('\n').length - 1)).toEqual([3, 3, 2]);
      expect(names.map(content).join('')).toBe(lines);
      expect(content('out.jsonl.removed.jsonl').split('\n')).toHaveLength(3);
    },
  );

  test('kept documents that are divided among files are compressed by the ending of the name', async () => {
    const names = await run('in.jsonl', { output: at('out.jsonl.gz'), split: 2 });
    expect(names).toEqual(['out-00000-of-00002.jsonl.gz', 'out-00001-of-00002.jsonl.gz']);
    const ids = names.flatMap((name) =>
      gunzipSync(readFileSync(at(name)))
        .toString()
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).id),
    );
    expect(ids).toEqual(DOCUMENTS.slice(0, 8).map(({ id }) => id));
  });

  test.each(['in.csv', 'in.jsonl'])(
    'kept documents that are divided among files have the same header in every table, even in one without rows: %s',
    async (input) => {
      const names = await run(input, { output: at('out.csv'), split: 9 });
      expect(names).toHaveLength(9);
      const tables = names.map((name) => papaparse.parse<string[]>(content(name).trim()).data);
      const header = input === 'in.csv' ? ['id', 'text', 'n'] : ['id', 'text', 'n', 'rare'];
      for (const [head] of tables) expect(head).toEqual(header);
      expect(tables.map(([, row]) => row?.[0])).toEqual([
        ...DOCUMENTS.slice(0, 8).map(({ id }) => id),
        undefined,
      ]);
    },
  );

  test('kept documents that are divided among files have the same columns and types in every Parquet file', async () => {
    const names = await run('in.jsonl', { output: at('out.parquet'), split: 2 });
    const schemas = [];
    const rows = [];
    for (const name of names) {
      const { children } = parquetSchema(await parquetMetadataAsync(buffer(name)));
      schemas.push(children.map(({ element }) => `${element.name} ${element.type}`));
      rows.push(...(await parquetReadObjects({ file: buffer(name) })));
    }
    expect(schemas[0]).toEqual(['id BYTE_ARRAY', 'text BYTE_ARRAY', 'n DOUBLE', 'rare BYTE_ARRAY']);
    expect(schemas[1]).toEqual(schemas[0]);
    expect(rows.map(({ id, n }) => [id, n])).toEqual(DOCUMENTS.slice(0, 8).map(({ id, n }) => [id, n]));
    expect(await texts(names.map(at)).toArray()).toHaveLength(8);
  });

  test('kept documents that are divided among files appear together or not at all', async () => {
    // in the place of the last file
    mkdirSync(at('out-00001-of-00002.jsonl'));
    await expect(run('in.jsonl', { output: at('out.jsonl'), split: 2 })).rejects.toMatchObject({
      code: 'WRITE_FAILED',
    });
    expect(readdirSync(root).sort()).toEqual(['in.csv', 'in.jsonl', 'out-00001-of-00002.jsonl']);
  });

  test('kept documents that are divided among files are refused for a folder, for standard output, and without an output', async () => {
    await expect(run('in.jsonl', { output: at('out/'), split: 2 })).rejects.toThrow(
      'the name of a file to divide',
    );
    await expect(run('in.jsonl', { output: '-', split: 2 })).rejects.toThrow('the name of a file to divide');
    await expect(run('in.jsonl', { split: 2 })).rejects.toThrow('`split` has no effect');
  });
});
