/** Formats that are known but not read, by their first bytes, so that a message can name them; and binary data as such. */
import { byteOrderMark } from './charset.ts';
import { guessUtf16 } from './utf16.ts';

/** The name of a format that no reader reads, as a sentence begins with it. */
export function unsupportedFormat(head: Uint8Array, extension: string): string | undefined {
  const start = Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString('latin1');
  if (start.startsWith('PK\x03\x04') || start.startsWith('PK\x05\x06')) return zipFormat(start, extension);
  return SIGNATURES.find(([signature, at]) => start.startsWith(signature, at))?.[2];
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
  ['%PDF-', 0, 'PDF'],
  ['{\\rtf', 0, 'RTF'],
  ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 0, 'The Microsoft Office 97–2003 format (.doc, .xls, .ppt)'],
  ['PAR1', 0, 'Parquet'],
  ['WARC/1.', 0, 'WARC'],
  ['ARROW1', 0, 'Arrow'],
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

/** Documents that are zip archives: what they say they are, or else their extension. */
function zipFormat(start: string, extension: string): string {
  const named = ZIPPED.find(([extensions, mark]) => start.includes(mark) || extensions === extension);
  return named?.[2] ?? 'A zip archive';
}

const ZIPPED: readonly (readonly [string, string, string])[] = [
  ['.epub', 'mimetypeapplication/epub+zip', 'EPUB'],
  ['.odt', 'mimetypeapplication/vnd.oasis.opendocument', 'The OpenDocument format (.odt)'],
  ['.docx', 'word/document.xml', 'The Word format (.docx)'],
  ['.xlsx', 'xl/workbook.xml', 'The Excel format (.xlsx)'],
  ['.pptx', 'ppt/presentation.xml', 'The PowerPoint format (.pptx)'],
];
