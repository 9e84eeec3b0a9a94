/**
 * Folders in which Hugging Face `datasets` saved a dataset: Arrow data in several files, which `state.json` lists, and notes. Other files there,
 * such as caches of earlier steps, are not of the dataset.
 */
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

export const DATASET_STATE = 'state.json';
export const DATASET_INFO = 'dataset_info.json';
/** In the folder that holds a folder for each split. */
export const DATASET_SPLITS = 'dataset_dict.json';

export interface SavedDataset {
  /** Names of its files, in the order of the rows. */
  readonly files: readonly string[];
  readonly state: Readonly<Record<string, unknown>>;
}

/** Undefined if the folder holds something else. */
export async function savedDataset(folder: string): Promise<SavedDataset | undefined> {
  const state = await readObject(join(folder, DATASET_STATE));
  const info = await readObject(join(folder, DATASET_INFO));
  const listed = state?._data_files;
  if (state === undefined || info === undefined || !Array.isArray(listed)) return undefined;
  const names = listed.map((file) => (file as { filename?: unknown } | null)?.filename);
  const isPlain = (name: unknown): name is string => typeof name === 'string' && basename(name) === name;
  return names.every(isPlain) ? { files: names, state } : undefined;
}

/** True for a folder of splits. */
export async function isSavedSplits(folder: string): Promise<boolean> {
  return Array.isArray((await readObject(join(folder, DATASET_SPLITS)))?.splits);
}

/** Undefined for a file that is missing, or no JSON object. */
export async function readObject(path: string): Promise<Record<string, unknown> | undefined> {
  try {
    const value: unknown = JSON.parse(await readFile(path, 'utf8'));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
