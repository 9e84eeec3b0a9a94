/**
 * Bytes of an unknown charset become text: BOM, UTF-16 by its zero bytes, valid UTF-8, what the document declares,
 * and only then a guess. Decoding never fails: what no charset explains becomes replacement characters.
 */
import { isUtf8 } from 'node:buffer';
import { badOption } from '../../errors.ts';
import { decodeCharset } from './decode-charset.ts';
import { guessUtf16 } from './utf16.ts';

/** The text of a whole document. Valid UTF-8 stays bytes: no string is made of it. */
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
  /** A label that TextDecoder knows. */
  readonly charset: string;
  /** Bytes of the byte order mark. */
  readonly skip: number;
}

/** @param declared What the document says of itself; looked at only where the bytes do not say more. */
export async function charsetOf(bytes: Uint8Array, encoding: string, declared?: string): Promise<Charset> {
  const mark = byteOrderMark(bytes);
  if (encoding !== 'auto') {
    const charset = new TextDecoder(encoding).encoding;
    return { charset, skip: mark?.charset === charset ? mark.skip : 0 };
  }
  if (mark) return mark;
  const charset = guessUtf16(bytes) ?? (looksLikeUtf8(bytes) ? 'utf-8' : undefined) ?? known(declared);
  return { charset: charset ?? (await guess(bytes)), skip: 0 };
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
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { charset: 'utf-16le', skip: 2 };
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { charset: 'utf-16be', skip: 2 };
  return undefined;
}

function known(label: string | undefined): string | undefined {
  if (label === undefined) return undefined;
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}

/** Valid UTF-8, or UTF-8 that was damaged: most bytes above 127 form sequences, which other charsets do by accident only. */
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

/** The bytes of the UTF-8 sequence that begins here, or 0 where none does. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at];
  if (lead < 0x80) return 1;
  const length =
    lead >= 0xc2 && lead < 0xe0 ? 2 : lead >= 0xe0 && lead < 0xf0 ? 3 : lead >= 0xf0 && lead < 0xf5 ? 4 : 0;
  for (let i = 1; i < length; i++) if ((bytes[at + i] & 0xc0) !== 0x80) return 0;
  return length;
}

/** Bytes that the guess is made from. */
const SAMPLE = 4096;
/** What chardet gives, of 100, to every charset in which the bytes are merely possible. */
const UNFOUNDED = 10;

async function guess(bytes: Uint8Array): Promise<string> {
  // charsets differ only above 127: what comes before the first such byte says nothing
  const first = bytes.findIndex((byte) => byte > 0x7f);
  const sample = bytes.subarray(first, first + SAMPLE);
  const { analyse } = await import('chardet');
  for (const { name, confidence } of analyse(sample)) {
    if (confidence <= UNFOUNDED) break;
    // chardet has no KOI8-U; both agree on all letters that Russian uses
    const charset = known(name === 'KOI8-R' ? 'koi8-u' : name);
    // it was not UTF-8 a moment ago, and UTF-16 has had its own test
    if (charset && !charset.startsWith('utf-') && explains(charset, sample)) return charset;
  }
  return 'utf-8';
}

/** Texts have next to no control characters, private ones or sequences that the charset does not have. */
function explains(charset: string, sample: Uint8Array): boolean {
  const text = decodeCharset(charset, sample);
  const beyondAscii = text.match(/[^\0-\x7f]/gu)?.length ?? 0;
  const strange = text.match(/[\x80-\x9f\ufffd\p{Co}\p{Cn}]/gu)?.length ?? 0;
  return strange <= 0.05 * beyondAscii + (sample.length === SAMPLE ? 1 : 0);
}
