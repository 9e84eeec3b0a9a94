/** Cuts bytes into Arrow's messages. A file that is read from its start is a stream between two marks. */
import { latin1 } from '../platform/bytes.ts';
import { BadArrow, CutArrow, damagedArrow, TooLargeArrow } from './bad-arrow.ts';
import { Table } from './flatbuffers.ts';

export interface ArrowMessage {
  readonly kind: number;
  /** 4 for version 5 of the format. */
  readonly version: number;
  readonly header: Table;
  readonly body: Uint8Array;
  /** Bytes that the message takes. */
  readonly size: number;
  readonly form: ArrowForm;
}

/** A file is a stream between two marks, with a table of its messages at its end. */
export type ArrowForm = 'file' | 'stream';

export const MessageKind = { schema: 1, dictionary: 2, batch: 3 } as const;

export const FILE_MARK = 'ARROW1';
/** Begins every message since Arrow 0.15. */
export const MESSAGE_MARK = 0xffffffff;
/** No schema has more: a column takes about 200 bytes. */
export const MAX_METADATA = 256 << 20;

/** @param maxBody Bytes of a message that may be in memory. */
export async function* readMessages(
  input: AsyncIterable<Uint8Array>,
  maxBody: number,
): AsyncGenerator<ArrowMessage> {
  const bytes = new ByteStream(input);
  try {
    const start = await bytes.take(4);
    const isFile = start !== undefined && latin1(start) === FILE_MARK.slice(0, 4);
    if (isFile) await bytes.take(4);
    for (let first = isFile ? await bytes.take(4) : start; ; first = await bytes.take(4)) {
      // an older message begins with its size
      const mark = first && wordOf(first);
      const sized = mark === MESSAGE_MARK ? await bytes.take(4) : first;
      if (sized === undefined) throw new CutArrow('data');
      const size = wordOf(sized);
      if (size === 0) break;
      if (size > MAX_METADATA) throw new BadArrow('Expected an Arrow file or stream, got other data.');
      yield { ...(await readMessage(bytes, size, maxBody)), form: isFile ? 'file' : 'stream' };
    }
    if (isFile && !(await endsWithMark(bytes))) throw new CutArrow('a file');
  } finally {
    await bytes.close();
  }
}

function wordOf(bytes: Uint8Array): number {
  return new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0, true);
}

async function readMessage(
  bytes: ByteStream,
  size: number,
  maxBody: number,
): Promise<Omit<ArrowMessage, 'form'>> {
  const metadata = await bytes.take(size);
  if (metadata === undefined) throw new CutArrow('data');
  const length = readRoot(metadata).number(3, 'i64');
  if (!(length >= 0)) throw damagedArrow('a message of a negative length');
  if (length > maxBody) throw new TooLargeArrow(length);
  const body = await bytes.take(length);
  if (body === undefined) throw new CutArrow('data');
  return messageOf(metadata, body);
}

/** @param start The message up to its body. */
export function messageAt(start: Uint8Array, body: Uint8Array): Omit<ArrowMessage, 'form'> {
  const isMarked = start.length >= 8 && wordOf(start) === MESSAGE_MARK;
  return messageOf(start.slice(isMarked ? 8 : 4), body);
}

function messageOf(metadata: Uint8Array, body: Uint8Array): Omit<ArrowMessage, 'form'> {
  const message = readRoot(metadata);
  const header = message.table(2);
  if (header === undefined) throw damagedArrow('a message without content');
  const [kind, version] = [message.number(1, 'u8'), message.number(0, 'i16')];
  return { kind, version, header, body, size: metadata.length + body.length };
}

/** True for the first bytes of a file that cannot be read from its start. */
export function isOnlyFile(head: Uint8Array): boolean {
  return (
    head.length >= 16 &&
    isFileHead(head) &&
    wordOf(head.subarray(8)) !== MESSAGE_MARK &&
    !hasSchemaAt(head, 12)
  );
}

export function isFileHead(head: Uint8Array): boolean {
  return latin1(head.subarray(0, 8)) === `${FILE_MARK}\0\0`;
}

/** True for the first bytes of a file or of a stream: a stream begins with a mark, and a schema as its first message. */
export function isArrow(head: Uint8Array): boolean {
  if (isFileHead(head)) return true;
  return head.length >= 8 && wordOf(head) === MESSAGE_MARK && hasSchemaAt(head, 8);
}

/** True for the first bytes of a stream as it was before Arrow 0.15: other data may begin like this. */
export function isOldArrow(head: Uint8Array): boolean {
  return head.length >= 8 && wordOf(head) < MAX_METADATA && hasSchemaAt(head, 4);
}

function hasSchemaAt(head: Uint8Array, start: number): boolean {
  try {
    return readRoot(head.subarray(start)).number(1, 'u8') === MessageKind.schema;
  } catch {
    return false;
  }
}

function readRoot(metadata: Uint8Array): Table {
  const message = Table.root(metadata);
  const version = message.number(0, 'i16');
  if (version < 3 || version > 4)
    throw new BadArrow(`Expected version 4 or 5 of the Arrow format, got ${version + 1}.`);
  return message;
}

/** Reads to the end, which has the mark. */
async function endsWithMark(bytes: ByteStream): Promise<boolean> {
  let end: Uint8Array = new Uint8Array();
  for (let next = await bytes.some(); next !== undefined; next = await bytes.some()) {
    const both = new Uint8Array(end.length + Math.min(next.length, 8));
    both.set(end);
    both.set(next.subarray(-8), end.length);
    end = both.subarray(-8);
  }
  return latin1(end.subarray(-6)) === FILE_MARK;
}

/** Bytes that are allocated before any have come: a forged length may promise more than there are. */
const FIRST_BYTES = 16 << 20;

/** Reads from chunks of any size. The bytes it returns begin at a multiple of eight. */
class ByteStream {
  private readonly chunks: AsyncIterator<Uint8Array>;
  private chunk: Uint8Array = new Uint8Array();

  constructor(input: AsyncIterable<Uint8Array>) {
    this.chunks = input[Symbol.asyncIterator]();
  }

  /** The next bytes, or undefined if there are fewer. */
  async take(length: number): Promise<Uint8Array | undefined> {
    let bytes = new Uint8Array(Math.min(length, FIRST_BYTES));
    for (let done = 0; done < length; ) {
      const part = await this.some(length - done);
      if (part === undefined) return undefined;
      if (done + part.length > bytes.length) {
        const larger = new Uint8Array(Math.min(length, 2 * (done + part.length)));
        larger.set(bytes.subarray(0, done));
        bytes = larger;
      }
      bytes.set(part, done);
      done += part.length;
    }
    return bytes;
  }

  /** The next bytes that are there, at most this many; undefined at the end. */
  async some(most = Number.POSITIVE_INFINITY): Promise<Uint8Array | undefined> {
    while (this.chunk.length === 0) {
      const next = await this.chunks.next();
      if (next.done === true) return undefined;
      this.chunk = next.value;
    }
    const part = this.chunk.subarray(0, most);
    this.chunk = this.chunk.subarray(part.length);
    return part;
  }

  async close(): Promise<void> {
    await this.chunks.return?.();
  }
}
