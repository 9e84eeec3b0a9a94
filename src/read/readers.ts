/**
 * Which reader reads this? The user's choice decides, then the first bytes, then the extension, then whether it looks like text.
 * A zip archive is known by its directory (`archives/find-zip.ts`), since it may begin with anything.
 */
import { badOption } from '../errors.ts';
import type { Reader, ReadOptions, Source } from '../read.ts';
import type { Told } from '../wording.ts';
import { type Archive, archiveOf } from './archives/archives.ts';
import { findZip } from './archives/find-zip.ts';
import { zipMembers } from './archives/zip-members.ts';
import { arrow } from './arrow/arrow.ts';
import { BadDocument } from './bad-document.ts';
import { csv, looksLikeTable } from './csv/csv.ts';
import { EXTRACTED } from './extract/extracted-formats.ts';
import { parquetReader } from './extract/parquet-reader.ts';
import { HEAD_BYTES, isZip, looksBinary, unsupportedFormat } from './foreign-formats.ts';
import { html } from './html/html.ts';
import { json } from './json/json.ts';
import { jsonl } from './json/jsonl.ts';
import { eml } from './mail/eml.ts';
import { mbox } from './mail/mbox.ts';
import { BINARY, foreignFormat } from './messages.ts';
import { markdown } from './text/markdown.ts';
import { textReader } from './text/text.ts';
import { warc } from './warc/warc.ts';

/** Every format, in the order in which they are asked whether they recognize a file. */
const READERS: readonly Reader[] = [
  ...EXTRACTED,
  ...[parquetReader, arrow, warc, mbox, eml, html, jsonl, json, csv, markdown, textReader],
];

export function listReaders(): readonly Reader[] {
  return READERS;
}

type Found = Reader | { readonly archive: Archive } | Told;

/** The reader of a source, how to read its members if it is an archive, or the problem if there is no reader for it. */
export async function findReader(
  source: Source,
  head: Uint8Array,
  options: Pick<ReadOptions, 'format' | 'textField' | 'maxDocument'>,
): Promise<{ readonly found: Found; readonly source: Source }> {
  const guess = readerFor(source, head, options);
  const isOneDocument = 'many' in guess && !guess.many;
  try {
    const { source: looked, members } = await findZip(source, head, isOneDocument, options);
    if (members === undefined) return { found: guess, source: looked };
    const named = options.format === 'auto' ? undefined : readerNamed(options.format);
    const document = READERS.find((reader) => reader.isZipOf?.(members));
    const isDocument = document !== undefined && (named === undefined || named.isZipOf !== undefined);
    return { found: isDocument ? (named ?? document) : { archive: zipMembers }, source: looked };
  } catch (error) {
    if (error instanceof BadDocument) return { found: error.told, source };
    throw error;
  }
}

/** Finds the reader by the first bytes alone. They say little about a zip archive: its extension decides whether it is a document. */
export function readerFor(
  source: Pick<Source, 'name' | 'path' | 'container'>,
  head: Uint8Array,
  options: Pick<ReadOptions, 'format' | 'textField'>,
): Found {
  const start = head.subarray(0, HEAD_BYTES);
  const extension = extensionOf(source.name);
  const byName = READERS.find((reader) => reader.extensions.includes(extension));
  const named = options.format === 'auto' ? undefined : readerNamed(options.format);
  // before readers are asked: files in an archive that are stored as they are would be taken for the archive
  const archive = archiveOf(start);
  if (archive) {
    const reader = named ?? byName;
    return isZip(start) && reader?.isZipOf ? reader : { archive };
  }
  if (named) return named;

  const foreign = unsupportedFormat(start);
  if (foreign) return foreignFormat(foreign);
  const recognized = READERS.find((reader) => reader.recognizes?.(start));
  if (recognized) return recognized;
  const isBinary = looksBinary(start);
  if (byName?.mayBe?.(start) ?? !isBinary)
    return byName ?? (isUnnamed(source, extension) && looksLikeTable(start, options) ? csv : textReader);
  return isBinary ? BINARY : textReader;
}

/** A pipe: only its content can tell its format. */
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
