/**
 * Bytes of an unknown charset become text: BOM, UTF-16 by its zero bytes, valid UTF-8, the document's declaration,
 * and only then a guess. Decoding never fails: bytes that no charset explains become replacement characters.
 */

import { badOption } from '../../errors.ts';
import { isUtf8 } from '../../platform/bytes.ts';
import { decodeCharset } from './decode-charset.ts';
import { knownCharset } from './decoders.ts';
import { guessCharset } from './guess-charset.ts';
import { guessUnicode } from './utf16.ts';

/** The text of a whole document. Valid UTF-8 is returned as bytes, without making a string. */
export async function decodeText(
  bytes: Uint8Array,
  encoding: string,
  declared?: string,
): Promise<string | Uint8Array> {
  const { charset, skip } = await charsetOf(bytes, encoding, declared);
  const content = bytes.subarray(skip);
  if (charset === 'utf-8' && isUtf8(content)) return content;
  return decodeCharset(charset, content);
}

export interface Charset {
  /** A name from `knownCharset`. */
  readonly charset: string;
  /** Bytes of the byte order mark. */
  readonly skip: number;
}

/** @param declared The charset that the document declares; used only if the bytes do not decide. */
export async function charsetOf(bytes: Uint8Array, encoding: string, declared?: string): Promise<Charset> {
  const mark = byteOrderMark(bytes);
  if (encoding !== 'auto') {
    const charset = knownCharset(encoding) ?? 'utf-8';
    return { charset, skip: mark?.charset === charset ? mark.skip : 0 };
  }
  if (mark) return mark;
  if (hasShifts(bytes)) return { charset: 'iso-2022-jp', skip: 0 };
  const charset = guessUnicode(bytes) ?? (looksLikeUtf8(bytes) ? 'utf-8' : undefined) ?? known(declared);
  return { charset: charset ?? (await guessCharset(bytes)) ?? 'utf-8', skip: 0 };
}

/** Raises BAD_OPTION for a name that no decoder has. */
export function checkEncoding(encoding: string): void {
  if (encoding !== 'auto' && !known(encoding)) {
    throw badOption(
      'encoding',
      'the name of a charset (utf-8, windows-1251, koi8-u, gb18030 …) or auto',
      encoding,
    );
  }
}

export function byteOrderMark(bytes: Uint8Array): Charset | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return { charset: 'utf-8', skip: 3 };
  if (bytes[0] === 0xff && bytes[1] === 0xfe && bytes[2] === 0 && bytes[3] === 0)
    return { charset: 'utf-32le', skip: 4 };
  if (bytes[0] === 0 && bytes[1] === 0 && bytes[2] === 0xfe && bytes[3] === 0xff)
    return { charset: 'utf-32be', skip: 4 };
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { charset: 'utf-16le', skip: 2 };
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { charset: 'utf-16be', skip: 2 };
  return undefined;
}

/** ISO-2022-JP: seven bits only, with a shift into Japanese and one back. */
function hasShifts(bytes: Uint8Array): boolean {
  const start = bytes.indexOf(0x1b);
  if (start === -1 || bytes[start + 1] !== 0x24 || (bytes[start + 2] !== 0x42 && bytes[start + 2] !== 0x40))
    return false;
  return !bytes.subarray(0, 1 << 16).some((byte) => byte > 0x7f);
}

function known(label: string | undefined): string | undefined {
  return label === undefined ? undefined : knownCharset(label);
}

/** Valid UTF-8, or UTF-8 that was damaged: most bytes above 127 form sequences, which in other charsets happens only by accident. */
function looksLikeUtf8(bytes: Uint8Array): boolean {
  if (isUtf8(bytes)) return true;
  let good = 0;
  let bad = 0;
  for (let at = 0; at < bytes.length && good + bad < 10_000; ) {
    const length = sequenceLength(bytes, at);
    if (length > 1) good += length;
    else if (bytes[at] > 0x7f) bad++;
    at += Math.max(length, 1);
  }
  return good > 2 * bad;
}

/** The bytes of the UTF-8 sequence that begins here, or 0 if none does. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at];
  if (lead < 0x80) return 1;
  const length =
    lead >= 0xc2 && lead < 0xe0 ? 2 : lead >= 0xe0 && lead < 0xf0 ? 3 : lead >= 0xf0 && lead < 0xf5 ? 4 : 0;
  for (let i = 1; i < length; i++) if ((bytes[at + i] & 0xc0) !== 0x80) return 0;
  return length;
}
