/** Which reader reads this? The user's choice decides, then the first bytes, then the extension, then whether it looks like text. */
import { badOption } from '../errors.ts';
import type { Reader, ReadOptions, Source } from '../read.ts';
import type { Told } from '../wording.ts';
import { type Archive, archiveOf } from './archives/archives.ts';
import { csv, looksLikeTable } from './csv/csv.ts';
import { doc, docx, epub, fodt, odt, pdf, rtf } from './extract/extracted.ts';
import { parquet } from './extract/parquet-reader.ts';
import { HEAD_BYTES, looksBinary, unsupportedFormat } from './foreign-formats.ts';
import { html } from './html/html.ts';
import { json } from './json/json.ts';
import { jsonl } from './json/jsonl.ts';
import { eml } from './mail/eml.ts';
import { mbox } from './mail/mbox.ts';
import { BINARY, foreignFormat } from './messages.ts';
import { markdown } from './text/markdown.ts';
import { text } from './text/text.ts';
import { warc } from './warc/warc.ts';

/** Every format, in the order in which they are asked whether they recognize a file. */
const READERS: readonly Reader[] = [
  ...[pdf, epub, odt, fodt, docx, doc, rtf, parquet, warc, mbox, eml],
  ...[html, jsonl, json, csv, markdown, text],
];

export function listReaders(): readonly Reader[] {
  return READERS;
}

/** The reader of a source, how to read its members if it is an archive, or the problem if there is no reader for it. */
export function readerFor(
  source: Pick<Source, 'name' | 'path' | 'container'>,
  head: Uint8Array,
  options: Pick<ReadOptions, 'format' | 'textField'>,
): Reader | { readonly archive: Archive } | Told {
  const start = head.subarray(0, HEAD_BYTES);
  const named = options.format === 'auto' ? undefined : readerNamed(options.format);
  const archive = archiveOf(start);
  // documents that are zip archives themselves begin like one
  if (named) return archive && named.mayBe?.(start) !== true ? { archive } : named;
  const extension = extensionOf(source.name);

  const foreign = unsupportedFormat(start);
  if (foreign) return foreignFormat(foreign);
  const recognized = READERS.find((reader) => reader.recognizes?.(start));
  if (recognized) return recognized;
  const isBinary = looksBinary(start);
  const byName = READERS.find((reader) => reader.extensions.includes(extension));
  if (byName?.mayBe?.(start) ?? !(isBinary || archive))
    return byName ?? (isUnnamed(source, extension) && looksLikeTable(start, options) ? csv : text);
  if (archive) return { archive };
  return isBinary ? BINARY : text;
}

/** A pipe: nothing but its content can tell what it is. */
function isUnnamed({ path, container }: Pick<Source, 'path' | 'container'>, extension: string): boolean {
  return path === undefined && container === undefined && extension === '';
}

/** Raises BAD_OPTION for a format without a reader. */
export function checkFormat(format: string): void {
  if (format !== 'auto') readerNamed(format);
}

function readerNamed(name: string): Reader {
  const reader = READERS.find((reader) => reader.name === name);
  if (reader) return reader;
  throw badOption('format', `auto or one of ${READERS.map((reader) => reader.name).join(', ')}`, name);
}

/** Lower case with its dot, compression endings removed: `.jsonl` of `A.JSONL.gz`. */
function extensionOf(name: string): string {
  const file = name.slice(name.lastIndexOf('/') + 1).toLowerCase();
  const plain = file.replace(/\.(gz|gzip|zst|zstd|bz2|xz)$/, '');
  const dot = plain.lastIndexOf('.');
  return dot <= 0 ? '' : plain.slice(dot);
}
