import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dedup, pairs } from '../index.ts';
import { S3Upload } from './s3-upload.ts';
import { type Fault, sendFile, TestServer } from './server.cases.ts';

const word = (n: number) => ((n * 2654435761) % 99991).toString(36);
const text = (i: number) => Array.from({ length: 60 }, (_, n) => word(100 * i + n)).join(' ');
/** Every tenth is a copy of the one before. */
const LINES = Array.from({ length: 3000 }, (_, i) =>
  JSON.stringify({ id: `d${i}`, text: text(i % 10 === 9 ? i - 1 : i) }),
).join('\n');
const SECRET = 'verysecret';

let server: TestServer;
let folder: string;
beforeEach(async () => {
  server = await TestServer.start();
  server.files.set('/docs.jsonl', Buffer.from(LINES));
  folder = mkdtempSync(join(tmpdir(), 'neardup-remote-'));
  writeFileSync(join(folder, 'docs.jsonl'), LINES);
  for (const name of Object.keys(process.env)) if (/^(AWS|HF)_/.test(name)) vi.stubEnv(name, '');
  vi.stubEnv('HOME', folder);
  vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true');
});
afterEach(() => {
  vi.unstubAllEnvs();
  server.stop();
  rmSync(folder, { recursive: true });
});

async function removedIds(input: string | string[], options = {}): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of dedup(input, options)) ids.push(id);
  return ids;
}

/** The first requests that it fits end in this way. */
const first = (count: number, fault: Fault): Fault => {
  let left = count;
  return (...request) => left > 0 && fault(...request) && left-- > 0;
};

const status =
  (code: number, headers = {}): Fault =>
  (_, response) => {
    response.writeHead(code, headers).end();
    return true;
  };

describe('files on a web server', () => {
  it('files on a web server are deduplicated as files here are, plain and compressed', async () => {
    const here = await removedIds(join(folder, 'docs.jsonl'));
    expect(here).toHaveLength(300);
    expect(await removedIds(server.url('/docs.jsonl'))).toEqual(here);
    server.files.set('/docs.jsonl.gz', gzipSync(LINES));
    expect(await removedIds(server.url('/docs.jsonl.gz'))).toEqual(here);
    server.files.set('/empty.jsonl', Buffer.alloc(0));
    expect((await dedup(server.url('/empty.jsonl')).summary).documents).toBe(0);
  });

  it('a file on a server is read to its end although connections are cut, the server is busy, or says when to come again', async () => {
    const here = await removedIds(join(folder, 'docs.jsonl'));
    server.faults.push(
      first(2, status(503)),
      first(1, status(429, { 'retry-after': '0' })),
      first(40, (request, response, file) => {
        sendFile(server, request, response, file!, { cutAfter: 60_000 });
        return true;
      }),
    );
    expect(await removedIds(server.url('/docs.jsonl'))).toEqual(here);
  });

  it('a file is read once into a temporary file if the server gives no parts', async () => {
    const here = await removedIds(join(folder, 'docs.jsonl'));
    const whole: Fault = (_, response, file) => {
      response.end(file);
      return true;
    };
    server.faults.push(whole);
    expect(await removedIds(server.url('/docs.jsonl'), { temp: folder })).toEqual(here);
    expect(server.requests).toHaveLength(1);
    expect(readdirSync(folder)).toEqual(['docs.jsonl']);
  });

  it.each([
    ['a changed version', '"2"'],
    ['another part than the one asked for', undefined],
    ['nothing of the version that was asked for', 'gone'],
  ])('the run ends if the server gives %s', async (_, etag) => {
    let asked = 0;
    server.faults.push((request, response, file) => {
      if (++asked < 3) return false;
      if (etag === 'gone') {
        if (request.headers['if-match'] !== '"1"') return false;
        response.writeHead(412).end();
      } else if (etag)
        sendFile(
          server,
          { ...request, headers: { range: request.headers.range } } as never,
          response,
          file!,
          { etag },
        );
      else
        response
          .writeHead(206, { etag: '"1"', 'content-range': `bytes 0-9/${file!.length}` })
          .end('0123456789');
      return true;
    });
    const output = join(folder, 'out.jsonl');
    const code = etag ? 'INPUT_CHANGED' : 'INPUT_UNREACHABLE';
    await expect(dedup(server.url('/docs.jsonl'), { output }).summary).rejects.toMatchObject({ code });
    expect(readdirSync(folder)).toEqual(['docs.jsonl']);
  });

  it.each([
    [403, 'INPUT_UNREACHABLE', 'refuses'],
    [404, 'INPUT_NOT_FOUND', 'There is no'],
  ])(
    'a file is refused with %i in one sentence that shows no password and no signature',
    async (code, name, words) => {
      server.faults.push(status(code));
      const address = server.url(`/docs.jsonl?signature=${SECRET}`).replace('//', `//me:${SECRET}@`);
      const error = await dedup(address).summary.catch((error) => error);
      expect(error).toMatchObject({ code: name, message: expect.stringContaining(words) });
      expect(error.message).toContain(server.url('/docs.jsonl'));
      expect(JSON.stringify([error.message, error.advice, error.stack])).not.toContain(SECRET);
      expect(server.requests[0].headers.authorization).toBe(`Basic ${btoa(`me:${SECRET}`)}`);
    },
  );

  it('results show no password and no signature of an address', async () => {
    const address = server.url(`/docs.jsonl?signature=${SECRET}`).replace('//', `//me:${SECRET}@`);
    for await (const pair of pairs(address)) expect(JSON.stringify(pair)).not.toContain(SECRET);
  });

  it('a redirect to another host gets no credentials, and none leads to a private address', async () => {
    const other = await TestServer.start();
    try {
      other.files.set('/docs.jsonl', Buffer.from(LINES));
      server.faults.push(status(302, { location: other.url('/docs.jsonl') }));
      await removedIds(server.url('/docs.jsonl').replace('//', '//me:word@'));
      expect(server.requests.every(({ headers }) => headers.authorization !== undefined)).toBe(true);
      expect(other.requests.some(({ headers }) => headers.authorization !== undefined)).toBe(false);
      // the user has named localhost, and not this address
      const before = other.requests.length;
      await expect(dedup(server.url('/docs.jsonl', 'localhost')).summary).rejects.toThrow(
        `leads to \`${other.url('/docs.jsonl')}\`, an address of a private network`,
      );
      expect(other.requests).toHaveLength(before);
    } finally {
      other.stop();
    }
  });

  it('an address whose host is not there is refused at once', async () => {
    await expect(dedup('http://nowhere.invalid/a.jsonl').summary).rejects.toThrow(
      'no host `nowhere.invalid`',
    );
  });
});

