/** Documents that are zip archives: the files inside decide between DOCX, OpenDocument and EPUB. */
import { BadDocument } from '../bad-document.ts';
import { docxDocument, mainPart } from './docx.ts';
import { epubDocument } from './epub.ts';
import { oneDocument } from './extractor.ts';
import { odtDocument } from './odt.ts';
import { Zip } from './zip.ts';

/** The part of the memory of a document that its inflated files may take: their text needs as much again. */
const INFLATED_SHARE = 4;

export const zippedDocument = oneDocument((bytes, options) => {
  const zip = new Zip(bytes, { maxInflated: Math.floor(options.documentMemory / INFLATED_SHARE) });
  if (zip.has('META-INF/container.xml') && !zip.has('content.xml')) return epubDocument(zip, options);
  if (zip.has('content.xml')) return odtDocument(zip, options);
  const main = mainPart(zip);
  if (main !== undefined && !/^(?:xl|ppt|visio)\//.test(main)) return docxDocument(zip, main, options);
  const problem = `Expected a DOCX, ODT or EPUB document, got ${kindOf(main)}.`;
  throw new BadDocument({ problem, foreign: true });
});

function kindOf(main: string | undefined): string {
  if (main?.startsWith('xl/')) return 'an Excel workbook';
  if (main?.startsWith('ppt/')) return 'a PowerPoint presentation';
  if (main?.startsWith('visio/')) return 'a Visio drawing';
  return 'a zip archive with something else in it';
}
