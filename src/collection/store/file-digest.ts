/** Detects changes of a file, by its size, modification time and SHA-256. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';

export interface FileFacts {
  readonly size: number;
  /** In milliseconds since 1970. */
  readonly modified: number;
}

const READ_AT_ONCE = 1 << 20;

export async function fileFacts(path: string): Promise<FileFacts> {
  const { size, mtimeMs } = await stat(path);
  return { size, modified: mtimeMs };
}

/** In hexadecimal digits. */
export async function fileDigest(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: READ_AT_ONCE })) hash.update(chunk);
  return hash.digest('hex');
}
