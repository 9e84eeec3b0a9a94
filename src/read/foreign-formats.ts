/** Formats that are known but not read, by their first bytes, so that a message can name them; and binary data as such. */
import { byteOrderMark } from './charsets/charset.ts';
import { guessUtf16 } from './charsets/utf16.ts';

/** The name of a format that no reader reads, as a sentence begins with it. */
export function unsupportedFormat(head: Uint8Array): string | undefined {
  const start = latin1(head);
  return SIGNATURES.find(([signature, at]) => start.startsWith(signature, at))?.[2];
}

export function isZip(head: Uint8Array): boolean {
  return /^PK(?:\x03\x04|\x05\x06)/.test(latin1(head.subarray(0, 4)));
}

/** What a zip archive is that no reader recognizes. */
export function unsupportedZip(head: Uint8Array): string {
  const start = latin1(head);
  return ZIPPED.find(([mark]) => start.includes(mark))?.[1] ?? 'A zip archive';
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

/** More control characters than any text has. Single NUL bytes are no sign: they occur in exports and dumps. */
export function looksBinary(head: Uint8Array): boolean {
  if (byteOrderMark(head) || guessUtf16(head)) return false;
  let controls = 0;
  for (const byte of head) {
    const layout = (byte >= 0x08 && byte <= 0x0d) || byte === 0x1b;
    if (byte < 0x20 && !layout) controls++;
  }
  return controls > head.length / 10;
}

/** Signature, its position, name. */
const SIGNATURES: readonly (readonly [string, number, string])[] = [
  ['ARROW1', 0, 'Arrow'],
  ['filedesc://', 0, 'ARC'],
  ['\xffWPC', 0, 'WordPerfect'],
  ['SQLite format 3\0', 0, 'SQLite'],
  ['ustar', 257, 'A tar archive'],
  ['BZh', 0, 'bzip2 compression'],
  ['\xfd7zXZ\0', 0, 'xz compression'],
  ['7z\xbc\xaf\x27\x1c', 0, 'A 7-Zip archive'],
  ['Rar!\x1a\x07', 0, 'A RAR archive'],
  ['\x89PNG\r\n', 0, 'A PNG image'],
  ['\xff\xd8\xff', 0, 'A JPEG image'],
  ['GIF8', 0, 'A GIF image'],
  ['II*\0', 0, 'A TIFF image'],
  ['MM\0*', 0, 'A TIFF image'],
  ['WEBPVP8', 8, 'A WebP image'],
  ['\x7fELF', 0, 'A program (ELF)'],
  ['\0asm', 0, 'A WebAssembly module'],
];

const ZIPPED: readonly (readonly [mark: string, name: string])[] = [
  ['xl/workbook.xml', 'The Excel format (.xlsx)'],
  ['ppt/presentation.xml', 'The PowerPoint format (.pptx)'],
  ['mimetypeapplication/vnd.oasis.opendocument', 'This OpenDocument format'],
  ['META-INF/MANIFEST.MF', 'A Java archive'],
];
