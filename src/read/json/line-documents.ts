/** JSON lines as they come through a pipe: every document with the bytes of its line, as soon as the line has ended. */
import type { ReadItem, ReadOptions } from '../../read.ts';
import { tooLong } from '../messages.ts';
import { documentMaker } from './json-fields.ts';
import { LineSplitter } from './line-splitter.ts';

export interface LineDocument {
  /** From 1. */
  readonly line: number;
  /** The line without its end; undefined if it is too long to be held. */
  readonly bytes: Uint8Array | undefined;
  readonly item: ReadItem;
}

/** Yields, for every chunk of bytes, the documents that end in it. Empty lines give nothing. */
export async function* lineDocuments(
  chunks: AsyncIterable<Uint8Array>,
  options: ReadOptions,
): AsyncGenerator<LineDocument[]> {
  const toItem = await documentMaker(options);
  const splitter = new LineSplitter(options.maxDocument);
  const documents = (lines: ReturnType<LineSplitter['push']>) => {
    const found: LineDocument[] = [];
    for (const { bytes, length, line } of lines) {
      // a copy: the chunk may be written over
      const own = bytes && Uint8Array.from(bytes);
      const item = own ? toItem(own, line) : { line, ...tooLong('a line', length, options.maxDocument) };
      if (item !== undefined) found.push({ line, bytes: own, item });
    }
    return found;
  };
  for await (const chunk of chunks) yield documents(splitter.push(chunk));
  yield documents(splitter.end());
}
