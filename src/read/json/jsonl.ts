/** JSON Lines: one object per line, text and id in fields. */
import type { BulkTarget, LineFormat, RawLines, Reader, ReadItem, ReadOptions, Source } from '../../read.ts';
import { headText, jsonChunks } from '../charsets/charset-stream.ts';
import { flatten } from '../flatten.ts';
import { tooLong } from '../messages.ts';
import { openJsonInput } from '../sources/raw-input.ts';
import type { RawRecord } from '../sources/record-buffer.ts';
import { asBuffer } from '../sources/record-buffer.ts';
import { documentMaker } from './json-fields.ts';
import { LineSplitter, toRecord } from './line-splitter.ts';
import { linesInFile } from './lines-in-file.ts';
import { wholeLines } from './whole-lines.ts';

export const jsonl: Reader = {
  name: 'jsonl',
  extensions: ['.jsonl', '.ndjson'],
  many: true,

  /** The first line begins like an object with a field and, where it is all there, is JSON. */
  recognizes(head) {
    const text = headText(head);
    const end = text.indexOf('\n');
    const line = end === -1 ? text : text.slice(0, end);
    if (!/^\{\s*"(?:[^"\\]|\\.)*"\s*:/.test(line)) return false;
    return end === -1 || isJson(line);
  },

  read: (source, options) => flatten(readLines(source, options)),

  readBulk(source, options, target) {
    const { textField, idField, markup } = options;
    const isPlain = isPlainName(textField) && isPlainName(idField) && textField !== idField;
    if (markup !== 'none' || !isPlain) return undefined;
    return readRawLines(source, options, target);
  },
};

/** The items of one chunk after the other. */
async function* readLines(source: Source, options: ReadOptions): AsyncGenerator<Iterable<ReadItem>> {
  const toItem = await itemMaker(options);
  const splitter = new LineSplitter(options.maxDocument);
  for await (const chunk of jsonChunks(source)) yield toItems(splitter.push(chunk));
  yield toItems(splitter.end());

  function* toItems(lines: Iterable<RawRecord>): Generator<ReadItem> {
    for (const record of lines) {
      const item = toItem(record);
      if (item) yield item;
    }
  }
}

/** A function that makes an item of a line, or nothing of white space. */
async function itemMaker(options: ReadOptions): Promise<(record: RawRecord) => ReadItem | undefined> {
  const makeDocument = await documentMaker(options);
  return ({ bytes, length, line }) =>
    bytes ? makeDocument(bytes, line) : { line, problem: tooLong('a line', length, options.maxDocument) };
}

/** Lines over this go the plain way, where it is found out whether they can be held as a string. */
const LONG_LINE = 16 << 20;

async function* readRawLines(
  source: Source,
  options: ReadOptions,
  target: BulkTarget,
): AsyncGenerator<RawLines> {
  const { textField, idField, maxDocument } = options;
  const toItem = await itemMaker(options);
  const format: LineFormat = {
    textName: textField,
    idName: idField,
    maxLine: Math.min(maxDocument, LONG_LINE),
    read(content, line) {
      const bytes = typeof content === 'number' ? content : asBuffer(content);
      return toItem(toRecord(bytes, line, maxDocument));
    },
  };
  const input = await openJsonInput(source);
  try {
    // one more, for the CR that does not count
    const read = target.mayLeave === true ? linesInFile : wholeLines;
    for await (const lines of read(input, target, maxDocument + 1)) yield { ...lines, format };
  } finally {
    await input.close();
  }
}

/** Names that stand in a line as they are meant: a dot may make a path, and what is beyond ASCII is compared in other ways. */
function isPlainName(name: string): boolean {
  return /^[\x20-\x7e]+$/.test(name) && !/[".\\]/.test(name);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
