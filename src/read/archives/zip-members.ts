/** Members of a zip archive, each inflated when it is read and not before. */
import type { Source } from '../../read.ts';
import { BadDocument } from '../bad-document.ts';
import { isZip, unsupportedZip } from '../foreign-formats.ts';
import { foreignFormat, tooLong } from '../messages.ts';
import { decompress } from '../sources/decompress.ts';
import { inflateRaw } from '../sources/inflate.ts';
import { wholeDocument } from '../whole-document.ts';
import {
  type Budget,
  isHiddenMember,
  MemberNames,
  type MemberOptions,
  MOST_RATIO,
  unreadable,
} from './members.ts';
import {
  DEFLATED,
  damagedZip,
  dataStart,
  STORED,
  type ZipBytes,
  type ZipEntry,
  zipDirectory,
} from './zip-directory.ts';

const MAX_MEMBERS = 1_000_000;
/** A member that is larger than this must not have been compressed better than an archive may be. */
const SUSPICIOUS_BYTES = 16 << 20;
const CHUNK = 256 << 10;
/** Compressed bytes inflated at once: they inflate to 16 MB at most. */
const SLICE = 16 << 10;

export async function* zipMembers(
  source: Source,
  options: MemberOptions,
  budget: Budget,
): AsyncGenerator<Source> {
  const archive = await archiveIn(source, options);
  const { bytes, close } = await archive();
  let entries: ZipEntry[];
  try {
    entries = zipDirectory(bytes, MAX_MEMBERS);
  } finally {
    await close();
  }
  const kind = unsupportedZip(entries.map(({ name }) => name));
  if (kind !== undefined) throw new BadDocument(foreignFormat(kind));
  // with entries that share bytes, an archive of megabytes could inflate to petabytes
  if (entries.reduce((sum, entry) => sum + entry.stored, 0) > bytes.size)
    throw new BadDocument('Expected an archive of documents, got what looks like a zip bomb.');
  const names = new MemberNames(source.name);
  let members = 0;
  for (const entry of entries) {
    if (isHiddenMember(entry.name)) continue;
    members++;
    const name = names.nameOf(entry.name);
    if (entry.encrypted) yield unreadable(name, 'It is protected by a password: unpack the archive first.');
    else if (entry.method !== STORED && entry.method !== DEFLATED)
      yield unreadable(
        name,
        `It is compressed by method ${entry.method} of zip, which is not read: unpack it.`,
      );
    else yield { name, size: entry.stored, open: () => decompress(contentOf(archive, entry, budget)) };
  }
  if (members === 0) throw new BadDocument('The archive has no files to read.');
}

interface OpenArchive {
  readonly bytes: ZipBytes;
  close(): Promise<void>;
}

/** How to read the bytes: from the file, if there is one; compressed bytes and bytes in memory are held. */
async function archiveIn(
  source: Source,
  { maxDocument }: MemberOptions,
): Promise<() => Promise<OpenArchive>> {
  const file = await openFile(source);
  if (file !== undefined) {
    await file.close();
    return async () => {
      const again = await openFile(source);
      if (again === undefined) throw damagedZip();
      return again;
    };
  }
  const whole = await wholeDocument(source, maxDocument);
  if (whole === undefined) throw new BadDocument(tooLong('a compressed archive', undefined, maxDocument));
  const bytes = { size: whole.length, read: (at: number, length: number) => whole.subarray(at, at + length) };
  return async () => ({ bytes, close: async () => {} });
}

/** Undefined if there is no file, or if its bytes are not the archive itself. */
async function openFile(source: Source): Promise<OpenArchive | undefined> {
  const stored = await source.openFile?.();
  if (stored === undefined) return undefined;
  const read = (position: number, length: number) => {
    const target = new Uint8Array(length);
    let got = 0;
    for (let more = 1; got < length && more > 0; got += more)
      more = stored.read(target, got, length - got, position + got);
    return target.subarray(0, got);
  };
  if (isZip(read(0, 4))) return { bytes: { size: source.size, read }, close: () => stored.close() };
  await stored.close();
  return undefined;
}

async function* contentOf(
  archive: () => Promise<OpenArchive>,
  entry: ZipEntry,
  budget: Budget,
): AsyncGenerator<Uint8Array> {
  const { bytes, close } = await archive();
  try {
    const stored = storedChunks(bytes, entry);
    const inflated = entry.method === STORED ? stored : inflateRaw(stored, 'zip', SLICE);
    const allowed = Math.max(SUSPICIOUS_BYTES, MOST_RATIO * entry.stored);
    let total = 0;
    for await (const chunk of inflated) {
      total += chunk.length;
      budget.take(chunk.length);
      if (total > allowed) throw new BadDocument('Expected a document, got what looks like a zip bomb.');
      yield chunk;
    }
  } finally {
    await close();
  }
}

async function* storedChunks(bytes: ZipBytes, entry: ZipEntry): AsyncGenerator<Uint8Array> {
  const start = dataStart(bytes, entry);
  for (let at = 0; at < entry.stored; at += CHUNK) {
    const length = Math.min(CHUNK, entry.stored - at);
    const chunk = bytes.read(start + at, length);
    if (chunk.length < length) throw damagedZip();
    yield chunk;
  }
}
