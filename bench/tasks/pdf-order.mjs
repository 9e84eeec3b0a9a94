// Text of printed PDFs: 12 languages, 7 layouts; poppler and PDFium's order.
//
// PDF order: documents in twelve languages and seven layouts are printed by Chromium and LibreOffice, and the text of the PDF is compared with
// what was printed. Beside it: poppler (pdftotext) and the order in which PDFium has the characters.
//   resemblance: of the sets of shingles, as `pairs --method exact` computes it
//   order: the longest common subsequence of words, by the longer text
//   lost: the share of the words printed that are missing
// The PDFs are kept in neardup-bench in the temporary folder; NEARDUP_PDF_ORDER names another folder.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shinglesOf } from '../../dist/fingerprint/index.js';
import { canonicalText, texts } from '../../dist/index.js';
import { withPdfium } from '../../dist/read/extract/pdf/pdfium.js';
import { documentOf, fodtOf, htmlOf, LAYOUTS, sourceText } from '../data/pdf-layouts.mjs';
import { LANGUAGES } from '../data/pdf-texts.mjs';

const FOLDER = process.env.NEARDUP_PDF_ORDER ?? join(tmpdir(), 'neardup-bench', 'pdf-order');
const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
const PRINTERS = ['chromium', 'libreoffice'];
const READERS = {
  ours: async (file) => (await texts(file).toArray()).map(({ text }) => text).join('\n\n'),
  poppler: (file) => execFileSync('pdftotext', ['-enc', 'UTF-8', file, '-'], { encoding: 'utf8' }),
  'PDFium raw': (file) => rawText(readFileSync(file)),
};
/** They print, and read, what is compared. */
const PROGRAMS = [CHROMIUM, 'soffice', 'pdftotext'];
const MEASURES = ['resemblance', 'order', 'lost'];

export async function run(print, { quick }) {
  const missing = PROGRAMS.filter((program) => spawnSync(program, ['--version']).error !== undefined);
  if (missing.length > 0)
    return console.error(`pdf-order: skipped, there is no ${missing.join(' and no ')}.`);
  const languages = Object.keys(LANGUAGES).filter((_, i) => !quick || i % 4 === 1);
  const cells = languages.flatMap((language) => Object.keys(LAYOUTS).map((layout) => ({ language, layout })));
  await makeFiles(cells);
  const rows = [];
  for (const cell of cells) {
    const source = await wordsOf(sourceText(documentOf(cell.layout, cell.language)));
    for (const printer of PRINTERS) {
      const row = { ...cell, printer };
      for (const [reader, read] of Object.entries(READERS))
        row[reader] = measure(source, await wordsOf(await read(pathOf(cell, printer))));
      rows.push(row);
    }
  }
  for (const printer of PRINTERS)
    for (const layout of Object.keys(LAYOUTS))
      report(
        print,
        `${printer} ${layout}`,
        rows.filter((row) => row.printer === printer && row.layout === layout),
      );
  for (const language of languages)
    report(
      print,
      language,
      rows.filter((row) => row.language === language),
    );
  report(print, 'all', rows);
  for (const row of rows) {
    const best = Math.max(row.poppler.resemblance, row['PDFium raw'].resemblance);
    if (row.ours.resemblance < best)
      report(print, `below the better: ${row.printer} ${row.language} ${row.layout}`, [row]);
  }
}

/** One line: the mean of our resemblance, and of everything else beside it. */
function report(print, name, rows) {
  const mean = (reader, measure) => rows.reduce((sum, row) => sum + row[reader][measure], 0) / rows.length;
  const told = Object.keys(READERS).map((reader) => [
    reader,
    MEASURES.map((measure) => mean(reader, measure).toFixed(2)).join('/'),
  ]);
  print({ case: name, value: mean('ours', 'resemblance'), unit: 'resem.', ...Object.fromEntries(told) });
}

function pathOf({ language, layout }, printer) {
  return join(FOLDER, printer, `${language}-${layout}.pdf`);
}

