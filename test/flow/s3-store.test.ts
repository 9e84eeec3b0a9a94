/** Documents in a store that speaks S3 and checks signatures: moto. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { dedup } from '../../src/index.ts';

const PYTHON = process.env.NEARDUP_PYTHON ?? 'python3';

function hasMoto(): boolean {
  try {
    execFileSync(PYTHON, ['-c', 'import moto.server, pyarrow'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

class Store {
  private readonly process = spawn(PYTHON, [fileURLToPath(new URL('s3_store.py', import.meta.url))], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  private readonly lines = createInterface(this.process.stdout)[Symbol.asyncIterator]();

  async next<T>(): Promise<T> {
    return JSON.parse((await this.lines.next()).value as string) as T;
  }

  /** Puts a file into the store or gets one from it. Returns the keys that are there. */
  async do(verb: 'put' | 'get' | 'list', key = '', path = ''): Promise<string[]> {
    this.process.stdin.write(`${JSON.stringify([verb, key, path])}\n`);
    return this.next();
  }

  async stop(): Promise<void> {
    const ended = once(this.process, 'exit');
    this.process.kill('SIGKILL');
    await ended;
  }
}

describe.skipIf(!hasMoto() && !process.env.NEARDUP_REQUIRE_ALL)(
  'a store that speaks S3 (needs PyArrow and moto; NEARDUP_PYTHON names their Python)',
  () => {
    const KEY = 'a b/+é (1)';
    let store: Store;
    let folder: string;
    let secret: string;
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'neardup-s3-'));
      store = new Store();
      const account = await store.next<{ url: string; id: string; secret: string }>();
      secret = account.secret;
      for (const name of Object.keys(process.env)) if (name.startsWith('AWS_')) vi.stubEnv(name, '');
      vi.stubEnv('AWS_ENDPOINT_URL', account.url);
      vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true');
      vi.stubEnv('AWS_PROFILE', 'work');
      vi.stubEnv('AWS_CONFIG_FILE', join(folder, 'config'));
      vi.stubEnv('AWS_SHARED_CREDENTIALS_FILE', join(folder, 'credentials'));
      writeFileSync(join(folder, 'config'), '# mine\n[profile work]\nregion = us-east-1 ; here\n');
      writeFileSync(
        join(folder, 'credentials'),
        `[default]\naws_access_key_id = other\n\n[work]\naws_access_key_id=${account.id}\naws_secret_access_key = ${secret}\n`,
      );
      const text = (i: number) =>
        Array.from({ length: 50 }, (_, n) => `w${(i * 97 + n * n) % 4999}`).join(' ');
      const lines = Array.from({ length: 2000 }, (_, i) => ({
        id: `d${i}`,
        text: text(i % 8 === 7 ? i - 1 : i),
        more: `${text(i + 9)} ${text(i + 99)}`,
      }));
      writeFileSync(join(folder, 'docs.jsonl'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
      execFileSync(PYTHON, [
        '-c',
        'import pyarrow.json as j, pyarrow.parquet as p, sys; p.write_table(j.read_json(sys.argv[1]), sys.argv[2], row_group_size=500)',
        join(folder, 'docs.jsonl'),
        join(folder, 'docs.parquet'),
      ]);
      for (const kind of ['jsonl', 'parquet'])
        await store.do('put', `${KEY}/docs.${kind}`, join(folder, `docs.${kind}`));
    });
    afterAll(async () => {
      vi.unstubAllEnvs();
      await store.stop();
      rmSync(folder, { recursive: true });
    });

    test.each(['jsonl', 'parquet'])(
      'files of the store (%s) give what files here give, also as outputs',
      async (kind) => {
        const local = { output: join(folder, `clean.${kind}`), removed: join(folder, 'removed.jsonl') };
        await dedup(join(folder, `docs.${kind}`), local).summary;
        const remote = { output: `s3://docs/${KEY}/clean.${kind}`, removed: 's3://docs/removed.jsonl' };
        await dedup(`s3://docs/${KEY}/*.${kind}`, remote).summary;
        for (const [here, there] of [
          [local.output, `${KEY}/clean.${kind}`],
          [local.removed, 'removed.jsonl'],
        ]) {
          await store.do('get', there, join(folder, 'copy'));
          expect(readFileSync(join(folder, 'copy')).equals(readFileSync(here))).toBe(true);
        }
        const { removed } = await dedup(`s3://docs/${KEY}/clean.${kind}`, {
          against: join(folder, 'docs.jsonl'),
        }).summary;
        expect(removed).toBeGreaterThan(0);
      },
    );

    test('wrong keys end in one sentence without them, and leave nothing', async () => {
      const before = await store.do('list');
      vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIAWRONG');
      vi.stubEnv('AWS_SECRET_ACCESS_KEY', secret);
      const error = await dedup(`s3://docs/${KEY}/docs.jsonl`, {
        output: 's3://docs/new.jsonl',
      }).summary.catch((error) => error);
      vi.stubEnv('AWS_ACCESS_KEY_ID', '');
      vi.stubEnv('AWS_SECRET_ACCESS_KEY', '');
      expect(error).toMatchObject({ code: 'INPUT_UNREACHABLE' });
      expect(JSON.stringify([error.message, error.advice])).not.toMatch(/AKIAWRONG|secret=/);
      expect(error.message).not.toContain(secret);
      expect(await store.do('list')).toEqual(before);
    });

    test('a bucket that is not there is named', async () => {
      await expect(dedup('s3://nothing-here/*').summary).rejects.toMatchObject({
        code: 'INPUT_NOT_FOUND',
        message: expect.stringContaining('NoSuchBucket'),
      });
    });
  },
);
