/**
 * The directory of a zip archive, with the sizes of Zip64. Positions are checked; names are only compared, never paths. Other bytes may
 * precede the archive, whether its positions count them or not: the directory is right before the record at the end.
 */
import { BadDocument } from '../bad-document.ts';

export interface ZipEntry {
  /** With forward slashes, none at the beginning. */
  readonly name: string;
  readonly method: number;
  readonly encrypted: boolean;
  /** Bytes in the archive. */
  readonly stored: number;
  /** Where its own header is. */
  readonly header: number;
}

/** Bytes that can be read at any position. */
export interface ZipBytes {
  readonly size: number;
  /** Returns fewer bytes at the end. */
  read(position: number, length: number): Uint8Array;
}

export const STORED = 0;
export const DEFLATED = 8;

/** @param maxEntries More are refused. */
export function zipDirectory(bytes: ZipBytes, maxEntries: number): ZipEntry[] {
  const { count, size, offset, end } = directoryEnd(bytes);
  if (count > maxEntries) throw new BadDocument(`Expected at most ${maxEntries} files in it, got ${count}.`);
  const before = end - size - offset;
  if (before < 0 || size > MAX_DIRECTORY) throw damagedZip();
  const directory = viewOf(bytes, end - size, size);
  const entries: ZipEntry[] = [];
  for (let i = 0, at = 0; i < count; i++) {
    if (at + 46 > size || directory.getUint32(at, true) !== CENTRAL) throw damagedZip();
    const nameEnd = at + 46 + directory.getUint16(at + 28, true);
    const extraEnd = nameEnd + directory.getUint16(at + 30, true);
    if (extraEnd > size) throw damagedZip();
    const name = new Uint8Array(directory.buffer, directory.byteOffset + at + 46, nameEnd - at - 46);
    const large = largeValues(directory, at, nameEnd, extraEnd);
    entries.push({
      name: nameOf(name).replaceAll('\\', '/').replace(/^\/+/, ''),
      encrypted: (directory.getUint16(at + 8, true) & 1) === 1,
      method: directory.getUint16(at + 10, true),
      stored: large.stored,
      header: large.header + before,
    });
    at = extraEnd + directory.getUint16(at + 32, true);
  }
  if (before > 0 && isLastPart(bytes, firstHeader(entries) ?? end - size)) throw damagedZip();
  return entries;
}

/** Where the first file of an archive begins; undefined if it has none. */
export function firstHeader(entries: readonly ZipEntry[]): number | undefined {
  if (entries.length === 0) return undefined;
  return entries.reduce((first, { header }) => Math.min(first, header), Number.POSITIVE_INFINITY);
}

/** Whether bytes that end like this end with the record of a directory, and its comment with them. */
export function endsWithDirectory(end: Uint8Array): boolean {
  const view = new DataView(end.buffer, end.byteOffset, end.byteLength);
  for (let at = view.byteLength - END_BYTES; at >= 0; at--) {
    const isRecord = view.getUint32(at, true) === END;
    if (isRecord && at + END_BYTES + view.getUint16(at + 20, true) === view.byteLength) return true;
  }
  return false;
}

/** Where the bytes of an entry begin. */
export function dataStart(bytes: ZipBytes, entry: ZipEntry): number {
  const header = viewOf(bytes, entry.header, 30);
  if (header.getUint32(0, true) !== LOCAL) throw damagedZip();
  return entry.header + 30 + header.getUint16(26, true) + header.getUint16(28, true);
}

export function damagedZip(): BadDocument {
  return new BadDocument(
    'Expected a whole zip archive (DOCX, ODT and EPUB are such), got one that is truncated or damaged.',
  );
}

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const END_BYTES = 22;
/** The record at the end with the longest comment. */
export const MAX_END_BYTES = END_BYTES + 0xffff;
const LARGE = 0xffffffff;
/** A million entries with names of usual length. */
const MAX_DIRECTORY = 256 << 20;

interface DirectoryEnd {
  readonly count: number;
  readonly size: number;
  readonly offset: number;
  /** Where the directory ends. */
  readonly end: number;
}

