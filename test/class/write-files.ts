/** The class as files: plain text, Word, PDF and OpenDocument in turn, as students hand them in. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { docxOf, odtFiles, pdfOf, pdfStream, zipOf } from '../../src/read/extract/extract.cases.ts';
import type { Essay } from './make-class.ts';

const FORMATS = ['txt', 'docx', 'pdf', 'odt'] as const;

/** Writes one file for every essay. Returns their names, by essay. */
export function writeClass(folder: string, essays: readonly Essay[]): string[] {
  mkdirSync(folder, { recursive: true });
  return essays.map(({ id, text }, i) => {
    const format = FORMATS[i % FORMATS.length];
    const name = `${id}.${format}`;
    writeFileSync(join(folder, name), fileOf(format, text));
    return name;
  });
}

function fileOf(format: (typeof FORMATS)[number], text: string): string | Uint8Array {
  if (format === 'txt') return text;
  if (format === 'pdf') return pdfFile(text);
  const lines = text.split('\n').map(escapeXml);
  return format === 'docx'
    ? docxOf(lines.map((line) => `<w:p><w:r><w:t xml:space="preserve">${line}</w:t></w:r></w:p>`).join(''))
    : zipOf(odtFiles(lines.map((line) => `<text:p>${line}</text:p>`).join('')));
}

function escapeXml(line: string): string {
  return line.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

const LINES_A_PAGE = 58;
/** A font of all letters, whose codes are those of UTF-16. */
const FONT =
  '<</Type/Font/Subtype/Type0/BaseFont/X/Encoding/Identity-H/DescendantFonts[10 0 R]/ToUnicode 11 0 R>>';
const LETTERS =
  '<</Type/Font/Subtype/CIDFontType2/BaseFont/X/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/DW 500/FontDescriptor 12 0 R>>';
/** Letters below U+0500, punctuation, and the Chinese ones. */
const PAGES = [...Array(5).keys(), 0x20, 0x30, 0xff, ...Array.from({ length: 0x52 }, (_, i) => 0x4e + i)];
const UNICODE = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap
/CMapName /X def /CMapType 2 def
1 begincodespacerange\n<0000> <ffff>\nendcodespacerange
${PAGES.length} beginbfrange\n${PAGES.map((page) => {
  const high = page.toString(16).padStart(2, '0');
  return `<${high}00> <${high}ff> <${high}00>`;
}).join('\n')}\nendbfrange
endcmap end end`;
const DESCRIPTOR =
  '<</Type/FontDescriptor/FontName/X/Flags 4/FontBBox[0 0 1000 1000]/Ascent 800/Descent -200/ItalicAngle 0/CapHeight 700/StemV 80>>';

function pdfFile(text: string): string {
  const lines = text.split('\n').flatMap(wrapped);
  const pages: string[] = [];
  for (let at = 0; at < lines.length; at += LINES_A_PAGE)
    pages.push(pageOf(lines.slice(at, at + LINES_A_PAGE)));
  return pdfOf(pages, '', { font: FONT, objects: [LETTERS, pdfStream(UNICODE), DESCRIPTOR] });
}

function pageOf(lines: readonly string[]): string {
  return lines
    .map((line, i) => {
      const codes = Array.from({ length: line.length }, (_, at) =>
        line.charCodeAt(at).toString(16).padStart(4, '0'),
      );
      return line === '' ? '' : `BT /F1 10 Tf 50 ${750 - 12 * i} Td <${codes.join('')}> Tj ET\n`;
    })
    .join('');
}

/** Lines of a page's width. Chinese has no spaces to break at. */
function wrapped(line: string): string[] {
  return line === '' ? [''] : (line.match(/.{1,96}(?: |$)|.{1,60}/gu) ?? []).map((part) => part.trim());
}
