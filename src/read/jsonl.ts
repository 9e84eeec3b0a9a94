/** JSON Lines: one object per line, text and id in fields. */
import type { Reader, ReadItem } from '../read.ts';
import { headText, jsonChunks } from './charset-stream.ts';
import { documentMaker } from './json-fields.ts';
import { LineSplitter } from './line-splitter.ts';
import { markupRemover } from './markup.ts';
import { quote, tooLong } from './messages.ts';
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

  async *read(source, options) {
    const makeDocument = documentMaker(options, await markupRemover(options.markup));
    const splitter = new LineSplitter(options.maxDocument);
    for await (const chunk of jsonChunks(source)) {
      for (const line of splitter.push(chunk)) {
        const item = toItem(line);
        if (item) yield item;
      }
    }
    for (const line of splitter.end()) {
      const item = toItem(line);
      if (item) yield item;
    }

    function toItem({ bytes, length, line }: RawRecord): ReadItem | undefined {
      if (!bytes) return { line, problem: tooLong('line', length, options.maxDocument) };
      const text = bytes.toString();
      let value: unknown;
      try {
        value = JSON.parse(text);
      } catch {
        if (text.trim() === '') return undefined;
        return { line, problem: `Expected a JSON object, got ${quote(text)}.` };
      }
      return makeDocument(value, bytes, line);
    }
  },
};

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
