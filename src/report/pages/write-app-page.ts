/** Writes the page that needs no server (`src/apps/page`), which the build has made. */

import { readNamedBytes } from '../../platform/files.ts';
import { ownFile } from '../../platform/own-files.ts';
import { atomicFile } from '../../write/index.ts';

/** The file appears whole or not at all, and replaces one of its name. */
export async function writeAppPage(path: string): Promise<void> {
  const page = readNamedBytes(ownFile('#app-page'));
  const file = await atomicFile(path);
  try {
    await file.write(page);
    await file.prepare();
    await file.commit();
  } catch (error) {
    await file.abort();
    throw error;
  }
}
