/** An output in a store that speaks S3: it appears as a whole when it is committed. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NeardupError } from '../errors.ts';
import type { S3Upload } from '../remote/index.ts';
import type { AtomicFile } from '../write.ts';
import { type Encoder, encoderFor } from './compress.ts';
import { addUpload } from './unfinished.ts';

export async function remoteOutput(path: string, gzip: boolean | undefined): Promise<AtomicFile> {
  if (!/^s3:\/\/[^/]+\/.*[^/]$/i.test(path)) refuseRemote(path);
  const encoder = await encoderFor(path, gzip);
  const { S3Upload } = await import('../remote/index.ts');
  return new RemoteOutput(path, await S3Upload.open(path), encoder);
}

export function refuseRemote(path: string): never {
  throw new NeardupError(
    'OUTPUT_FORMAT',
    `Expected an output on a server to be \`s3://bucket/key\`, got \`${path}\`.`,
    { advice: 'Write a file here and send it there, or name a file in a store that speaks S3.' },
  );
}

class RemoteOutput implements AtomicFile {
  readonly beside = join(tmpdir(), 'neardup-output');
  /** All writes before; an error is raised by the next one. */
  private written: Promise<void> = Promise.resolve();
  private isFinished = false;
  private readonly settle = addUpload(() => this.upload.leave());

  constructor(
    readonly path: string,
    private readonly upload: S3Upload,
    private readonly encoder: Encoder | undefined,
  ) {}

  write(chunk: string | Uint8Array): Promise<void> {
    // the caller may use its memory again at once
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk.slice();
    this.written = this.written.then(async () =>
      this.upload.write(this.encoder === undefined ? bytes : await this.encoder.encode(bytes)),
    );
    this.written.catch(() => {});
    return this.written;
  }

  async prepare(): Promise<void> {
    if (this.isFinished) return;
    this.isFinished = true;
    try {
      await this.written;
      if (this.encoder !== undefined) await this.upload.write(await this.encoder.end());
      await this.upload.finish();
    } catch (error) {
      await this.abort();
      throw error;
    }
  }

  async commit(): Promise<void> {
    await this.prepare();
    await this.upload.complete();
    this.settle();
  }

  async abort(): Promise<void> {
    this.encoder?.close();
    // the upload is forgotten by the store in any case, later
    await this.upload.abort().catch(() => {});
    this.settle();
  }
}
