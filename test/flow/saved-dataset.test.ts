/** Folders that Hugging Face `datasets` saved are read as one dataset, and written as one. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ArrowWriter, buildColumn, plainField } from '../../src/arrow/index.ts';
import { type DedupOptions, dedup, type Problem, texts } from '../../src/index.ts';

const FERRY = 'The ferry leaves at nine from the north pier, weather permitting, and comes back at six.';
const LAMP = 'A lamp in the window of the house on the hill was seen by all the boats that came home.';

let root: string;
const at = (...names: string[]) => join(root, ...names);
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'neardup-saved-'));
});
afterEach(() => rmSync(root, { recursive: true }));

async function arrowOf(column: readonly string[]): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  const field = plainField('text', 'text');
  const writer = new ArrowWriter({ fields: [field], metadata: [] }, 'stream', (bytes) => {
    parts.push(bytes);
  });
  await writer.begin();
  await writer.batch({ length: column.length, columns: [buildColumn(field, column)] });
  await writer.end();
  return Buffer.concat(parts);
}

/** As `Dataset.save_to_disk` writes it. */
async function save(folder: string, files: Readonly<Record<string, readonly string[]>>): Promise<void> {
  mkdirSync(at(folder), { recursive: true });
  for (const [name, column] of Object.entries(files)) writeFileSync(at(folder, name), await arrowOf(column));
  const listed = Object.keys(files).map((filename) => ({ filename }));
  writeFileSync(
    at(folder, 'state.json'),
    JSON.stringify({ _data_files: listed, _fingerprint: 'abc', _split: null }),
  );
  const features = { text: { dtype: 'string', _type: 'Value' } };
  writeFileSync(
    at(folder, 'dataset_info.json'),
    JSON.stringify({ features, splits: { train: { num_examples: 3 } } }),
  );
}

async function run(input: string, options: DedupOptions): Promise<Problem[]> {
  const problems: Problem[] = [];
  await dedup(at(input), { ...options, onProblem: (problem) => problems.push(problem) }).summary;
  return problems;
}

const textsOf = async (path: string) => (await texts(at(path)).toArray()).map(({ text }) => text);
const json = (...names: string[]) => JSON.parse(readFileSync(at(...names), 'utf8'));

describe('a saved dataset', () => {
  test('the files that a saved dataset lists are read, and neither its notes nor caches beside them', async () => {
    await save('saved', { 'data-0.arrow': [FERRY, LAMP], 'data-1.arrow': [FERRY] });
    writeFileSync(at('saved', 'cache-1.arrow'), await arrowOf(['A text of an earlier step.']));
    expect(await run('saved', { output: at('clean/') })).toEqual([]);
    expect(readdirSync(at('clean')).sort()).toEqual(['data-0.arrow', 'dataset_info.json', 'state.json']);
    expect(await textsOf('clean')).toEqual([FERRY, LAMP]);
  });

  test('the notes of a dataset of kept rows name its files, and no figures of the one before', async () => {
    await save('saved', { 'data-0.arrow': [FERRY, LAMP], 'data-1.arrow': [FERRY] });
    await run('saved', { output: at('clean/') });
    const { _data_files: files, _fingerprint: fingerprint, _split } = json('clean', 'state.json');
    expect(files).toEqual([{ filename: 'data-0.arrow' }]);
    expect(fingerprint).toMatch(/^[0-9a-f]{16}$/);
    expect(_split).toBe(null);
    expect(json('clean', 'dataset_info.json')).toEqual({
      features: { text: { dtype: 'string', _type: 'Value' } },
    });
    await run('saved', { annotate: at('all/') });
    expect(json('all', 'dataset_info.json').features['neardup.kept']).toEqual({
      dtype: 'bool',
      _type: 'Value',
    });
  });

  test('a split of which no row is kept is still a dataset', async () => {
    await save('saved/test', { 'data-0.arrow': [FERRY] });
    await save('saved/train', { 'data-0.arrow': [FERRY] });
    writeFileSync(at('saved', 'dataset_dict.json'), JSON.stringify({ splits: ['train', 'test'] }));
    expect(await run('saved', { output: at('clean/') })).toEqual([]);
    expect(json('clean', 'dataset_dict.json')).toEqual({ splits: ['train', 'test'] });
    expect(await textsOf('clean')).toEqual([FERRY]);
    expect(json('clean', 'train', 'state.json')._data_files).toEqual([{ filename: 'data-0.arrow' }]);
    expect(readFileSync(at('clean', 'train', 'data-0.arrow')).length).toBeGreaterThan(100);
  });

  test('a file of a saved dataset that is missing is reported', async () => {
    await save('saved', { 'data-0.arrow': [FERRY], 'data-1.arrow': [LAMP] });
    rmSync(at('saved', 'data-1.arrow'));
    expect(await run('saved', {})).toMatchObject([
      { source: expect.stringContaining('data-1.arrow'), reason: 'Cannot be read: no such file.' },
    ]);
  });
});
