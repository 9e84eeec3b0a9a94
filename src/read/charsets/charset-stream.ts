/** Sources with many documents as UTF-8 chunks: the byte order mark is removed, and other charsets are decoded. */
import { utf8Bytes } from '../../platform/bytes.ts';
import type { Source } from '../../read.ts';
import { peek } from '../sources/peek.ts';
import { byteOrderMark, type Charset, charsetOf } from './charset.ts';
import { decodeCharset } from './decode-charset.ts';
import { charsetDecoder } from './decoders.ts';
import { guessUnicode } from './utf16.ts';

/** JSON is UTF-8 by definition; UTF-16 occurs and is recognized. Nothing is guessed: an invalid byte remains one invalid byte. */
export function jsonChunks(source: Source): AsyncIterable<Uint8Array> {
  return utf8Chunks(source, async (head) => jsonCharset(head));
}

export function jsonCharset(head: Uint8Array): Charset {
  return byteOrderMark(head) ?? { charset: guessUnicode(head) ?? 'utf-8', skip: 0 };
}

/** Tables come in any charset; the first 64 KB decide. */
export function tableChunks(source: Source, encoding: string): AsyncIterable<Uint8Array> {
  // whole lines only: a character cut in two would look like another charset
  return utf8Chunks(source, (head) =>
    charsetOf(head.subarray(0, head.lastIndexOf(0x0a) + 1 || head.length), encoding),
  );
}

/** The first bytes of a file as text, without byte order mark and leading white space, for detecting the format. */
export function headText(head: Uint8Array): string {
  const mark = byteOrderMark(head);
  const charset = mark?.charset ?? guessUnicode(head) ?? 'utf-8';
  return decodeCharset(charset, head.subarray(mark?.skip ?? 0)).trimStart();
}

const HEAD = 64 * 1024;

async function* utf8Chunks(
  source: Source,
  decide: (head: Uint8Array) => Promise<Charset>,
): AsyncGenerator<Uint8Array> {
  const { head, chunks } = await peek(source.open(), HEAD);
  const { charset, skip } = await decide(head);
  const decoder = charset === 'utf-8' ? undefined : charsetDecoder(charset);
  let toSkip = skip;
  for await (const chunk of chunks) {
    const content = toSkip > 0 ? chunk.subarray(toSkip) : chunk;
    toSkip = 0;
    yield decoder ? utf8Bytes(decoder.decode(content, { stream: true })) : content;
  }
  if (decoder) yield utf8Bytes(decoder.decode());
}
