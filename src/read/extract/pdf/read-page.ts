/** One page: its lines, with the text of annotations, and without text beyond its edges. */
import type { Annotations } from './annotations.ts';
import { type PageLines, pageLines } from './page-lines.ts';
import { type Box, pageWords } from './page-words.ts';
import type { Pdfium } from './pdfium.ts';

export interface Page extends PageLines {
  /** The text of fields and notes that is not visible on the page. */
  readonly notes: readonly string[];
  /** Characters whose font has no table, and words beyond the edges of the page. */
  readonly unknown: number;
  readonly outside: number;
  /** Words that nobody sees. */
  readonly unseen: readonly string[];
}

const EMPTY: Page = {
  lines: [],
  aside: [],
  bottom: 0,
  top: 0,
  notes: [],
  unknown: 0,
  outside: 0,
  unseen: [],
};

/** A page that is damaged has no lines. */
export function readPage(
  pdfium: Pdfium,
  document: number,
  index: number,
  annotations: Annotations,
  scratch: number,
): Page {
  let page = pdfium.FPDF_LoadPage(document, index);
  if (page === 0) return EMPTY;
  try {
    const said = annotations.textsOf(page);
    let own = Infinity;
    if (annotations.areSeen(page)) {
      own = pageWords(pdfium, page, scratch).letters;
      if (annotations.flatten(page)) {
        pdfium.FPDF_ClosePage(page);
        page = pdfium.FPDF_LoadPage(document, index);
        if (page === 0) return EMPTY;
      }
    }
    const { words, unknown, unseen } = pageWords(pdfium, page, scratch, own);
    const box = pageBox(pdfium, page, scratch);
    const seen = words.filter((word) => isInside(word, box));
    const lines = pageLines(seen, box);
    const read = new Set([...lines.lines, ...lines.aside].map((line) => line.text)).values();
    const drawn = [...read].join('').replaceAll(/\s+/g, '');
    const notes = said.filter((text) => !drawn.includes(text.replaceAll(/\s+/g, '')));
    return { ...lines, notes, unknown, outside: words.length - seen.length, unseen };
  } finally {
    if (page !== 0) pdfium.FPDF_ClosePage(page);
  }
}

/** The visible part of the page. */
function pageBox(pdfium: Pdfium, page: number, scratch: number): Box {
  pdfium.FPDF_GetPageBoundingBox(page, scratch);
  const [left, top, right, bottom] = new Float32Array(pdfium.memory.buffer, scratch, 4);
  return { left, right, bottom, top };
}

function isInside(word: Box, page: Box): boolean {
  const x = (word.left + word.right) / 2;
  const y = (word.bottom + word.top) / 2;
  return x >= page.left && x <= page.right && y >= page.bottom && y <= page.top;
}
