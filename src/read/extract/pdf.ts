/** PDF: text by PDFium, reading order by place, running heads and feet left out, lines joined to paragraphs. */
import type { ReadItem } from '../../read.ts';
import { BadDocument } from '../bad-document.ts';
import { tooLong, tooMuchMemory } from '../messages.ts';
import { type EdgeLine, furniture } from '../text/page-furniture.ts';
import { type ExtractOptions, oneDocument } from './extraction.ts';
import { type Line, pageLines } from './pdf/page-lines.ts';
import { pageWords } from './pdf/page-words.ts';
import { OutOfMemory, type Pdfium, withPdfium } from './pdf/pdfium.ts';
import { runningText } from './pdf/running-text.ts';
import { PASSWORD } from './zip.ts';

/** More pages than any document has that somebody wants to compare. */
const MAX_PAGES = 20_000;

export const pdf = oneDocument(async (bytes, options): Promise<ReadItem> => {
  try {
    const pages = await withPdfium(options.documentMemory, (pdfium) => readPages(pdfium, bytes, options));
    const text = runningText(withoutFurniture(pages));
    if (text !== '') return { text };
    const what = pages.length === 1 ? 'its page has' : `its ${pages.length} pages have`;
    return {
      problem: `There is no text in it: ${what} pictures at most. If it was scanned, run OCR on it first.`,
    };
  } catch (error) {
    if (error instanceof OutOfMemory) throw new BadDocument(tooMuchMemory(options.documentMemory));
    throw error;
  }
});

function readPages(pdfium: Pdfium, bytes: Buffer, { maxDocument }: ExtractOptions): Line[][] {
  const address = pdfium.malloc(bytes.length + 1);
  new Uint8Array(pdfium.memory.buffer).set(bytes, address);
  const rect = pdfium.malloc(16);
  const document = pdfium.FPDF_LoadMemDocument(address, bytes.length, 0);
  try {
    if (document === 0) throw new BadDocument(LOAD_ERRORS.get(pdfium.FPDF_GetLastError()) ?? DAMAGED);
    const count = pdfium.FPDF_GetPageCount(document);
    if (count > MAX_PAGES) throw new BadDocument(`Expected at most ${MAX_PAGES} pages, got ${count}.`);
    const pages: Line[][] = [];
    let units = 0;
    for (let i = 0; i < count; i++) {
      const lines = readPage(pdfium, document, i, rect);
      for (const line of lines) units += line.text.length;
      if (units > maxDocument) throw new BadDocument(tooLong('a text', undefined, maxDocument));
      pages.push(lines);
    }
    if (count === 0) throw new BadDocument(DAMAGED);
    return pages;
  } finally {
    if (document !== 0) pdfium.FPDF_CloseDocument(document);
    pdfium.free(rect);
    pdfium.free(address);
  }
}

/** A page that is damaged has no lines. */
function readPage(pdfium: Pdfium, document: number, index: number, rect: number): Line[] {
  const page = pdfium.FPDF_LoadPage(document, index);
  if (page === 0) return [];
  try {
    return pageLines(pageWords(pdfium, page, rect));
  } finally {
    pdfium.FPDF_ClosePage(page);
  }
}

const DAMAGED = 'Expected a whole PDF, got one that is truncated or damaged.';

/** What PDFium's numbers mean. */
const LOAD_ERRORS: ReadonlyMap<number, string> = new Map([
  [3, DAMAGED],
  [4, PASSWORD],
  [5, 'It is encrypted in a way that is not known here: save it without encryption.'],
]);

function withoutFurniture(pages: readonly Line[][]): Line[][] {
  const heads = furniture(pages.map((lines) => edgeLines(lines, 1)));
  const rest = pages.map((lines, page) => without(lines, heads[page], 1));
  const feet = furniture(rest.map((lines) => edgeLines(lines, -1)));
  return rest.map((lines, page) => without(lines, feet[page], -1));
}

/** Lines the edge of a page may consist of. */
const EDGE = 5;

/** From the upper edge downward, or from the lower edge upward. */
function fromEdge(lines: readonly Line[], direction: 1 | -1): Line[] {
  return [...lines].sort((a, b) => direction * (b.top - a.top));
}

function edgeLines(lines: readonly Line[], direction: 1 | -1): EdgeLine[] {
  const sorted = fromEdge(lines, direction).slice(0, EDGE + 1);
  return sorted.slice(0, EDGE).map((line, i) => {
    const next = sorted[i + 1];
    const gap =
      next === undefined ? Infinity : direction === 1 ? line.bottom - next.top : next.bottom - line.top;
    return { text: line.text, height: line.bottom, apart: gap > 0.4 * (line.top - line.bottom) };
  });
}

function without(lines: readonly Line[], count: number, direction: 1 | -1): Line[] {
  if (count === 0) return [...lines];
  const gone = new Set(fromEdge(lines, direction).slice(0, count));
  return lines.filter((line) => !gone.has(line));
}