describe('datasets on the Hugging Face hub', () => {
  beforeEach(() => {
    vi.stubEnv('HF_ENDPOINT', server.url(''));
    const files = [
      { type: 'file', path: 'data/b.jsonl', size: LINES.length, lfs: { size: LINES.length } },
      { type: 'directory', path: 'data/more', size: 0 },
      { type: 'file', path: 'data/.hidden.jsonl', size: 1 },
      { type: 'file', path: 'data/a.txt', size: 3 },
    ];
    server.files.set('/api/datasets/me/set/revision/v1', Buffer.from('{"sha":"c0ffee"}'));
    for (const below of ['', '/data'])
      server.files.set(`/api/datasets/me/set/tree/c0ffee${below}`, Buffer.from(JSON.stringify(files)));
    server.files.set('/datasets/me/set/resolve/c0ffee/data/b.jsonl', Buffer.from(LINES));
    server.files.set('/datasets/me/set/resolve/c0ffee/data/a.txt', Buffer.from('abc'));
  });

  it('files of a dataset on the hub are read by name, folder and wildcards, at one revision, with the token of the environment', async () => {
    vi.stubEnv('HF_TOKEN', SECRET);
    const here = await removedIds(join(folder, 'docs.jsonl'));
    const root = 'hf://datasets/me/set@v1/data';
    for (const path of ['b.jsonl', '*.jsonl']) expect(await removedIds(`${root}/${path}`)).toEqual(here);
    const { documents } = await dedup(root).summary;
    expect(documents).toBe(3001);
    for (const { headers } of server.requests) expect(headers.authorization).toBe(`Bearer ${SECRET}`);
  });

  it('a dataset that needs a token says so', async () => {
    server.faults.push(status(401));
    await expect(dedup('hf://datasets/me/set/data/*').summary).rejects.toMatchObject({
      code: 'INPUT_UNREACHABLE',
      message: expect.stringContaining('no token was given'),
      advice: expect.stringContaining('HF_TOKEN'),
    });
  });

  it('a dataset without a path is refused with an example', async () => {
    await expect(dedup('hf://datasets/me/set').summary).rejects.toThrow(
      'hf://datasets/owner/name/**/*.parquet',
    );
  });
});

it('many small files of a store are asked for together, and read in their order', async () => {
  vi.stubEnv('AWS_ENDPOINT_URL', server.url(''));
  const names = Array.from({ length: 60 }, (_, i) => `d/${100 + i}.jsonl`);
  for (const [i, name] of names.entries())
    server.files.set(`/bucket/${name}`, Buffer.from(`{"id":"${name}","text":"${text(i % 50)}"}`));
  const entries = names.map((name) => {
    const size = server.files.get(`/bucket/${name}`)!.length;
    return `<Contents><Key>${name}</Key><Size>${size}</Size></Contents>`;
  });
  let [open, most] = [0, 0];
  server.faults.push((request, response, file) => {
    if (file === undefined) response.end(entries.join(''));
    else {
      most = Math.max(most, ++open);
      setTimeout(() => {
        open--;
        sendFile(server, request, response, file);
      }, 5);
    }
    return true;
  });
  expect(await removedIds('s3://bucket/d/')).toEqual(names.slice(50));
  expect(most).toBeGreaterThan(8);
  expect(most).toBeLessThan(20);
});

