/**
 * Word 6 to 2003 (.doc): main text, then footnotes, endnotes and text boxes; headers, footers and comments are left out.
 * The container (OLE) also holds Excel and PowerPoint files, mail, and encrypted newer documents: these are reported.
 */
import type { Told } from '../../wording.ts';
import { BadDocument } from '../bad-document.ts';
import { TextBuilder } from '../html/text-builder.ts';
import { docParts } from './doc-text.ts';
import { oneDocument } from './extractor.ts';
import { u16At } from './little-endian.ts';
import { oldWordText } from './old-word.ts';
import { OleFile } from './ole.ts';
import { PASSWORD } from './zip.ts';

/** The first version with pieces. */
const WORD_97 = 0xc1;
/** Flags in the header. */
const ENCRYPTED = 0x100;
const SECOND_TABLE = 0x200;

export const doc = oneDocument(async (bytes, { maxDocument }) => {
  const file = new OleFile(bytes);
  // the Word document beside it only says that the real one is locked
  if (file.has('\tDRMContent')) throw new BadDocument(MANAGED);
  const word = file.stream('WordDocument');
  if (word === undefined || word.length < 64) throw new BadDocument(otherKind(file));
  const flags = u16At(word, 10);
  if ((flags & ENCRYPTED) !== 0) throw new BadDocument(PASSWORD);
  if (u16At(word, 2) < WORD_97) return { text: toText(await oldWordText(word), maxDocument) };
  const table = file.stream((flags & SECOND_TABLE) !== 0 ? '1Table' : '0Table');
  if (table === undefined)
    throw new BadDocument('Expected a whole Word document, got one without its tables.');
  const { body, footnotes, endnotes, textBoxes } = docParts(word, table);
  return { text: toText([body, footnotes, endnotes, textBoxes], maxDocument) };
});

/** Control characters end paragraphs, cells and lines, and surround fields: the code, then the text that is shown. */
function toText(parts: readonly string[], max: number): string {
  const builder = new TextBuilder(max);
  for (const part of parts) {
    builder.paragraph();
    // for each open field: still in its code?
    const fields: boolean[] = [];
    for (const [token] of part.matchAll(TOKEN)) {
      if (token === '\x13') fields.push(true);
      else if (token === '\x14') fields.splice(-1, 1, false);
      else if (token === '\x15') fields.pop();
      else if (fields.includes(true)) continue;
      else if (token === '\t' || token === '\x07') builder.cell();
      else if (token === '\x0b') builder.line();
      else if (PARAGRAPHS.has(token)) builder.paragraph();
      else if (token === '\x1e') builder.text('-');
      else if (token !== '\x1f') builder.text(token);
    }
  }
  return builder.finish();
}

/** The end of a row is that of its last cell, twice. */
const PARAGRAPHS = new Set(['\r', '\f', '\x0e', '\x07\x07']);
const TOKEN = /\x07\x07|[\x07\t\x0b\f\r\x0e\x13-\x15\x1e\x1f]|[^\x07\t\x0b\f\r\x0e\x13-\x15\x1e\x1f]+/g;

function otherKind(file: OleFile): Told {
  if (file.has('EncryptedPackage')) return { problem: PASSWORD };
  const kind = KINDS.find(([stream]) => file.has(stream))?.[1];
  const problem = `Expected a Word document, got ${kind ?? 'something else in the same container, or a damaged file'}.`;
  return kind === undefined ? { problem } : { problem, foreign: true };
}

const MANAGED = 'It is encrypted by rights management (DRM): save it without.';

const KINDS: readonly (readonly [stream: string, kind: string])[] = [
  ['Workbook', 'an Excel workbook'],
  ['Book', 'an Excel workbook'],
  ['PowerPoint Document', 'a PowerPoint presentation'],
  ['__properties_version1.0', 'an Outlook message'],
  ['VisioDocument', 'a Visio drawing'],
];