function directoryEnd(bytes: ZipBytes): DirectoryEnd {
  const start = Math.max(0, bytes.size - MAX_END_BYTES);
  const tail = viewOf(bytes, start, bytes.size - start);
  let at = tail.byteLength - END_BYTES;
  while (at >= 0 && tail.getUint32(at, true) !== END) at--;
  if (at < 0) throw damagedZip();
  // after the comment, another archive may follow that was cut off
  for (let after = at + END_BYTES + tail.getUint16(at + 20, true); after + 4 <= tail.byteLength; after++) {
    if (tail.getUint32(after, true) === LOCAL) throw damagedZip();
  }
  const plain = {
    count: tail.getUint16(at + 10, true),
    size: tail.getUint32(at + 12, true),
    offset: tail.getUint32(at + 16, true),
    end: start + at,
  };
  const isLarge = plain.count === 0xffff || plain.size === LARGE || plain.offset === LARGE;
  if (!isLarge || at < 20 || tail.getUint32(at - 20, true) !== 0x07064b50) return plain;
  // its position is given, but may not count the bytes before the archive; most records end where the locator begins
  const given = Number(tail.getBigUint64(at - 12, true));
  const usual = start + at - 20 - LARGE_END_BYTES;
  const end = [usual, given].find((position) => isLargeEnd(bytes, position));
  if (end === undefined) throw damagedZip();
  const record = viewOf(bytes, end, LARGE_END_BYTES);
  return {
    count: Number(record.getBigUint64(32, true)),
    size: Number(record.getBigUint64(40, true)),
    offset: Number(record.getBigUint64(48, true)),
    end,
  };
}

const LARGE_END_BYTES = 56;

function isLargeEnd(bytes: ZipBytes, position: number): boolean {
  if (!(position >= 0 && position + LARGE_END_BYTES <= bytes.size)) return false;
  return viewOf(bytes, position, 4).getUint32(0, true) === 0x06064b50;
}

/**
 * Whether an archive that begins at `start` is only the last part of another one, which was cut, or follows another archive: the bytes begin
 * as an archive does, or the header of a stored file or the record of a directory ends right before it.
 */
function isLastPart(bytes: ZipBytes, start: number): boolean {
  if (start === 0) return false;
  if (bytes.size >= 4 && viewOf(bytes, 0, 4).getUint32(0, true) === LOCAL) return true;
  const from = Math.max(0, start - MAX_HEADER_BYTES);
  const view = viewOf(bytes, from, start - from);
  for (let at = view.byteLength - END_BYTES; at >= 0; at--) {
    const signature = view.getUint32(at, true);
    const left = view.byteLength - at;
    if (signature === END && END_BYTES + view.getUint16(at + 20, true) === left) return true;
    if (signature !== LOCAL || left < 30) continue;
    if (30 + view.getUint16(at + 26, true) + view.getUint16(at + 28, true) === left) return true;
  }
  return false;
}

/** A header with the longest name and extra field. */
const MAX_HEADER_BYTES = 30 + 2 * 0xffff;

/** Values that do not fit are in an extra field, in the order of those that are missing. */
function largeValues(
  view: DataView,
  at: number,
  from: number,
  to: number,
): { stored: number; header: number } {
  const inflated = view.getUint32(at + 24, true);
  let stored = view.getUint32(at + 20, true);
  let header = view.getUint32(at + 42, true);
  for (let extra = from; extra + 4 <= to; extra += 4 + view.getUint16(extra + 2, true)) {
    if (view.getUint16(extra, true) !== 1) continue;
    let value = extra + 4;
    const next = () => {
      if (value + 8 > to) throw damagedZip();
      value += 8;
      return Number(view.getBigUint64(value - 8, true));
    };
    if (inflated === LARGE) next();
    if (stored === LARGE) stored = next();
    if (header === LARGE) header = next();
    break;
  }
  return { stored, header };
}

function viewOf(bytes: ZipBytes, position: number, length: number): DataView {
  if (!(position >= 0 && length >= 0 && position + length <= bytes.size)) throw damagedZip();
  const { buffer, byteOffset, byteLength } = bytes.read(position, length);
  if (byteLength < length) throw damagedZip();
  return new DataView(buffer, byteOffset, byteLength);
}

/** UTF-8 if it is valid, whatever the flag says; otherwise the charset of DOS, which Windows uses in Cyrillic countries. */
function nameOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return new TextDecoder('ibm866').decode(bytes);
  }
}
