/** Parquet: one document per row. Rows are read in another process, one row group at a time. */

import { openParts } from '../../platform/files.ts';
import type { Reader, Source } from '../../read.ts';
import { tooLong } from '../messages.ts';
import { wholeDocument } from '../whole-document.ts';
import type { ExtractInput } from './extractor.ts';
import { isParquet, openStored } from './parquet-buffers.ts';

export const parquetReader: Reader = {
  name: 'parquet',
  extensions: ['.parquet'],
  many: true,

  recognizes: isParquet,
  mayBe: isParquet,

  async *read(source, options) {
    const input = await inputOf(source, options.maxDocument);
    if (!input)
      return yield {
        ...tooLong('a Parquet file that is compressed or in memory', undefined, options.maxDocument),
      };
    const { extract } = await import('./workers/pool.ts');
    yield* extract('parquet', input, options);
  },
};

/** A file is read in pieces, from its end; a source without a path, or compressed as a whole, must be in memory. */
async function inputOf(source: Source, max: number): Promise<ExtractInput | undefined> {
  const remote = source.openParts && (await openStored(source));
  if (remote !== undefined)
    return {
      parts: {
        byteLength: remote.file.byteLength,
        slice: async (start, end) => remote.file.slice(start, end),
      },
    };
  if (source.path !== undefined && (await startsAsParquet(source.path))) return { path: source.path };
  const bytes = await wholeDocument(source, max);
  return bytes && { bytes };
}

async function startsAsParquet(path: string): Promise<boolean> {
  const file = await openParts(path);
  try {
    return isParquet(new Uint8Array(await file.slice(0, 4)));
  } finally {
    await file.close();
  }
}
