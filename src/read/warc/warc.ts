/**
 * WARC: the records of a crawl. Every response, resource and conversion (the texts of WET files) that is text is a
 * document with its URL as id; pictures, requests and descriptions of the crawl are skipped.
 */
import { fromLatin1, latin1 } from '../../platform/bytes.ts';
import { DamagedData } from '../../platform/damaged-data.ts';
import { joinBytes } from '../../platform/join-bytes.ts';
import type { Reader, ReadItem, ReadOptions } from '../../read.ts';
import { decodeText } from '../charsets/charset.ts';
import { isBinary } from '../foreign-formats.ts';
import { declaredCharset } from '../html/html-charset.ts';
import { Headers } from '../mail/headers.ts';
import { splitEntity } from '../mail/parts.ts';
import { binary, quote, tooLong } from '../messages.ts';
import { ByteReader } from '../sources/byte-reader.ts';
import { textOf } from '../text-as-string.ts';
import { httpBody } from './http-body.ts';

/** Bytes of a header line that are read; URLs are not longer. */
const MAX_LINE = 1 << 16;
const MAX_LINES = 1000;

export const warc: Reader = {
  name: 'warc',
  extensions: ['.warc', '.wet'],
  many: true,

  recognizes: (head) => /^WARC\/\d\.\d+\r?\n/.test(latin1(head)),

  async *read(source, options) {
    const reader = new ByteReader(source.open());
    let found = false;
    for (let number = 1; ; number++) {
      const record = await recordHeader(reader);
      if (record === undefined) break;
      const item = await readRecord(reader, record, number, options);
      if (!item) continue;
      found = true;
      yield item;
    }
    if (!found) yield { problem: 'Expected responses with text, got none.' };
  },
};

/** The header of the next record; undefined at the end. */
async function recordHeader(reader: ByteReader): Promise<Headers | undefined> {
  let line = await reader.line(MAX_LINE);
  // records end with two empty lines
  while (line?.length === 0) line = await reader.line(MAX_LINE);
  if (line === undefined) return undefined;
  if (!latin1(line).startsWith('WARC/')) throw new DamagedData('WARC data without the next record');
  const lines: Uint8Array[] = [];
  for (
    line = await reader.line(MAX_LINE);
    line !== undefined && line.length > 0;
    line = await reader.line(MAX_LINE)
  ) {
    if (lines.length < MAX_LINES) lines.push(line, LINE_END);
  }
  return new Headers(joinBytes(lines));
}

const LINE_END = fromLatin1('\n');
const DOCUMENTS = new Set(['response', 'resource', 'conversion']);

async function readRecord(
  reader: ByteReader,
  record: Headers,
  line: number,
  options: ReadOptions,
): Promise<ReadItem | undefined> {
  const length = Number(record.value('content-length'));
  if (!Number.isSafeInteger(length) || length < 0) {
    throw new DamagedData(`WARC data without the length of record ${line}`);
  }
  const wanted = DOCUMENTS.has(record.value('warc-type') ?? '');
  if (!wanted || length > options.maxDocument) {
    if ((await reader.skip(length)) < length) throw truncated(line);
    return wanted ? { line, ...tooLong('a record', length, options.maxDocument) } : undefined;
  }
  const content = await reader.take(length);
  if (content.length < length) throw truncated(line);
  return toItem(content, record, line, options);
}

async function toItem(
  content: Uint8Array,
  record: Headers,
  line: number,
  options: ReadOptions,
): Promise<ReadItem | undefined> {
  const formatId = record.text('warc-target-uri')?.replace(/^<|>$/g, '') || undefined;
  const isHttp =
    record.value('content-type') === 'application/http' || /^HTTP\/\d/.test(latin1(content, 0, 6));
  const { header, body } = isHttp ? splitEntity(content) : { header: undefined, body: content };
  // the status line is not a field and is skipped
  const headers = header === undefined ? record : new Headers(header);
  const type = headers.value('content-type') ?? '';
  const plain = isHttp ? httpBody(body, headers, options.maxDocument) : body;
  if ('problem' in plain) return { line, ...plain };
  const kind = kindOf(type, plain);
  if (kind === undefined || plain.length === 0) return undefined;
  if (isBinary(plain))
    return { line, ...binary(`the ${type || 'page'} of ${quote(formatId ?? 'a record')}`) };
  const charset = headers.parameter('content-type', 'charset');
  const decoded = await decodeText(
    plain,
    options.encoding,
    charset ?? (kind === 'html' ? declaredCharset(plain) : undefined),
  );
  const meta = {
    date: record.text('warc-date'),
    status: header && Number(/^HTTP\/\S+\s+(\d{3})/.exec(latin1(header, 0, 100))?.[1]),
    contentType: type || undefined,
  };
  if (kind === 'text') return { formatId, line, text: decoded, meta };
  const { htmlText } = await import('../html/html-text.ts');
  return {
    formatId,
    line,
    meta,
    ...htmlText(textOf({ text: decoded }), options),
  };
}

/** The type that the server states, or the type that the bytes look like if it states none. */
function kindOf(type: string, body: Uint8Array): 'html' | 'text' | undefined {
  if (type === 'text/html' || type === 'application/xhtml+xml') return 'html';
  if (type === 'text/plain' || type === 'text/markdown') return 'text';
  if (type !== '') return undefined;
  return /^\s*(?:<\?xml[^>]*>\s*)?<(?:!doctype\s+html|html)/i.test(latin1(body, 0, 1000))
    ? 'html'
    : undefined;
}

function truncated(record: number): DamagedData {
  return new DamagedData(`truncated WARC data in record ${record}`);
}
