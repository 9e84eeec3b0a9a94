/** Makes names last: a new, renamed or removed file survives a loss of power once its folder was synced. */
import { open } from 'node:fs/promises';

/** Some file systems cannot sync a folder; their names last on their own, or not at all. */
const CANNOT = ['EINVAL', 'ENOTSUP', 'EOPNOTSUPP'];

export async function syncFolder(path: string): Promise<void> {
  // Windows cannot open a folder; its file systems keep names in a journal
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } catch (error) {
    if (!CANNOT.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  } finally {
    await folder.close();
  }
}