describe('a list of files that is hostile', () => {
  beforeEach(() => {
    vi.stubEnv('AWS_ENDPOINT_URL', server.url(''));
    vi.stubEnv('HF_ENDPOINT', server.url(''));
  });

  it.each([
    ['has no end', '<NextContinuationToken>again</NextContinuationToken>', 'its list of files has no end'],
    [
      'has names that cannot be read',
      '<EncodingType>url</EncodingType><Contents><Key>%E0%4</Key></Contents>',
      'is damaged',
    ],
    ['has a size that is none', '<Contents><Key>a</Key><Size>x</Size></Contents>', 'is damaged'],
    ['opens a million entries and closes none', '<Contents>'.repeat(1_000_000), 'There is no file'],
  ])('a list of a store that %s ends in one sentence', async (_, body, words) => {
    server.faults.push((_request, response) => {
      response.end(body);
      return true;
    });
    await expect(dedup('s3://bucket/*').summary).rejects.toThrow(words);
  });

  it('a hub that answers with a page of HTML is told from a hub', async () => {
    server.faults.push((_request, response) => {
      response.end('<html>');
      return true;
    });
    await expect(dedup('hf://datasets/me/set/*').summary).rejects.toThrow('does not answer as the hub does');
  });
});

describe('an output in a store', () => {
  beforeEach(() => {
    vi.stubEnv('AWS_ENDPOINT_URL', server.url(''));
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'me');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', SECRET);
  });
  const output = 's3://bucket/clean.jsonl';
  const run = () => dedup(join(folder, 'docs.jsonl'), { output }).summary;

  it('an output in a store appears when all of it is there, and is what a file here would be', async () => {
    const seen: boolean[] = [];
    server.faults.push(({ url }) => {
      if (!url!.startsWith('/bucket/clean.jsonl?partNumber')) return false;
      seen.push(server.files.has('/bucket/clean.jsonl'));
      return false;
    });
    await run();
    const local = join(folder, 'clean.jsonl');
    await dedup(join(folder, 'docs.jsonl'), { output: local }).summary;
    expect(server.files.get('/bucket/clean.jsonl')).toEqual(readFileSync(local));
    expect(seen).toEqual([false]);
  });

  it('an output of several parts is put together in their order', async () => {
    const upload = await S3Upload.open(output);
    const bytes = Buffer.alloc(20 << 20, 'abc');
    for (let at = 0; at < bytes.length; at += 3 << 20) await upload.write(bytes.subarray(at, at + (3 << 20)));
    await upload.finish();
    await upload.complete();
    expect(server.files.get('/bucket/clean.jsonl')?.equals(bytes)).toBe(true);
  });

  it.each([
    ['refuses the upload', (url: string) => url.includes('uploads')],
    ['refuses a part', (url: string) => url.includes('partNumber')],
  ])('an output is not there if the store %s, and no secret is told', async (_, isRefused) => {
    server.faults.push((request, response) => {
      if (!isRefused(request.url!)) return false;
      request.resume();
      response.writeHead(403).end('<Code>AccessDenied</Code>');
      return true;
    });
    const error = await run().catch((error) => error);
    expect(error.message).toContain('AccessDenied');
    expect(JSON.stringify([error.message, error.advice])).not.toContain(SECRET);
    expect([...server.files.keys()]).toEqual(['/docs.jsonl']);
  });

  it('an output is not there if the store fails at the end, after it said 200', async () => {
    server.faults.push((request, response) => {
      if (request.method !== 'POST' || request.url!.includes('uploads')) return false;
      request.resume();
      response.end('<Error><Message>Please try again</Message></Error>');
      return true;
    });
    await expect(run()).rejects.toMatchObject({
      code: 'WRITE_FAILED',
      message: expect.stringContaining('try again'),
    });
  });

  it('an output on a server is refused if it is a folder, on a web server, or the input', async () => {
    const input = join(folder, 'docs.jsonl');
    for (const output of [
      's3://bucket/folder/',
      'https://host/clean.jsonl',
      'hf://datasets/me/set/clean.jsonl',
      'gs://bucket/clean.jsonl',
      'gs://bucket/folder/',
    ])
      await expect(dedup(input, { output }).summary).rejects.toThrow('`s3://bucket/key`');
    const listing = `<Contents><Key>docs.jsonl</Key><Size>${LINES.length}</Size></Contents>`;
    server.files.set('/bucket/', Buffer.from(listing));
    server.files.set('/bucket/docs.jsonl', Buffer.from(LINES));
    server.faults.push((request, response) => {
      if (!request.url!.includes('list-type')) return false;
      response.end(listing);
      return true;
    });
    const address = 's3://bucket/docs.jsonl';
    for (const output of [address, 'S3://bucket/docs.jsonl'])
      await expect(dedup(address, { output }).summary).rejects.toMatchObject({ code: 'OUTPUT_IS_INPUT' });
  });
});
