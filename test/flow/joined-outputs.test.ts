/** What is written can be joined with what is said of it, and keeps every column. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parquetWriteFile } from 'hyparquet-writer';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dedup } from '../../src/index.ts';

const FERRY = 'The ferry to the island leaves at nine from the second pier behind the old customs house';
const LAMP = 'A green lamp was found in the attic of the mill, wrapped in three issues of a weekly paper';

let root = '';
const at = (name: string) => join(root, name);
const lines = (path: string) => readFileSync(path, 'utf8').trimEnd().split('\n');

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'neardup-joined-'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('ids that were renamed', () => {
  const documents = [
    { id: 'a', text: FERRY, n: 0 },
    { id: 'a', text: LAMP, n: 1 },
    { id: 'a', text: `${LAMP}!`, n: 2 },
    { id: 'b', text: `${FERRY}.`, n: 3 },
  ];

  test.each(['\n', '\r\n'])(
    'renamed ids are those of the output, and nothing else in the lines is changed (%j)',
    async (end) => {
      writeFileSync(
        at('in.jsonl'),
        documents.map((document) => `${JSON.stringify(document)}${end}`).join(''),
      );
      const options = { duplicateIds: 'rename', output: at('out.jsonl'), keep: 'last', threads: 1 } as const;
      const removed = await dedup(at('in.jsonl'), options).toArray();
      expect(removed.map(({ id, keptId }) => [id, keptId])).toEqual([
        ['a', 'b'],
        ['a#2', 'a#3'],
      ]);
      const written = lines(at('out.jsonl')).map((line) => JSON.parse(line));
      expect(written).toEqual([{ ...documents[2], id: 'a#3' }, documents[3]]);
    },
  );
});

test('a Parquet file written as CSV keeps all of its columns', async () => {
  parquetWriteFile({
    filename: at('in.parquet'),
    columnData: [
      { name: 'url', data: ['u1', 'u2', 'u3'], type: 'STRING' },
      { name: 'body', data: [FERRY, `${FERRY}!`, LAMP], type: 'STRING' },
      { name: 'score', data: [1.5, 2.5, 3.5], type: 'DOUBLE' },
    ],
  });
  const fields = { idField: 'url', textField: 'body' };
  await dedup(at('in.parquet'), { ...fields, output: at('out.csv'), threads: 1 }).toArray();
  expect(lines(at('out.csv'))).toEqual(['\ufeffurl,body,score', `u1,${FERRY},1.5`, `u3,"${LAMP}",3.5`]);
});
