/**
 * Is it a zip archive? One rule, for files, pipes, bytes that a caller holds and members of other archives:
 *
 * 1. Bytes that begin as a tar archive, or as a PDF before the first file of any zip archive, are that, whatever is attached to their end.
 * 2. Bytes that begin with a file of a zip archive are one, and damaged if its directory is not at their end.
 * 3. Bytes that end with the directory of a zip archive are one, whatever precedes it: a byte order mark, a program or script that unpacks
 *    it, the header of a mail.
 * 4. A PDF after the header of a file in a zip archive is part of an archive that was cut: never the document.
 *
 * Compressed data has its end after everything else. It is held if it would be one document; one that holds many is known by its beginning.
 */
import { latin1 } from '../../platform/bytes.ts';
import type { Source } from '../../read.ts';
import { pdfReader } from '../extract/extracted-formats.ts';
import { HEAD_BYTES, isZip } from '../foreign-formats.ts';
import { wholeDocument } from '../whole-document.ts';
import type { MemberOptions } from './members.ts';
import { isTar } from './tar.ts';
import { heldSource, zipSource } from './zip-bytes.ts';
import { damagedZip, endsWithDirectory, MAX_END_BYTES } from './zip-directory.ts';
import { zipNames } from './zip-members.ts';

interface FoundZip {
  /** To be read instead of the given source, which may have been read. */
  readonly source: Source;
  /** The names of the files in it, if it is an archive. */
  readonly members?: ReadonlySet<string>;
}

/** Raises BadDocument for an archive that is damaged or too long. @param isOneDocument As its beginning suggests. */
export async function findZip(
  source: Source,
  head: Uint8Array,
  isOneDocument: boolean,
  options: MemberOptions,
): Promise<FoundZip> {
  const start = head.subarray(0, HEAD_BYTES);
  if (isTar(start) || pdfReader.recognizes!(beforeZip(start))) return { source };
  if (isZip(start)) return openDirectory(await zipSource(source, options));
  const { looked, end } = await lookAtEnd(source, head, isOneDocument, options);
  if (end !== undefined && endsWithDirectory(end)) {
    const archive = await openDirectory(await zipSource(looked, options));
    // an empty directory holds nothing that the bytes before it could belong to
    if (archive.members.size > 0) return archive;
  }
  if (pdfReader.recognizes!(start)) throw damagedZip();
  return { source: looked };
}

async function openDirectory(source: Source): Promise<Required<FoundZip>> {
  return { source, members: await zipNames(source) };
}

/** The last bytes, if they can be known, and the source, which is held if it had to be read for that. */
async function lookAtEnd(
  source: Source,
  head: Uint8Array,
  isOneDocument: boolean,
  { maxDocument }: MemberOptions,
): Promise<{ looked: Source; end?: Uint8Array }> {
  const isWhole = head.length < HEAD_BYTES || head.length === source.size;
  const end = isWhole ? head : await source.readEnd?.(MAX_END_BYTES);
  if (end !== undefined || !isOneDocument) return { looked: source, end: end?.subarray(-MAX_END_BYTES) };
  try {
    const whole = await wholeDocument(source, maxDocument);
    // its reader tells that it is too long
    if (whole === undefined) return { looked: source };
    return { looked: heldSource(source, whole), end: whole.subarray(-MAX_END_BYTES) };
  } catch (error) {
    return { looked: { ...source, open: () => failing(error) } };
  }
}

async function* failing(error: unknown): AsyncGenerator<never> {
  yield* [];
  throw error;
}

/** The part of the first bytes before the header of the first file of a zip archive. */
function beforeZip(head: Uint8Array): Uint8Array {
  const at = latin1(head).indexOf('PK\x03\x04');
  return at === -1 ? head : head.subarray(0, at);
}
