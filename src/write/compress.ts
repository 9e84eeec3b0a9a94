/** Compression of outputs, block by block. Equal input gives equal output. */
import * as zlib from 'node:zlib';

export interface Encoder {
  /** Compressed bytes that are ready; may be none. */
  encode(block: Uint8Array): Promise<Uint8Array>;
  /** The rest. */
  end(): Promise<Uint8Array>;
  close(): void;
}

/** The encoder for a path by its ending: `.gz`, `.zst`; undefined for any other. @param gzip Whether to compress, whatever the ending. */
export async function encoderFor(path: string, gzip?: boolean): Promise<Encoder | undefined> {
  if (gzip ?? /\.gz$/i.test(path)) return gzipEncoder();
  if (gzip === false) return undefined;
  return /\.zst$/i.test(path) ? zstdEncoder() : undefined;
}

function gzipEncoder(): Encoder {
  return streamEncoder(zlib.createGzip({ level: zlib.constants.Z_DEFAULT_COMPRESSION }));
}

function streamEncoder(stream: zlib.Gzip): Encoder {
  let ready: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => ready.push(chunk));

  const take = (): Uint8Array => {
    const bytes = Buffer.concat(ready);
    ready = [];
    return bytes;
  };
  return {
    encode: (block) =>
      new Promise((resolve, reject) => {
        stream.write(block, (error) => (error ? reject(error) : resolve(take())));
      }),
    end: () =>
      new Promise((resolve, reject) => {
        stream.once('error', reject);
        stream.once('close', () => reject(new Error('encoder: closed before its end')));
        stream.once('end', () => resolve(take()));
        stream.end();
      }),
    close: () => stream.destroy(),
  };
}

/** Node's own if it has one (from 22.15 on), or else a WebAssembly build of the same library. One frame, whatever its length. */
async function zstdEncoder(): Promise<Encoder> {
  const { createZstdCompress } = zlib as { createZstdCompress?: () => zlib.Gzip };
  if (createZstdCompress !== undefined) return streamEncoder(createZstdCompress());
  const { Zstd } = await import('@hpcc-js/wasm-zstd');
  const shared = (await Zstd.load()) as unknown as ZstdParts;
  // the package hands out one stream for all: two outputs at a time need one each
  const own = new (Zstd as unknown as new (module: unknown) => ZstdParts)(shared._mainModule._module);
  own.reset();
  return {
    encode: async (block) => own.compressChunk(block),
    end: async () => own.compressEnd(),
    close: () => {
      if (!own._zstd.isDeleted()) own._zstd.delete();
    },
  };
}

/** The part of the package that we use, internals included (its version is pinned). */
interface ZstdParts {
  readonly _mainModule: { readonly _module: unknown };
  readonly _zstd: { delete(): void; isDeleted(): boolean };
  reset(): void;
  compressChunk(block: Uint8Array): Uint8Array;
  compressEnd(): Uint8Array;
}
