/** What the tests of extractors share: an extractor's items without a worker, and documents of each kind made by hand. */
import { strToU8, type ZipOptions, zipSync } from 'fflate';
import type { ReadDocument, ReadItem } from '../../read.ts';
import { BadDocument } from '../bad-document.ts';
import { DEFAULTS } from '../contract.cases.ts';
import type { ExtractOptions, Extractor } from './extractor.ts';

/** All items; what is refused comes as a problem, as the worker has it. */
export async function extracted(
  extractor: Extractor,
  bytes: Uint8Array | string,
  options: Partial<ExtractOptions> = {},
): Promise<ReadItem[]> {
  const items: ReadItem[] = [];
  const input = { bytes: Buffer.from(bytes as Uint8Array) };
  try {
    for await (const batch of extractor(input, { ...DEFAULTS, ...options })) items.push(...batch);
  } catch (error) {
    if (!(error instanceof BadDocument)) throw error;
    items.push(error.told);
  }
  return items;
}

/** The text of the only document, or the problem. */
export async function toldOf(
  extractor: Extractor,
  bytes: Uint8Array | string,
  options: Partial<ExtractOptions> = {},
): Promise<string> {
  const [item] = await extracted(extractor, bytes, options);
  return item.problem ?? String((item as ReadDocument).text);
}

/** @param level 0: files are stored as they are. */
export function zipOf(
  files: Readonly<Record<string, string | Uint8Array>>,
  level?: ZipOptions['level'],
): Uint8Array {
  return zipSync(
    Object.fromEntries(
      Object.entries(files).map(([name, content]) => [
        name,
        typeof content === 'string' ? strToU8(content) : content,
      ]),
    ),
    { level },
  );
}

/** @param body What stands in `w:body`. @param parts More parts, by the type that relates them. */
export function docxOf(body: string, parts: Readonly<Record<string, string>> = {}): Uint8Array {
  return zipOf(docxFiles(body, parts));
}

type Files = Readonly<Record<string, string>>;

/** The files in a DOCX. */
export function docxFiles(body: string, parts: Files = {}): Files {
  const relation = (type: string, target: string, i: number) =>
    `<Relationship Id="r${i}" Type="http://x/relationships/${type}" Target="${target}"/>`;
  const names = Object.keys(parts);
  return {
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels': `<Relationships>${relation('officeDocument', 'word/document.xml', 0)}</Relationships>`,
    'word/_rels/document.xml.rels': `<Relationships>${names.map((name, i) => relation(name, `${name}.xml`, i)).join('')}</Relationships>`,
    'word/document.xml': `<?xml version="1.0"?><w:document><w:body>${body}</w:body></w:document>`,
    ...Object.fromEntries(names.map((name) => [`word/${name}.xml`, parts[name]])),
  };
}

export function odtFiles(body: string, more: Files = {}): Files {
  return {
    mimetype: 'application/vnd.oasis.opendocument.text',
    'content.xml': `<?xml version="1.0"?><office:document-content><office:automatic-styles><style:x>no</style:x></office:automatic-styles>
      <office:body><office:text>${body}</office:text></office:body></office:document-content>`,
    ...more,
  };
}

/** A book of two chapters. */
export function epubFiles(more: Files = {}): Files {
  return {
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': '<container><rootfile full-path="OPS/book.opf"/></container>',
    'OPS/book.opf': `<package><metadata><dc:language>uk-UA</dc:language></metadata><manifest>
      <item id="one" href="ch%201.xhtml"/><item id="two" href="sub/../two.xhtml"/><item id="out" href="../../../etc/passwd"/></manifest>
      <spine><itemref idref="two"/><itemref idref="out"/><itemref idref="one"/><itemref idref="none"/></spine></package>`,
    'OPS/ch 1.xhtml': '<html><body><p>Перший</p></body></html>',
    'OPS/two.xhtml': '<html><body><h1>Two</h1><p>second</p></body></html>',
    ...more,
  };
}

interface PdfParts {
  /** More entries of the catalog and of every page. */
  readonly catalog?: string;
  readonly page?: string;
  /** Instead of Helvetica. */
  readonly font?: string;
  /** More objects, numbered from `10` on if there are at most three pages. */
  readonly objects?: readonly string[];
}

/** A PDF whose pages have these content streams, in Helvetica as F1. */
export function pdfOf(pages: readonly string[], trailer = '', parts: PdfParts = {}): string {
  const font = parts.font ?? '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>';
  const objects = [
    `<</Type/Catalog/Pages 2 0 R${parts.catalog ?? ''}>>`,
    `<</Type/Pages/Count ${pages.length}/Kids[${pages.map((_, i) => `${4 + 2 * i} 0 R`).join(' ')}]>>`,
    font,
    ...pages.flatMap((content, i) => [
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F1 3 0 R>>>>/Contents ${5 + 2 * i} 0 R${parts.page ?? ''}>>`,
      pdfStream(content),
    ]),
  ];
  if (parts.objects) {
    while (objects.length < 9) objects.push('null');
    objects.push(...parts.objects);
  }
  let pdf = '%PDF-1.4\n';
  const places = objects.map((object, i) => {
    const place = pdf.length;
    pdf += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  return `${pdf}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<</Size ${objects.length + 1}/Root 1 0 R${trailer}>>\nstartxref\n${pdf.length}\n%%EOF\n`;
}

export function pdfStream(content: string, entries = ''): string {
  return `<<${entries}/Length ${content.length}>>stream\n${content}\nendstream`;
}

/** Lines of 12 points from a place downward. */
export function linesAt(x: number, y: number, lines: readonly string[], size = 10): string {
  return lines.map((line, i) => `BT /F1 ${size} Tf ${x} ${y - 12 * i} Td (${line}) Tj ET\n`).join('');
}
