// The real data sets of ../shared/data, which are not part of the repository.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

const FOLDERS = ['../../../shared/data/', '../../../../shared/data/'];

/** The path of a file of a set, or undefined where the data are not there. */
export function sharedFile(path) {
  return FOLDERS.map((folder) => fileURLToPath(new URL(folder + path, import.meta.url))).find(existsSync);
}

/** The documents of a set; none where the data are not there. */
export function sharedDocuments(set) {
  const path = sharedFile(`${set}/docs.jsonl.gz`);
  if (path === undefined) return [];
  return gunzipSync(readFileSync(path))
    .toString()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}
