/** Cuts a stream of bytes into Arrow's messages. */
import { NeardupError } from '../../errors.ts';
import { Table } from './flatbuffers.ts';

export interface ArrowMessage {
  /** 1 for a schema, 3 for a batch of rows. */
  readonly kind: number;
  readonly header: Table;
  readonly body: Uint8Array;
}

/** The largest message that is read: an engine should send some megabytes at a time. */
const MAX_MESSAGE = 2 ** 31;
const MARK = 0xffffffff;

export async function* messages(input: AsyncIterable<Uint8Array>): AsyncGenerator<ArrowMessage> {
  const bytes = new ByteStream(input);
  for (;;) {
    const start = await bytes.take(8);
    if (start === undefined) throw cut();
    const view = new DataView(start.buffer, start.byteOffset, 8);
    if (view.getUint32(0, true) !== MARK) throw notArrow();
    const size = view.getUint32(4, true);
    if (size === 0) return;
    const metadata = await bytes.take(limited(size));
    if (metadata === undefined) throw cut();
    const message = Table.root(metadata);
    const body = await bytes.take(limited(message.number(3, 'i64')));
    if (body === undefined) throw cut();
    yield { kind: message.number(1, 'u8'), header: message.table(2)!, body };
  }
}

/** Reads from chunks of any size. The bytes it returns begin at a multiple of eight. */
class ByteStream {
  private readonly chunks: AsyncIterator<Uint8Array>;
  private chunk: Uint8Array = new Uint8Array();

  constructor(input: AsyncIterable<Uint8Array>) {
    this.chunks = input[Symbol.asyncIterator]();
  }

  /** The next bytes, or undefined if there are fewer. */
  async take(length: number): Promise<Uint8Array | undefined> {
    const bytes = new Uint8Array(length);
    for (let done = 0; done < length; ) {
      if (this.chunk.length === 0) {
        const next = await this.chunks.next();
        if (next.done === true) return undefined;
        this.chunk = next.value;
      }
      const part = this.chunk.subarray(0, length - done);
      bytes.set(part, done);
      done += part.length;
      this.chunk = this.chunk.subarray(part.length);
    }
    return bytes;
  }
}

function limited(size: number): number {
  if (size >= 0 && size < MAX_MESSAGE) return size;
  throw new NeardupError('TOO_LARGE', `Expected batches below 2 GB, got ${size} bytes.`, {
    advice: 'Send fewer rows at a time.',
  });
}

function cut(): NeardupError {
  return new NeardupError('INPUT_CHANGED', 'The Arrow stream on standard input was cut off.', {
    advice: 'The process that writes it has failed: see its own message.',
  });
}

function notArrow(): NeardupError {
  return new NeardupError('BAD_OPTION', 'Expected an Arrow IPC stream on standard input.', {
    advice: 'Send the streaming format of Arrow 0.15 or later, or ask for JSON lines.',
  });
}
