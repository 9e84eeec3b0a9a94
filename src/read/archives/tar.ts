/** Tar archives of all kinds (v7, ustar, pax, GNU), read from beginning to end, because most are compressed. */

import { DamagedData } from '../../platform/damaged-data.ts';
import type { Source } from '../../read.ts';
import { ByteReader } from '../sources/byte-reader.ts';
import { memorySource } from '../sources/memory-source.ts';
import { type Budget, isHiddenMember, MemberNames, type MemberOptions, unreadable } from './members.ts';

const BLOCK = 512;
/** More than programs write after the last file. */
const PADDING = 1 << 20;
/** Names and other fields that do not fit into a header. */
const MAX_EXTENSION = 1 << 20;

export function isTar(head: Uint8Array): boolean {
  return head.length >= BLOCK && headerOf(head.subarray(0, BLOCK)) !== undefined;
}

export async function* tarMembers(
  source: Source,
  options: MemberOptions,
  budget: Budget,
): AsyncGenerator<Source> {
  const chunks = source.open();
  const reader = new ByteReader(chunks);
  const names = new MemberNames(source.name);
  let longName: string | undefined;
  let longSize: number | undefined;
  try {
    for (;;) {
      const block = await reader.take(BLOCK);
      if (block.length === 0) throw new DamagedData('tar data without its end: files may be missing');
      if (block.length === BLOCK && block.every((byte) => byte === 0)) {
        // zeros end the archive; after them, only the end of the compressed data can be damaged
        await reader.skip(PADDING);
        return;
      }
      const header = block.length < BLOCK ? undefined : headerOf(block);
      if (header === undefined) throw new DamagedData('tar data without the next header');
      const size = longSize ?? header.size;
      const isExtension = EXTENSIONS.has(header.type);
      const isFile = FILES.has(header.type);
      const name = longName ?? header.name;
      const fits = size <= (isExtension ? MAX_EXTENSION : options.maxDocument);
      const wanted = fits && (isExtension || (isFile && !isHiddenMember(name)));
      budget.take(size);
      const content = wanted ? await reader.take(size) : undefined;
      const got = content?.length ?? (await reader.skip(size));
      const padding = (BLOCK - (size % BLOCK)) % BLOCK;
      const isCut = (await reader.skip(padding)) < padding;
      if (got < size) throw new DamagedData('truncated tar data');
      if (isExtension) {
        if (header.type === 'L') longName = cString(content ?? block.subarray(0, 0));
        else if (header.type === 'x') {
          const records = paxRecords(content);
          longName = records.get('path') ?? longName;
          longSize = records.has('size') ? sizeOf(records.get('size')!) : undefined;
        }
        continue;
      }
      if (isFile && !isHiddenMember(name)) {
        const label = names.nameOf(name);
        if (content) yield memorySource(label, content);
        else
          yield unreadable(
            label,
            `It has ${size} bytes, too many for a file in a tar archive: unpack it first.`,
          );
      }
      if (isCut) throw new DamagedData('truncated tar data');
      longName = undefined;
      longSize = undefined;
    }
  } finally {
    await (chunks as AsyncGenerator).return?.(undefined);
  }
}

/** Types of headers: files, and headers that hold fields of the next one (or of all, which are not needed). */
const FILES = new Set(['0', '\0', '7']);
const EXTENSIONS = new Set(['x', 'L', 'K', 'g']);

interface TarHeader {
  readonly name: string;
  readonly size: number;
  readonly type: string;
}

/** Undefined if the sum does not match: then it is not a header. */
function headerOf(block: Uint8Array): TarHeader | undefined {
  let sum = 0;
  // the sum counts itself as spaces
  for (let i = 0; i < BLOCK; i++) sum += i >= 148 && i < 156 ? 0x20 : block[i];
  if (block[0] === 0 || octal(block.subarray(148, 156)) !== sum) return undefined;
  const size = (block[124] & 0x80) !== 0 ? large(block.subarray(125, 136)) : octal(block.subarray(124, 136));
  if (!Number.isSafeInteger(size)) return undefined;
  const isPosix = cString(block.subarray(257, 263)) === 'ustar';
  const prefix = isPosix ? cString(block.subarray(345, 500)) : '';
  const name = cString(block.subarray(0, 100));
  return {
    name: prefix === '' ? name : `${prefix}/${name}`,
    size,
    type: String.fromCharCode(block[156]),
  };
}

function octal(field: Uint8Array): number {
  const digits = cString(field).trim();
  return /^[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : digits === '' ? 0 : Number.NaN;
}

function large(field: Uint8Array): number {
  return field.reduce((value, byte) => value * 256 + byte, 0);
}

function sizeOf(digits: string): number {
  const size = Number(digits);
  if (!Number.isSafeInteger(size) || size < 0) throw new DamagedData('tar data with an impossible size');
  return size;
}

function cString(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  return new TextDecoder().decode(end === -1 ? bytes : bytes.subarray(0, end));
}

/** Lines like `27 path=folder/name.txt`, whose length comes first. */
function paxRecords(content: Uint8Array | undefined): Map<string, string> {
  const records = new Map<string, string>();
  const bytes = content ?? new Uint8Array(0);
  for (let at = 0; at < bytes.length; ) {
    const space = bytes.indexOf(0x20, at);
    const length = space === -1 ? 0 : Number(new TextDecoder().decode(bytes.subarray(at, space)));
    if (!Number.isSafeInteger(length) || length <= space - at) break;
    const record = new TextDecoder().decode(bytes.subarray(space + 1, at + length - 1));
    const equals = record.indexOf('=');
    records.set(record.slice(0, equals), record.slice(equals + 1));
    at += length;
  }
  return records;
}
