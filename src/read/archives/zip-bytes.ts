/** The bytes of a zip archive at any position: read from its file where it is, or held. */
import type { OpenFile, Source } from '../../read.ts';
import { BadDocument } from '../bad-document.ts';
import { tooLong } from '../messages.ts';
import { CODEC_BYTES, isCompressed } from '../sources/decompress.ts';
import { wholeDocument } from '../whole-document.ts';
import type { MemberOptions } from './members.ts';
import { damagedZip, type ZipBytes } from './zip-directory.ts';

export interface OpenZip {
  readonly bytes: ZipBytes;
  close(): Promise<void>;
}

/** The source, if its file is the archive itself. An archive that is compressed or has no file is read once and held. */
export async function zipSource(source: Source, { maxDocument }: MemberOptions): Promise<Source> {
  const file = await openIfPlain(source);
  if (file !== undefined) {
    await file.close();
    return source;
  }
  const whole = await wholeDocument(source, maxDocument);
  if (whole === undefined)
    throw new BadDocument(tooLong('a document or a compressed archive', undefined, maxDocument));
  return heldSource(source, whole);
}

/** The source with its bytes, which are not read again. */
export function heldSource(source: Source, whole: Uint8Array): Source {
  return { ...source, size: whole.length, open: () => once(whole), openFile: async () => heldFile(whole) };
}

/** @param source A result of `zipSource`. */
export async function openZip(source: Source): Promise<OpenZip> {
  const zip = await openIfPlain(source);
  if (zip === undefined) throw damagedZip();
  return zip;
}

/** Undefined if it has no file, or one that is compressed. */
async function openIfPlain(source: Source): Promise<OpenZip | undefined> {
  const stored = await source.openFile?.();
  if (stored === undefined) return undefined;
  const read = (position: number, length: number) => {
    const target = new Uint8Array(length);
    let got = 0;
    for (let more = 1; got < length && more > 0; got += more)
      more = stored.read(target, got, length - got, position + got);
    return target.subarray(0, got);
  };
  if (!isCompressed(read(0, CODEC_BYTES)))
    return { bytes: { size: source.size, read }, close: () => stored.close() };
  await stored.close();
  return undefined;
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

function heldFile(bytes: Uint8Array): OpenFile {
  return {
    read(target, offset, length, position) {
      const part = bytes.subarray(position, position + length);
      target.set(part, offset);
      return part.length;
    },
    keepOpen() {},
    async close() {},
  };
}
