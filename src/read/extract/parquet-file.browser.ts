/** In a browser no source has a path: Parquet files are read from memory. */
import type { ParquetFile } from './parquet-file.ts';

export async function openParquetFile(path: string): Promise<ParquetFile> {
  throw new TypeError(`Expected bytes, got the path ${path}.`);
}
