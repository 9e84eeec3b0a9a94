/** Members of a zip archive, each inflated when it is read and not before. */

import { inflateRaw } from '../../platform/inflate.ts';
import type { Source } from '../../read.ts';
import { BadDocument } from '../bad-document.ts';
import { unsupportedZip } from '../foreign-formats.ts';
import { foreignFormat } from '../messages.ts';
import { decompress } from '../sources/decompress.ts';
import {
  type Budget,
  isHiddenMember,
  MemberNames,
  type MemberOptions,
  MOST_RATIO,
  unreadable,
} from './members.ts';
import { openZip, zipSource } from './zip-bytes.ts';
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
  const archive = await zipSource(source, options);
  const { entries, size } = await entriesOf(archive);
  const kind = unsupportedZip(entries.map(({ name }) => name));
  if (kind !== undefined) throw new BadDocument(foreignFormat(kind));
  // with entries that share bytes, an archive of megabytes could inflate to petabytes
  if (entries.reduce((sum, entry) => sum + entry.stored, 0) > size)
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

/** @param archive A result of `zipSource`. */
export async function zipNames(archive: Source): Promise<ReadonlySet<string>> {
  const { entries } = await entriesOf(archive);
  return new Set(entries.map(({ name }) => name));
}

async function entriesOf(archive: Source): Promise<{ entries: ZipEntry[]; size: number }> {
  const { bytes, close } = await openZip(archive);
  try {
    return { entries: zipDirectory(bytes, MAX_MEMBERS), size: bytes.size };
  } finally {
    await close();
  }
}

async function* contentOf(archive: Source, entry: ZipEntry, budget: Budget): AsyncGenerator<Uint8Array> {
  const { bytes, close } = await openZip(archive);
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
