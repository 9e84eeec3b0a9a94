/** JSON files: one array of objects, each a document, or a single object. */
import type { Reader, ReadItem, ReadOptions, Source } from '../../read.ts';
import { headText, jsonChunks } from '../charsets/charset-stream.ts';
import { flatten } from '../flatten.ts';
import { tooLong } from '../messages.ts';
import { peek } from '../sources/peek.ts';
import type { RawRecord } from '../sources/record-buffer.ts';
import { wholeDocument } from '../whole-document.ts';
import { ArraySplitter, onOneLine } from './json-array-splitter.ts';
import { documentMaker } from './json-fields.ts';

export const json: Reader = {
  name: 'json',
  extensions: ['.json'],
  many: true,

  /** An array that begins with an object, or an object with its first field on the next line. */
  recognizes(head) {
    return /^(?:\[\s*\{\s*(?:"|\})|\{\s*\n\s*"(?:[^"\\]|\\.)*"\s*:)/.test(headText(head));
  },

  read: (source, options) => flatten(readElements(source, options)),
};

/** The items of one chunk after the other; `record` is the element put on one line. */
async function* readElements(source: Source, options: ReadOptions): AsyncGenerator<Iterable<ReadItem>> {
  const makeDocument = await documentMaker(options);
  const { head, chunks } = await peek(jsonChunks(source), 4096);
  if (!headText(head).startsWith('[')) {
    const bytes = await wholeDocument({ ...source, open: () => chunks }, options.maxDocument);
    if (!bytes) return yield [{ ...tooLong('a document', undefined, options.maxDocument) }];
    const item = makeDocument(bytes, 1);
    return yield item ? [withRecordOnOneLine(item)] : [];
  }

  const splitter = new ArraySplitter(options.maxDocument);
  // several elements may begin on one line: their number distinguishes them
  let lastLine = 0;
  let nth = 0;
  for await (const chunk of chunks) yield toItems(splitter.push(chunk));
  if (!splitter.closed) {
    yield [
      { line: splitter.line, problem: 'Expected the array to be closed with `]`, got the end of the file.' },
    ];
  }

  if (splitter.trailing) {
    yield [
      { line: splitter.line, problem: 'Expected the end of the file after the array, got something else.' },
    ];
  }

  function* toItems(elements: Iterable<RawRecord>): Generator<ReadItem> {
    for (const { bytes, length, line } of elements) {
      nth = line === lastLine ? nth + 1 : 1;
      lastLine = line;
      const item = bytes
        ? makeDocument(bytes, line)
        : { line, ...tooLong('an element', length, options.maxDocument) };
      if (item) yield withRecordOnOneLine(nth === 1 ? item : { ...item, nth });
    }
  }
}

function withRecordOnOneLine(item: ReadItem): ReadItem {
  if (item.problem !== undefined || !item.record) return item;
  return { ...item, record: onOneLine(item.record) };
}
