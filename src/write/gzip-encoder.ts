/** Gzip, block by block: takes bytes and returns the output that is ready. The same input always gives the same output. */
import { constants, createGzip } from 'node:zlib';

export interface GzipEncoder {
  /** Compressed bytes that are ready; may be none. */
  encode(block: Uint8Array): Promise<Uint8Array>;
  /** The rest. */
  end(): Promise<Uint8Array>;
  close(): void;
}

export function gzipEncoder(): GzipEncoder {
  const gzip = createGzip({ level: constants.Z_DEFAULT_COMPRESSION });
  let ready: Buffer[] = [];
  gzip.on('data', (chunk: Buffer) => ready.push(chunk));

  const take = (): Uint8Array => {
    const bytes = Buffer.concat(ready);
    ready = [];
    return bytes;
  };
  return {
    encode: (block) =>
      new Promise((resolve, reject) => {
        gzip.write(block, (error) => (error ? reject(error) : resolve(take())));
      }),
    end: () =>
      new Promise((resolve, reject) => {
        gzip.once('error', reject);
        gzip.once('close', () => reject(new Error('gzip: closed before its end')));
        gzip.once('end', () => resolve(take()));
        gzip.end();
      }),
    close: () => gzip.destroy(),
  };
}