async function makeFiles(cells) {
  for (const printer of PRINTERS) mkdirSync(join(FOLDER, printer), { recursive: true });
  const missing = (printer) => cells.filter((cell) => !existsSync(pathOf(cell, printer)));
  const toPrint = missing('chromium');
  if (toPrint.length > 0) {
    const { chromium } = await import('playwright-core');
    const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
    const page = await browser.newPage();
    for (const cell of toPrint) {
      const document = documentOf(cell.layout, cell.language);
      await page.setContent(htmlOf(document));
      const head = `<div style="font-size:8pt;margin:auto">${document.head}</div>`;
      const foot = '<div style="font-size:8pt;margin:auto" class="pageNumber"></div>';
      await page.pdf({
        path: pathOf(cell, 'chromium'),
        format: 'A4',
        landscape: document.landscape === true,
        margin: { top: '2cm', bottom: '2cm', left: '2cm', right: '2cm' },
        ...(document.head && { displayHeaderFooter: true, headerTemplate: head, footerTemplate: foot }),
      });
    }
    await browser.close();
  }
  const toConvert = missing('libreoffice');
  if (toConvert.length === 0) return;
  const sources = toConvert.map((cell) => {
    const path = pathOf(cell, 'libreoffice').replace(/pdf$/, 'fodt');
    writeFileSync(path, fodtOf(documentOf(cell.layout, cell.language)));
    return path;
  });
  const options = [`-env:UserInstallation=file://${FOLDER}/profile`, '--headless', '--convert-to', 'pdf'];
  execFileSync('soffice', [...options, '--outdir', join(FOLDER, 'libreoffice'), ...sources], {
    stdio: 'ignore',
  });
}

async function wordsOf(text) {
  return (await canonicalText(text)).split(' ').filter((word) => word !== '');
}

const SHINGLE = 3;

function measure(source, found) {
  const [a, b] = [source, found].map((words) => new Set(shinglesOf(words.join(' '), { width: SHINGLE })));
  const common = [...a].filter((shingle) => b.has(shingle)).length;
  const counts = new Map();
  for (const word of found) counts.set(word, (counts.get(word) ?? 0) + 1);
  let lost = 0;
  for (const word of source) {
    const count = counts.get(word) ?? 0;
    if (count === 0) lost++;
    else counts.set(word, count - 1);
  }
  return {
    resemblance: common / (a.size + b.size - common),
    order: commonSubsequence(source, found) / Math.max(source.length, found.length),
    lost: lost / source.length,
  };
}

/** The length of the longest common subsequence. */
function commonSubsequence(a, b) {
  let above = new Uint32Array(b.length + 1);
  for (const word of a) {
    const row = new Uint32Array(b.length + 1);
    for (let i = 0; i < b.length; i++)
      row[i + 1] = b[i] === word ? above[i] + 1 : Math.max(row[i], above[i + 1]);
    above = row;
  }
  return above[b.length];
}

/** The characters as PDFium has them, with its own spaces and line ends. */
function rawText(bytes) {
  return withPdfium(2 ** 30, (pdfium) => {
    const address = pdfium.malloc(bytes.length);
    new Uint8Array(pdfium.memory.buffer).set(bytes, address);
    const document = pdfium.FPDF_LoadMemDocument(address, bytes.length, 0);
    let text = '';
    for (let i = 0; i < pdfium.FPDF_GetPageCount(document); i++) {
      const page = pdfium.FPDF_LoadPage(document, i);
      const characters = pdfium.FPDFText_LoadPage(page);
      const count = pdfium.FPDFText_CountChars(characters);
      for (let j = 0; j < count; j++) text += String.fromCharCode(pdfium.FPDFText_GetUnicode(characters, j));
      text += '\n';
      pdfium.FPDFText_ClosePage(characters);
      pdfium.FPDF_ClosePage(page);
    }
    pdfium.FPDF_CloseDocument(document);
    pdfium.free(address);
    return text.replaceAll('\u0002', '-');
  });
}
