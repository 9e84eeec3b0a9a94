/** A Parquet file on disk, of which parts are read: its footer, then one row group after the other. */
import { open } from 'node:fs/promises';
import type { AsyncBuffer } from 'hyparquet';

export interface ParquetFile {
  readonly file: AsyncBuffer;
  close(): Promise<void>;
}

export async function openParquetFile(path: string): Promise<ParquetFile> {
  const handle = await open(path, 'r');
  const { size } = await handle.stat();
  const file: AsyncBuffer = {
    byteLength: size,
    async slice(start, end = size) {
      const from = start < 0 ? Math.max(0, size + start) : start;
      const buffer = new ArrayBuffer(Math.max(0, Math.min(end, size) - from));
      await handle.read(new Uint8Array(buffer), 0, buffer.byteLength, from);
      return buffer;
    },
  };
  return { file, close: () => handle.close() };
}
