/** JSON Lines: one object per line, text and id in fields. */
import type { Reader, ReadItem, ReadOptions, Source } from '../read.ts';
import { headText, jsonChunks } from './charset-stream.ts';
import { flatten } from './flatten.ts';
import { documentMaker } from './json-fields.ts';
import { LineSplitter } from './line-splitter.ts';
import { tooLong } from './messages.ts';
import type { RawRecord } from './record-buffer.ts';

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
};

/** The items of one chunk after the other. */
async function* readLines(source: Source, options: ReadOptions): AsyncGenerator<Iterable<ReadItem>> {
  const makeDocument = await documentMaker(options);
  const splitter = new LineSplitter(options.maxDocument);
  for await (const chunk of jsonChunks(source)) yield toItems(splitter.push(chunk));
  yield toItems(splitter.end());

  function* toItems(lines: Iterable<RawRecord>): Generator<ReadItem> {
    for (const { bytes, length, line } of lines) {
      if (!bytes) yield { line, problem: tooLong('a line', length, options.maxDocument) };
      else {
        const item = makeDocument(bytes, line);
        if (item) yield item;
      }
    }
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
