/** A small file that appears whole or not at all. */
import { atomicFile } from '../../../index.ts';

export async function writeWhole(path: string, text: string): Promise<void> {
  const file = await atomicFile(path);
  try {
    await file.write(text);
    await file.commit();
  } finally {
    await file.abort();
  }
}
