/** JSON Lines: one object per line, text and id in fields. */
import type { Heap } from '../../engines/index.ts';
import { toSearch } from '../../platform/bytes.ts';
import type { Reader, ReadItem, ReadOptions, Source } from '../../read.ts';
import { headText, jsonChunks } from '../charsets/charset-stream.ts';
import { flatten } from '../flatten.ts';
import { tooLong } from '../messages.ts';
import { openJsonInput } from '../sources/raw-input.ts';
import type { RawRecord } from '../sources/record-buffer.ts';
import { documentMaker } from './json-fields.ts';
import { BLOCK_BYTES, cutIntoBlocks, type LineBlock } from './line-blocks.ts';
import { LineSplitter, toRecord } from './line-splitter.ts';

export const jsonl: Reader = {
  name: 'jsonl',
  extensions: ['.jsonl', '.ndjson'],
  many: true,

  /** The first line begins like an object with a field and, if its end is there, is JSON. */
  recognizes(head) {
    const text = headText(head);
    const end = text.indexOf('\n');
    const line = end === -1 ? text : text.slice(0, end);
    if (!/^\{\s*"(?:[^"\\]|\\.)*"\s*:/.test(line)) return false;
    return end === -1 || isJson(line);
  },

  read: (source, options) => flatten(readChunks(source, options)),

  readLines(source, options, heap) {
    const { chunk = BLOCK_BYTES } = options;
    return chunk > 0 && isForKernel(options) ? readBlocks(source, options, heap, chunk) : undefined;
  },
};

/** The items of one chunk after the other. */
async function* readChunks(source: Source, options: ReadOptions): AsyncGenerator<Iterable<ReadItem>> {
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

/** A function that makes an item of a line. White space gives nothing. */
async function itemMaker(options: ReadOptions): Promise<(record: RawRecord) => ReadItem | undefined> {
  const makeDocument = await documentMaker(options);
  return ({ bytes, length, line }) => {
    if (!bytes) return { line, ...tooLong('a line', length, options.maxDocument) };
    const item = makeDocument(bytes, line);
    return item?.problem === undefined ? item : { ...item, record: bytes };
  };
}

/** Longer lines are parsed one by one, which shows whether they can be held as a string. */
const LONG_LINE = 16 << 20;

async function* readBlocks(
  source: Source,
  options: ReadOptions,
  heap: Heap,
  chunk: number,
): AsyncGenerator<LineBlock> {
  const { maxDocument } = options;
  const format = await lineFormat(options);
  const input = await openJsonInput(source);
  const common = { source, reader: jsonl, ...format, file: input.file };
  try {
    // one byte more than a document, for the CR that does not count
    for await (const lines of cutIntoBlocks(input, heap, chunk, maxDocument + 1)) {
      yield { ...common, ...lines };
    }
  } finally {
    await input.close();
  }
}

/** How lines are read, wherever they come from. */
export async function lineFormat(
  options: ReadOptions,
): Promise<Pick<LineBlock, 'textField' | 'idField' | 'maxLine' | 'readLine'>> {
  const { textField, idField, maxDocument } = options;
  const toItem = await itemMaker(options);
  return {
    textField,
    idField,
    maxLine: Math.min(maxDocument, LONG_LINE),
    readLine(content, line) {
      const bytes = typeof content === 'number' ? content : toSearch(content);
      return toItem(toRecord(bytes, line, maxDocument));
    },
  };
}

/** True if a kernel can find text and id in lines. */
export function isForKernel({ textField, idField, markup }: ReadOptions): boolean {
  return markup === 'none' && isPlainName(textField) && isPlainName(idField) && textField !== idField;
}

/** True for names that a line has as they are: a dot may separate steps of a path, and letters beyond ASCII may be escaped. */
function isPlainName(name: string): boolean {
  return /^[\x20-\x7e]+$/.test(name) && !/[".,\\]/.test(name);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
