/** Pages of Parquet files without a value, as a column of nulls has: some codecs of hyparquet-compressors take their one byte for damage. */
import type { Compressors } from 'hyparquet';

/** The same codecs; a page without bytes is not given to them. */
export function withEmptyPages(codecs: Compressors): Compressors {
  const entries = Object.entries(codecs).map(([name, decompress]) => [
    name,
    (input: Uint8Array, length: number) => (length === 0 ? new Uint8Array() : decompress(input, length)),
  ]);
  return Object.fromEntries(entries);
}
