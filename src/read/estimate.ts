/** Estimates the number of documents and the amount of text before reading, from the beginning or footer of the largest source. */
import type { ReadOptions, Source } from '../read.ts';
import { readArrowSource } from './arrow/open-arrow.ts';
import { FOOTER, isParquet, openStored } from './extract/parquet-buffers.ts';
import { readerFor } from './readers.ts';

export interface SizeEstimate {
  readonly documents: number;
  /** Bytes of text. */
  readonly bytes: number;
  /** The share of these that is in a script without spaces. */
  readonly dense: number;
  /** Documents are lines, which are held beside their texts. */
  readonly lines: boolean;
}

/** Bytes at the beginning of a source that are looked at. A mail may have a picture in it. */
const SAMPLE = 1 << 20;
/** Bytes in which the end of a long line is looked for. */
const MOST_LINE = 1 << 29;
const LF = 0x0a;
/** Text comes out of compressed files about this much larger. */
const EXPANSION = 3.5;

/** How the documents of a format begin. */
const BEGINNINGS: Readonly<Record<string, RegExp>> = {
  jsonl: /\n/g,
  csv: /\n/g,
  json: /\}\s*,\s*\{/g,
  mbox: /(?<=^|\n\r?\n)From /g,
  warc: /\nWARC-Type:\s*(?:response|resource|conversion)/gi,
};

export async function estimateDocuments(
  sources: readonly Source[],
  options: ReadOptions,
): Promise<SizeEstimate> {
  const stored = sources.reduce((sum, source) => sum + source.size, 0);
  if (sources.length === 0 || stored === 0)
    return { documents: sources.length, bytes: 0, dense: 0, lines: false };
  const largest = sources.reduce((a, b) => (a.size >= b.size ? a : b));
  try {
    const { head, isCompressed } = await sample(largest);
    const bytes = isCompressed ? stored * EXPANSION : stored;
    const dense = denseShare(head);
    const reader = head.length === 0 ? undefined : readerFor(largest, head, options);
    const name = reader !== undefined && 'name' in reader ? reader.name : '';
    const scale = (count: number, of: number) =>
      Math.max(sources.length, Math.round((count * bytes) / Math.max(of, 1)));
    if (name === 'parquet') {
      const found = await parquetRows(largest);
      if (found === undefined) return { documents: sources.length, bytes, dense, lines: false };
      return {
        documents: scale(found.rows, largest.size),
        bytes: (found.bytes * stored) / largest.size,
        dense,
        lines: false,
      };
    }
    if (name === 'arrow') {
      const found = await firstArrowBatch(largest, options);
      const documents = found === undefined ? sources.length : scale(found.rows, found.bytes);
      return { documents, bytes, dense, lines: false };
    }
    const beginning = BEGINNINGS[name];
    if (beginning === undefined) return { documents: sources.length, bytes, dense, lines: false };
    const count = [...new TextDecoder('latin1').decode(head).matchAll(beginning)].length;
    const lines = name === 'jsonl';
    // a line that is longer than the sample: without its length, memory for the texts of a few would be announced far too low
    const sampled = lines && count === 0 && head.length === SAMPLE ? await firstLine(largest) : head.length;
    return { documents: scale(Math.max(count, 1), sampled), bytes, dense, lines };
  } catch {
    // unreadable sources are reported when their turn comes
    return { documents: sources.length, bytes: stored, dense: 0, lines: false };
  }
}

/** Bytes until the first line ends, as far as is looked. */
async function firstLine(source: Source): Promise<number> {
  let bytes = 0;
  for await (const chunk of source.open()) {
    const end = chunk.indexOf(LF);
    if (end !== -1) return bytes + end + 1;
    bytes += chunk.length;
    if (bytes >= MOST_LINE) break;
  }
  return bytes;
}

/** Bytes that are looked at for the share of dense scripts. */
const DENSE_SAMPLE = 1 << 16;

/** The share of bytes, of UTF-8, that letters from kana to Hangul take: Han, and other scripts of three bytes a letter. */
function denseShare(head: Uint8Array): number {
  const step = Math.ceil(head.length / DENSE_SAMPLE) || 1;
  let letters = 0;
  for (let i = 0; i < head.length; i += step) if (head[i] >= 0xe3 && head[i] <= 0xed) letters++;
  return Math.min(1, (3 * letters * step) / Math.max(1, head.length));
}

async function sample(source: Source): Promise<{ head: Uint8Array; isCompressed: boolean }> {
  const head = new Uint8Array(SAMPLE);
  let length = 0;
  for await (const chunk of source.open()) {
    const part = chunk.subarray(0, SAMPLE - length);
    head.set(part, length);
    length += part.length;
    // its footer tells the rest, and parts of it can be fetched
    const isFarTable = source.openParts !== undefined && isParquet(head);
    if (length === SAMPLE || isFarTable) break;
  }
  return { head: head.subarray(0, length), isCompressed: /\.(gz|zst|bz2|xz)$/i.test(source.name) };
}

async function firstArrowBatch(
  source: Source,
  { documentMemory }: ReadOptions,
): Promise<{ rows: number; bytes: number } | undefined> {
  for await (const part of readArrowSource(source, documentMemory))
    if ('stated' in part) return { rows: part.stated, bytes: part.size };
  return undefined;
}

/** The footer of a Parquet file has the number of its rows, and their size before compression. */
async function parquetRows(source: Source): Promise<{ rows: number; bytes: number } | undefined> {
  const stored = await openStored(source);
  if (stored === undefined) return undefined;
  try {
    const { parquetMetadataAsync } = await import('hyparquet');
    const { num_rows: rows, row_groups: groups } = await parquetMetadataAsync(stored.file, FOOTER);
    return {
      rows: Number(rows),
      bytes: groups.reduce((sum, group) => sum + Number(group.total_byte_size), 0),
    };
  } finally {
    await stored.close();
  }
}
