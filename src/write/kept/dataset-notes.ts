/** The notes of datasets that Hugging Face `datasets` saved, for a folder of kept rows: with them, it is such a dataset again. */
import { createHash } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import {
  DATASET_INFO,
  DATASET_SPLITS,
  DATASET_STATE,
  isSavedSplits,
  readObject,
  type SavedDataset,
  savedDataset,
} from '../../platform/saved-dataset.ts';
import type { Source } from '../../read.ts';
import type { AddedColumn } from '../../write.ts';

/** A dataset of the input, and its files among the sources. */
export interface InputDataset extends SavedDataset {
  readonly folder: string;
  readonly sources: readonly Source[];
}

export async function datasetsAmong(sources: readonly Source[]): Promise<InputDataset[]> {
  const byFolder = new Map<string, Source[]>();
  for (const source of sources) {
    if (source.path === undefined) continue;
    const folder = dirname(source.path);
    const known = byFolder.get(folder);
    if (known === undefined) byFolder.set(folder, [source]);
    else known.push(source);
  }
  const datasets: InputDataset[] = [];
  for (const [folder, own] of byFolder) {
    const dataset = await savedDataset(folder);
    const parts = own.filter(({ path }) => dataset?.files.includes(basename(path!)));
    if (dataset !== undefined && parts.length > 0) datasets.push({ ...dataset, folder, sources: parts });
  }
  return datasets;
}

/** The notes of a dataset. @param written Its files in the output, with their bytes. */
export async function notesOf(
  { folder, state }: InputDataset,
  written: ReadonlyMap<string, number>,
  added: readonly AddedColumn[],
): Promise<[name: string, content: string][]> {
  // rows of another dataset: `datasets` finds stored steps by this name
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([state._fingerprint, [...written]]))
    .digest('hex')
    .slice(0, 16);
  const files = [...written.keys()].map((filename) => ({ filename }));
  const info = { ...(await readObject(join(folder, DATASET_INFO))) };
  // figures about all rows
  for (const name of ['splits', 'dataset_size', 'size_in_bytes']) delete info[name];
  if (typeof info.features === 'object')
    info.features = {
      ...info.features,
      ...Object.fromEntries(added.map(({ name, type }) => [name, { dtype: DTYPES[type], _type: 'Value' }])),
    };
  return [
    [DATASET_STATE, json({ ...state, _data_files: files, _fingerprint: fingerprint })],
    [DATASET_INFO, json(info)],
  ];
}

/** The note of the folder above these datasets, if they are splits of one. @param folders Of splits that were written. */
export async function splitsNote(
  above: string,
  folders: readonly string[],
): Promise<[name: string, content: string] | undefined> {
  if (!(await isSavedSplits(above))) return undefined;
  const { splits, ...others } = (await readObject(join(above, DATASET_SPLITS)))!;
  const written = (splits as unknown[]).filter((split) => folders.includes(split as string));
  return [DATASET_SPLITS, json({ splits: written, ...others })];
}

/** Types of added columns, as features are called. */
const DTYPES: Readonly<Record<AddedColumn['type'], string>> = {
  BOOLEAN: 'bool',
  INT64: 'int64',
  DOUBLE: 'float64',
  STRING: 'string',
};

function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
