/**
 * A file written to a store that speaks S3. It is sent in parts, and appears as a whole when the upload is completed; a run that ends before
 * leaves nothing under its name.
 */
import { NeardupError } from '../errors.ts';
import { bodyText } from './ask.ts';
import { S3Bucket, s3Place } from './s3.ts';

const PART = 8 << 20;
/** A store takes 10,000 parts, so their size doubles after this many. */
const PARTS_OF_A_SIZE = 1000;
/** Parts that are sent at the same time. */
const TOGETHER = 2;

export class S3Upload {
  private readonly sent: Promise<Sent>[] = [];
  private block: Buffer = Buffer.allocUnsafe(PART);
  private used = 0;
  private readonly stop = new AbortController();
  private state: 'open' | 'completed' | 'aborted' | 'left' = 'open';

  private constructor(
    readonly address: string,
    private readonly bucket: S3Bucket,
    private readonly key: string,
    private readonly uploadId: string,
  ) {}

  /** Asks the store at once, so that a long run does not end with a refusal. */
  static async open(address: string): Promise<S3Upload> {
    const { bucket: name, key } = s3Place(address);
    const bucket = await S3Bucket.open(name);
    const answer = await bucket.send(address, key, { uploads: '' }, { method: 'POST' });
    if (answer.status !== 200) throw await bucket.refusal(address, answer.status, answer.body);
    const id = /<UploadId>([^<]+)</.exec(await bodyText(answer, address))?.[1];
    if (id === undefined) throw failed(address, 'the store gives no upload');
    return new S3Upload(address, bucket, key, id);
  }

  /** Copies the bytes. Wait for it before the next call. */
  async write(bytes: Uint8Array): Promise<void> {
    for (let done = 0; done < bytes.length; ) {
      const part = bytes.subarray(done, done + this.block.length - this.used);
      this.block.set(part, this.used);
      this.used += part.length;
      done += part.length;
      if (this.used === this.block.length) await this.send();
    }
  }

  /** Resolves when the store has all bytes. */
  async finish(): Promise<void> {
    if (this.used > 0 || this.sent.length === 0) await this.send();
    await Promise.all(this.sent);
  }

  async complete(): Promise<void> {
    const parts = await Promise.all(this.sent);
    if (this.state === 'left') return NEVER;
    const list = parts.map(
      ({ number, etag }) => `<Part><PartNumber>${number}</PartNumber><ETag>${etag}</ETag></Part>`,
    );
    const body = Buffer.from(`<CompleteMultipartUpload>${list.join('')}</CompleteMultipartUpload>`);
    const { bucket, key, uploadId } = this;
    const answer = await bucket.send(this.address, key, { uploadId }, { method: 'POST', body });
    if (answer.status !== 200) throw await bucket.refusal(this.address, answer.status, answer.body);
    // the store begins its answer before it knows how the upload ends
    const text = await bodyText(answer, this.address);
    if (text.includes('<Error>'))
      throw failed(this.address, /<Message>([^<]*)/.exec(text)?.[1] ?? 'an error');
    this.state = 'completed';
  }

  /** The store forgets the parts. */
  async abort(): Promise<void> {
    if (this.state !== 'open') return;
    this.state = 'aborted';
    this.stop.abort();
    await Promise.allSettled(this.sent);
    await this.forget(2);
  }

  /** The same while the process ends: what waits for the upload waits for ever, so that nothing else is said. */
  async leave(): Promise<void> {
    if (this.state !== 'open') return;
    this.state = 'left';
    this.stop.abort();
    await this.forget(1);
  }

  private async forget(attempts: number): Promise<void> {
    const { bucket, key, uploadId } = this;
    const answer = await bucket.send(this.address, key, { uploadId }, { method: 'DELETE', attempts });
    answer.body.destroy();
  }

  private async send(): Promise<void> {
    const [body, number] = [this.block.subarray(0, this.used), this.sent.length + 1];
    const part = this.put(number, body).catch((error) =>
      this.state === 'left' ? NEVER : Promise.reject(error),
    );
    // reported when the caller waits for it
    part.catch(() => {});
    this.sent.push(part);
    this.block = Buffer.allocUnsafe(PART * 2 ** Math.floor(this.sent.length / PARTS_OF_A_SIZE));
    this.used = 0;
    await this.sent.at(-1 - TOGETHER);
  }

  private async put(number: number, body: Uint8Array): Promise<Sent> {
    const query = { partNumber: String(number), uploadId: this.uploadId };
    const asked = { method: 'PUT', body, signal: this.stop.signal } as const;
    const answer = await this.bucket.send(this.address, this.key, query, asked);
    if (answer.status !== 200) throw await this.bucket.refusal(this.address, answer.status, answer.body);
    answer.body.resume();
    const etag = answer.headers.etag ?? '';
    return { number, etag: etag.replace(/[<&]/g, '') };
  }
}

const NEVER = new Promise<never>(() => {});

interface Sent {
  readonly number: number;
  readonly etag: string;
}

function failed(address: string, reason: string): NeardupError {
  return new NeardupError('WRITE_FAILED', `Cannot write \`${address}\`: ${reason}.`);
}
