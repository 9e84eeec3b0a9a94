/** PDF: text by PDFium, reading order by place, running heads and feet left out, lines joined to paragraphs. */
import type { ReadItem } from '../../read.ts';
import { BadDocument } from '../bad-document.ts';
import { tooLong, tooMuchMemory } from '../messages.ts';
import { type ExtractOptions, oneDocument } from './extractor.ts';
import { Annotations } from './pdf/annotations.ts';
import { withoutFurniture } from './pdf/page-edges.ts';
import { SCRATCH_BYTES } from './pdf/page-words.ts';
import { OutOfMemory, type Pdfium, withPdfium } from './pdf/pdfium.ts';
import { type Page, readPage } from './pdf/read-page.ts';
import { runningText } from './pdf/running-text.ts';
import { UnseenLetters } from './unseen-text.ts';
import { PASSWORD } from './zip.ts';

/** The share of letters that may be unknown; real files have a hundredth at most. */
const MOST_UNKNOWN = 0.2;
const UNNAMED =
  'Its fonts do not say which characters their glyphs are: print it to a new PDF, or run OCR on it.';

/** More pages than any document that is worth comparing. */
const MAX_PAGES = 20_000;

export const pdf = oneDocument(async (bytes, options): Promise<ReadItem> => {
  try {
    const pages = await withPdfium(options.documentMemory, (pdfium) => readPages(pdfium, bytes, options));
    const text = [runningText(withoutFurniture(pages)), ...pages.flatMap((page) => page.notes)]
      .filter((part) => part !== '')
      .join('\n\n');
    if (text === '') return { problem: whyEmpty(pages) };
    const unseen = new UnseenLetters();
    for (const page of pages) unseen.add(page.unseen.join(' '));
    const unknown = sum(pages, (page) => page.unknown);
    return unknown > MOST_UNKNOWN * (unknown + text.length)
      ? { problem: UNNAMED }
      : { text, ...unseen.meta() };
  } catch (error) {
    if (error instanceof OutOfMemory) throw new BadDocument(tooMuchMemory(options.documentMemory));
    throw error;
  }
});

function readPages(pdfium: Pdfium, bytes: Uint8Array, { maxDocument }: ExtractOptions): Page[] {
  const address = pdfium.malloc(bytes.length + 1);
  new Uint8Array(pdfium.memory.buffer).set(bytes, address);
  const scratch = pdfium.malloc(SCRATCH_BYTES);
  const document = pdfium.FPDF_LoadMemDocument(address, bytes.length, 0);
  try {
    if (document === 0) throw new BadDocument(LOAD_ERRORS.get(pdfium.FPDF_GetLastError()) ?? DAMAGED);
    const count = pdfium.FPDF_GetPageCount(document);
    if (count > MAX_PAGES) throw new BadDocument(`Expected at most ${MAX_PAGES} pages, got ${count}.`);
    const annotations = new Annotations(pdfium, document);
    const pages: Page[] = [];
    let units = 0;
    for (let i = 0; i < count; i++) {
      const page = readPage(pdfium, document, i, annotations, scratch);
      for (const { text } of [...page.lines, ...page.aside]) units += text.length;
      for (const note of page.notes) units += note.length;
      if (units > maxDocument) throw new BadDocument(tooLong('a text', undefined, maxDocument));
      pages.push(page);
    }
    annotations.close();
    if (count === 0) throw new BadDocument(DAMAGED);
    return pages;
  } finally {
    if (document !== 0) pdfium.FPDF_CloseDocument(document);
    pdfium.free(scratch);
    pdfium.free(address);
  }
}

function sum(pages: readonly Page[], count: (page: Page) => number): number {
  return pages.reduce((total, page) => total + count(page), 0);
}

function whyEmpty(pages: readonly Page[]): string {
  if (sum(pages, (page) => page.outside) > 0)
    return 'All of its text is outside the visible part of its pages.';
  if (sum(pages, (page) => page.unknown) > 0) return UNNAMED;
  const what = pages.length === 1 ? 'its page has' : `its ${pages.length} pages have`;
  return `There is no text in it: ${what} pictures at most. If it was scanned, run OCR on it first.`;
}

const DAMAGED = 'Expected a whole PDF, got one that is truncated or damaged.';

/** What PDFium's numbers mean. */
const LOAD_ERRORS: ReadonlyMap<number, string> = new Map([
  [3, DAMAGED],
  [4, PASSWORD],
  [5, 'Its kind of encryption is not supported: save it without encryption.'],
]);
