/** Arrays of bytes as NumPy writes them (`.npy`): one row after the other, all of one length. */
import type { Source } from '../read.ts';

export interface NpyArray {
  readonly rows: number;
  readonly columns: number;
  /** The rows, in pieces of whole ones. */
  pieces(): AsyncGenerator<Uint8Array>;
  /** For an array whose rows are not read. */
  close(): Promise<void>;
}

const MAGIC = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59];
/** What NumPy itself reads by default. */
const LONGEST_HEADER = 10_000;
const ALIGNMENT = 64;

export function isNpy({ name }: Source): boolean {
  return name.endsWith('.npy');
}

/** The array of a file, or why it is none. */
export async function openNpy(
  source: Pick<Source, 'open'>,
): Promise<NpyArray | { readonly problem: string }> {
  const stream = new Stream(source.open());
  const bad = async (found: string) => {
    await stream.end();
    return { problem: `Expected an array of bytes with two dimensions (np.uint8), got ${found}.` };
  };
  const start = await stream.take(10);
  if (start === undefined || MAGIC.some((byte, i) => start[i] !== byte)) return bad('no .npy file');
  const isLong = start[6] > 1;
  const more = isLong ? await stream.take(2) : new Uint8Array(2);
  if (more === undefined) return bad('a file that is cut');
  const length = start[8] + 2 ** 8 * start[9] + 2 ** 16 * more[0] + 2 ** 24 * more[1];
  const header = length > LONGEST_HEADER ? undefined : await stream.take(length);
  if (header === undefined) return bad('a file that is cut, or a header that is too long');
  const text = new TextDecoder('latin1').decode(header);
  const type = /'descr': *'([^']*)'/.exec(text)?.[1];
  const [, rows, columns] = /'shape': *\((\d{1,15}), *(\d{1,15})\)/.exec(text) ?? [];
  if (type !== '|u1') return bad(`the type ${type === undefined ? 'none' : `\`${type}\``}`);
  if (rows === undefined) return bad('another shape');
  if (/'fortran_order': *True/.test(text)) return bad('columns one after the other (Fortran order)');
  const array = { rows: Number(rows), columns: Number(columns) };
  return {
    ...array,
    pieces: () => wholeRows(stream, array.rows, array.columns),
    close: () => stream.end(),
  };
}

/** The bytes before the rows of an array. */
export function npyHeader(rows: number, columns: number): Uint8Array {
  const text = `{'descr': '|u1', 'fortran_order': False, 'shape': (${rows}, ${columns}), }`;
  const size = Math.ceil((MAGIC.length + 4 + text.length + 1) / ALIGNMENT) * ALIGNMENT;
  const bytes = new Uint8Array(size).fill(0x20);
  bytes.set(MAGIC);
  const length = size - MAGIC.length - 4;
  bytes.set([1, 0, length & 0xff, length >> 8], MAGIC.length);
  bytes.set(new TextEncoder().encode(text), MAGIC.length + 4);
  bytes[size - 1] = 0x0a;
  return bytes;
}

/** Ends early if the file does; the caller counts. */
async function* wholeRows(stream: Stream, rows: number, columns: number): AsyncGenerator<Uint8Array> {
  try {
    for (let left = rows; left > 0 && columns > 0; ) {
      const piece = await stream.upTo(Math.min(left, Math.ceil(65_536 / columns)) * columns);
      const whole = Math.floor(piece.length / columns);
      if (whole === 0) return;
      yield piece.subarray(0, whole * columns);
      left -= whole;
    }
  } finally {
    await stream.end();
  }
}

/** Bytes that are taken as they are needed. */
class Stream {
  private readonly chunks: AsyncIterator<Uint8Array>;
  private rest = new Uint8Array(0);

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.chunks = chunks[Symbol.asyncIterator]();
  }

  /** Exactly `count` bytes; undefined if there are fewer. */
  async take(count: number): Promise<Uint8Array | undefined> {
    const bytes = await this.upTo(count);
    return bytes.length === count ? bytes : undefined;
  }

  async upTo(count: number): Promise<Uint8Array> {
    const taken = new Uint8Array(count);
    let filled = 0;
    while (filled < count) {
      if (this.rest.length === 0) {
        const { done, value } = await this.chunks.next();
        if (done === true) break;
        this.rest = new Uint8Array(value);
        continue;
      }
      const piece = this.rest.subarray(0, count - filled);
      taken.set(piece, filled);
      filled += piece.length;
      this.rest = this.rest.subarray(piece.length);
    }
    return taken.subarray(0, filled);
  }

  async end(): Promise<void> {
    await this.chunks.return?.();
  }
}
