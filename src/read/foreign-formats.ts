/** Formats that are known but not read, by their first bytes, so that a message can name them; and binary data as such. */
import { latin1 } from '../platform/bytes.ts';
import { byteOrderMark } from './charsets/charset.ts';
import { guessUnicode } from './charsets/utf16.ts';

/** Bytes a reader sees to recognize its format. */
export const HEAD_BYTES = 4096;

/** The name of a format that no reader reads, as it begins a sentence. */
export function unsupportedFormat(head: Uint8Array): string | undefined {
  const start = latin1(head);
  if (/office:mimetype="application\/vnd\.oasis\.opendocument\.(?!text)/.test(start))
    return 'This OpenDocument format';
  if (isEbcdic(head)) return 'EBCDIC, the charset of mainframes,';
  return SIGNATURES.find(([signature, at]) => start.startsWith(signature, at))?.[2];
}

export function isZip(head: Uint8Array): boolean {
  return /^PK(?:\x03\x04|\x05\x06)/.test(latin1(head.subarray(0, 4)));
}

/** The kind of an archive with these members, if it is not an archive of documents. */
export function unsupportedZip(members: readonly string[]): string | undefined {
  const names = new Set(members);
  return ZIPPED.find(([member]) => names.has(member))?.[1];
}

/** More control characters than any text has. Single NUL bytes prove nothing: they occur in exports and dumps. */
export function looksBinary(head: Uint8Array): boolean {
  if (byteOrderMark(head) || guessUnicode(head)) return false;
  let controls = 0;
  for (const byte of head) {
    const layout = (byte >= 0x08 && byte <= 0x0d) || byte === 0x1b;
    if (byte < 0x20 && !layout) controls++;
  }
  return controls > head.length / 10 || (controls > SINGLE && controls > MAX_CONTROLS * head.length);
}

/**
 * Whether binary data follows the text: a part after the head has control characters of many kinds. Separators and NUL bytes
 * at the end of a log are of one kind. Looks at up to 256 parts, evenly spread, the end among them.
 */
export function turnsBinary(bytes: Uint8Array): boolean {
  const last = bytes.length - PART;
  const isWide = (byteOrderMark(bytes)?.charset ?? 'utf-8') !== 'utf-8' || guessUnicode(bytes) !== undefined;
  if (bytes.length <= HEAD_BYTES || isWide) return false;
  const step = Math.max(PART, Math.ceil((last - HEAD_BYTES) / (MAX_PARTS - 1)));
  for (let at = HEAD_BYTES; at < last; at += step)
    if (isBinaryPart(bytes.subarray(at, at + PART))) return true;
  return isBinaryPart(bytes.subarray(last));
}

/** Whether a part of a file that should be text is binary: the body of a mail, a page of a crawl. */
export function isBinary(bytes: Uint8Array): boolean {
  return looksBinary(bytes.subarray(0, HEAD_BYTES)) || turnsBinary(bytes);
}

/** Whether a row of a table is binary. A row is short, and control characters of one kind may separate its parts. */
export function isBinaryRow(row: Uint8Array): boolean {
  return hasControls(row, 3);
}

/** Bytes of a part, and how many parts are looked at. */
const PART = 1024;
const MAX_PARTS = 256;
/** Kinds of control characters, of 24, that no text has in one part. */
const MANY_KINDS = 8;

function isBinaryPart(part: Uint8Array): boolean {
  return hasControls(part, MANY_KINDS);
}

/** More control characters than text has, of at least `leastKinds` kinds. */
function hasControls(part: Uint8Array, leastKinds: number): boolean {
  let controls = 0;
  let kinds = 0;
  for (const byte of part) {
    if (byte >= 0x20 || byte === 0 || (byte >= 0x08 && byte <= 0x0d) || byte === 0x1b) continue;
    controls++;
    kinds |= 1 << byte;
  }
  return controls > SINGLE && controls > MAX_CONTROLS * part.length && bitCount(kinds) >= leastKinds;
}

function bitCount(bits: number): number {
  let count = 0;
  for (let left = bits; left !== 0; left &= left - 1) count++;
  return count;
}

/** Its space is 0x40, and most of its letters are beyond ASCII. In text of other charsets an @ is no twentieth of all bytes. */
function isEbcdic(head: Uint8Array): boolean {
  let spaces = 0;
  let letters = 0;
  for (const byte of head) {
    if (byte === 0x20) return false;
    if (byte === 0x40) spaces++;
    const low = byte & 0x0f;
    if (byte > 0x80 && byte < 0xea && low <= 9 && low > 0) letters++;
  }
  return spaces > head.length / 20 && letters > head.length / 2;
}

/** The share of control characters that text may have. In compressed data and programs it is a tenth and more. */
const MAX_CONTROLS = 0.02;
/** Up to this many prove nothing, however short the text is. */
const SINGLE = 3;

/** Signature, its position, name. */
const SIGNATURES: readonly (readonly [string, number, string])[] = [
  ['FEA1', 0, 'Feather of version 1'],
  ['filedesc://', 0, 'ARC'],
  ['\xffWPC', 0, 'WordPerfect'],
  ['SQLite format 3\0', 0, 'SQLite'],
  ['7z\xbc\xaf\x27\x1c', 0, 'A 7-Zip archive'],
  ['Rar!\x1a\x07', 0, 'A RAR archive'],
  ['\x89PNG\r\n', 0, 'A PNG image'],
  ['\xff\xd8\xff', 0, 'A JPEG image'],
  ['GIF8', 0, 'A GIF image'],
  ['II*\0', 0, 'A TIFF image'],
  ['MM\0*', 0, 'A TIFF image'],
  ['WEBPVP8', 8, 'A WebP image'],
  ['OggS', 0, 'Ogg sound or film'],
  ['ID3', 0, 'MP3 sound'],
  ['fLaC', 0, 'FLAC sound'],
  ['WAVEfmt', 8, 'WAVE sound'],
  ['ftyp', 4, 'An MP4 video, or a photo from a phone'],
  ['\x1a\x45\xdf\xa3', 0, 'A Matroska or WebM film'],
  ['\0\x01\0\0\0', 0, 'A font'],
  ['wOFF', 0, 'A font'],
  ['wOF2', 0, 'A font'],
  ['OTTO', 0, 'A font'],
  ['%!PS', 0, 'PostScript'],
  ['AT&TFORM', 0, 'DjVu'],
  ['!BDN', 0, 'An Outlook mailbox (.pst)'],
  ['BOOKMOBI', 60, 'The Mobipocket format (.mobi)'],
  ['ITSF', 0, 'Compiled HTML Help (.chm)'],
  ['MSCF', 0, 'A cabinet archive'],
  ['!<arch>\n', 0, 'An ar archive'],
  ['LZIP', 0, 'lzip compression'],
  ['\x04\x22\x4d\x18', 0, 'lz4 compression'],
  ['\x1f\x9d', 0, 'compress (.Z)'],
  ['\x89HDF', 0, 'HDF5'],
  ['\xca\xfe\xba\xbe', 0, 'A Java class'],
  ['\x7fELF', 0, 'A program (ELF)'],
  ['\0asm', 0, 'A WebAssembly module'],
];

const ZIPPED: readonly (readonly [member: string, name: string])[] = [
  ['xl/workbook.xml', 'The Excel format (.xlsx)'],
  ['ppt/presentation.xml', 'The PowerPoint format (.pptx)'],
  ['visio/document.xml', 'The Visio format (.vsdx)'],
  ['mimetype', 'This OpenDocument or EPUB format'],
  ['[Content_Types].xml', 'This Office format'],
  ['META-INF/MANIFEST.MF', 'A Java archive'],
  ['AndroidManifest.xml', 'An Android app'],
  ['Index/Document.iwa', 'The format of Pages, Numbers and Keynote'],
  ['FixedDocSeq.fdseq', 'The XPS format'],
];
