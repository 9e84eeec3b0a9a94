/** `s3://bucket/key`: files in a store that speaks S3 (AWS, MinIO, R2, Google Cloud Storage …). */
import { AwsClient } from 'aws4fetch';
import { badAddress, escapedPath, fixedPart } from './addresses.ts';
import {
  ask,
  bodyText,
  refused,
  type ServerAnswer,
  type ServerRequest,
  type Target,
  unreachable,
} from './ask.ts';
import { damagedList, type RemoteListing } from './listing.ts';
import { remoteFile } from './remote-file.ts';
import { type S3Account, s3Account } from './s3-credentials.ts';

const ADDRESS = /^s3:\/\/([a-z0-9][a-z0-9._-]{1,61}[a-z0-9])(?:\/(.*))?$/is;

export interface S3Place {
  readonly bucket: string;
  readonly key: string;
}

export function s3Place(address: string): S3Place {
  const [, bucket, key = ''] = ADDRESS.exec(address) ?? [];
  if (bucket === undefined)
    throw badAddress(
      address,
      'an address such as `s3://bucket/folder/*.parquet`, whose bucket has 3 to 63 letters, digits, dots and hyphens',
    );
  return { bucket, key };
}

export class S3Bucket {
  private region: string;

  private constructor(
    private readonly bucket: string,
    private readonly account: S3Account,
  ) {
    this.region = account.region;
  }

  static async open(bucket: string): Promise<S3Bucket> {
    return new S3Bucket(bucket, await s3Account());
  }

  /** The answer to a request about a key, or about the bucket. A bucket of another region is asked there. */
  async send(
    shown: string,
    key: string,
    query: Readonly<Record<string, string>>,
    asked: ServerRequest,
  ): Promise<ServerAnswer> {
    const answer = await ask(this.target(shown, key, query), asked);
    const region = String(answer.headers['x-amz-bucket-region'] ?? '');
    if (answer.status < 300 || region === '' || region === this.region) return answer;
    answer.body.destroy();
    this.region = region;
    return ask(this.target(shown, key, query), asked);
  }

  target(shown: string, key: string, query: Readonly<Record<string, string>> = {}): Target {
    const url = this.url(key);
    url.search = String(new URLSearchParams(query)).replaceAll('+', '%20');
    return {
      url,
      shown,
      authorize: async (at, method, headers) => {
        const keys = await this.account.keys();
        if (keys === undefined) return {};
        const signed = Object.entries(headers).filter(([name]) => name.startsWith('x-amz-'));
        const client = new AwsClient({ ...keys, region: this.region, service: 's3', retries: 0 });
        const request = await client.sign(at.href, { method, headers: Object.fromEntries(signed) });
        return Object.fromEntries(request.headers);
      },
    };
  }

  private url(key: string): URL {
    const { endpoint } = this.account;
    const path = escapedPath(key);
    if (endpoint !== undefined) return new URL(`${endpoint.replace(/\/$/, '')}/${this.bucket}/${path}`);
    // the certificate is for one part before the name
    return this.bucket.includes('.')
      ? new URL(`https://s3.${this.region}.amazonaws.com/${this.bucket}/${path}`)
      : new URL(`https://${this.bucket}.s3.${this.region}.amazonaws.com/${path}`);
  }

  /** The error of an answer that refuses, with the code that the store gives. */
  async refusal(shown: string, status: number, body: AsyncIterable<Buffer>): Promise<Error> {
    const text = await bodyText({ status, headers: {}, body: body as ServerAnswer['body'] }, shown).catch(
      () => '',
    );
    const code = /<Code>([^<]{1,100})<\/Code>/.exec(text)?.[1] ?? '';
    const isDenied = status === 401 || status === 403;
    const isAnonymous = isDenied && (await this.account.keys()) === undefined;
    return refused(
      shown,
      status,
      isAnonymous ? 'no credentials were found' : code,
      isDenied
        ? 'Check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE, and what they may do; AWS_ENDPOINT_URL names a store that is not AWS.'
        : undefined,
    );
  }
}

export async function s3Listing(address: string, signal?: AbortSignal): Promise<RemoteListing> {
  const { bucket: name, key: path } = s3Place(address);
  const bucket = await S3Bucket.open(name);

  async function* entries() {
    let after: string | undefined;
    do {
      const query = {
        'list-type': '2',
        'encoding-type': 'url',
        prefix: fixedPart(path),
        ...(after !== undefined && { 'continuation-token': after }),
      };
      const answer = await bucket.send(address, '', query, { signal });
      if (answer.status !== 200) throw await bucket.refusal(address, answer.status, answer.body);
      const text = await bodyText(answer, address);
      // a store may not know what was asked for, and give names as they are
      const isEncoded = text.includes('<EncodingType>url</EncodingType>');
      // not by one pattern: on a list without end tags it would take quadratic time
      for (const entry of text.split('</Contents>').slice(0, -1)) {
        const about = (name: string) => unescaped(new RegExp(`<${name}>([^<]*)</${name}>`).exec(entry)?.[1]);
        const path = isEncoded ? decoded(about('Key')) : about('Key');
        if (path === undefined) throw damagedList(address);
        yield {
          path,
          size: Number(about('Size')),
          modified: Date.parse(about('LastModified')) || undefined,
          etag: about('ETag') || undefined,
        };
      }
      const next = unescaped(/<NextContinuationToken>([^<]*)</.exec(text)?.[1]) || undefined;
      if (next !== undefined && next === after) throw unreachable(address, 'its list of files has no end');
      after = next;
    } while (after !== undefined);
  }

  return {
    path,
    entries,
    file: (entry) => {
      const shown = `s3://${name}/${entry.path}`;
      return remoteFile(
        bucket.target(shown, entry.path),
        { name: shown, address: shown, size: entry.size, modified: entry.modified, etag: entry.etag },
        signal,
        (status, body) => bucket.refusal(shown, status, body),
      );
    },
  };
}

/** Undefined if it is no text that was encoded for an address. */
function decoded(key: string): string | undefined {
  try {
    return decodeURIComponent(key.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescaped(text = ''): string {
  return text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[name] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
