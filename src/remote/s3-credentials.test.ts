import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dedup } from '../index.ts';
import { TestServer } from './server.cases.ts';

const LINE = '{"id":"a","text":"one two three"}\n';
const LISTING = `<Contents><Key>a.jsonl</Key><Size>${LINE.length}</Size></Contents>`;
const ID = 'ASIAFORATIME';
const SECRET = 'verysecretkey';
const SESSION = 'verysecretsession';
const TOKEN = 'verysecrettoken';

/** A store, and beside it the services of a machine in a cloud. */
let server: TestServer;
let folder: string;
/** What a service answers, by method and path. */
let services: Record<
  string,
  (body: string, headers: Record<string, unknown>) => [status: number, body: string]
>;
beforeEach(async () => {
  server = await TestServer.start();
  folder = mkdtempSync(join(tmpdir(), 'neardup-credentials-'));
  services = {};
  server.files.set('/bucket/a.jsonl', Buffer.from(LINE));
  server.faults.push((request, response) => {
    const { method, url = '', headers } = request;
    if (url.includes('list-type')) {
      response.end(LISTING);
      return true;
    }
    const service = services[`${method} ${url}`];
    if (service === undefined) return false;
    const parts: Buffer[] = [];
    request.on('data', (part) => parts.push(part));
    request.on('end', () => {
      const [status, body] = service(String(Buffer.concat(parts)), headers);
      response.writeHead(status).end(body);
    });
    return true;
  });
  for (const name of Object.keys(process.env)) if (/^AWS_/.test(name)) vi.stubEnv(name, '');
  vi.stubEnv('HOME', folder);
  vi.stubEnv('AWS_ENDPOINT_URL', server.url(''));
  vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true');
});
afterEach(() => {
  vi.unstubAllEnvs();
  server.stop();
  rmSync(folder, { recursive: true });
});

const inSeconds = (seconds: number) => new Date(Date.now() + 1000 * seconds).toISOString();
const keys = (more = {}) =>
  JSON.stringify({
    ...{ AccessKeyId: ID, SecretAccessKey: SECRET, Token: SESSION, Expiration: inSeconds(3600) },
    ...more,
  });
const run = () => dedup('s3://bucket/').summary;

function file(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

/** Every request to the store was signed with the keys of the service, which was asked this often. */
function expectSigned(path: string, times = 1) {
  const toStore = server.requests.filter(({ url }) => url.startsWith('/bucket'));
  expect(toStore.length).toBeGreaterThan(1);
  for (const { headers } of toStore) {
    expect(headers.authorization).toContain(`Credential=${ID}/`);
    expect(headers['x-amz-security-token']).toBe(SESSION);
  }
  expect(server.requests.filter(({ url }) => url === path)).toHaveLength(times);
}

async function expectRefused(words: string) {
  const error = await run().catch((error) => error);
  expect(error).toMatchObject({
    code: expect.stringMatching(/^INPUT_/),
    message: expect.stringContaining(words),
  });
  expect(`${error.message} ${error.advice} ${error.stack} ${error.cause?.message}`).not.toMatch(/verysecret/);
  expect(server.requests.some(({ url }) => url.startsWith('/bucket'))).toBe(false);
}

describe('keys of a container', () => {
  beforeEach(() => {
    vi.stubEnv('AWS_CONTAINER_CREDENTIALS_FULL_URI', server.url('/v2/credentials'));
    vi.stubEnv('AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE', file('token', `${TOKEN}\n`));
  });

  it('a container asks its service once, with the token of its file, and signs with the keys that come', async () => {
    services['GET /v2/credentials'] = (_, { authorization }) => [authorization === TOKEN ? 200 : 401, keys()];
    expect((await run()).documents).toBe(1);
    expectSigned('/v2/credentials');
  });

  it('keys that are about to expire are asked for again', async () => {
    services['GET /v2/credentials'] = () => [200, keys({ Expiration: inSeconds(60) })];
    await run();
    const toStore = server.requests.filter(({ url }) => url.startsWith('/bucket')).length;
    expectSigned('/v2/credentials', toStore);
  });

  it.each([
    ['refuses', [403, `{"message":"${SECRET}"}`], 'with 403'],
    ['answers with words', [200, `${SECRET} is your key`], 'its answer is no JSON'],
    ['gives no keys', [200, `{"Code":"Denied","Message":"${SECRET}"}`], 'it gives no keys (Denied)'],
    ['answers with null', [200, 'null'], 'it gives no keys'],
  ] as const)(
    'a service that %s ends the run in one sentence without secrets',
    async (_, [status, body], words) => {
      services['GET /v2/credentials'] = () => [status, body];
      await expectRefused(words);
    },
  );

  it('a token is not sent to another machine without encryption, and its file must be there', async () => {
    vi.stubEnv('AWS_CONTAINER_CREDENTIALS_FULL_URI', 'http://192.0.2.1/keys');
    await expectRefused('no address of `https://`');
    vi.stubEnv('AWS_CONTAINER_CREDENTIALS_FULL_URI', server.url('/v2/credentials'));
    vi.stubEnv('AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE', join(folder, 'none'));
    await expectRefused('which cannot be read');
  });
});

describe('keys of a machine', () => {
  const ROLES = '/latest/meta-data/iam/security-credentials/';
  beforeEach(() => {
    vi.stubEnv('AWS_EC2_METADATA_DISABLED', '');
    vi.stubEnv('AWS_EC2_METADATA_SERVICE_ENDPOINT', server.url(''));
    services['PUT /latest/api/token'] = (_, headers) => [
      headers['x-aws-ec2-metadata-token-ttl-seconds'] === '21600' ? 200 : 400,
      TOKEN,
    ];
    services[`GET ${ROLES}`] = (_, headers) => [
      headers['x-aws-ec2-metadata-token'] === TOKEN ? 200 : 401,
      'my-role\n',
    ];
    services[`GET ${ROLES}my-role`] = (_, headers) => [
      headers['x-aws-ec2-metadata-token'] === TOKEN ? 200 : 401,
      keys({ Code: 'Success' }),
    ];
  });

  it('a machine asks for a token, the name of its role, and the keys of the role', async () => {
    expect((await run()).documents).toBe(1);
    expectSigned(`${ROLES}my-role`);
  });

  it('a machine without a role asks without a signature, as one without such a service does', async () => {
    services[`GET ${ROLES}`] = () => [404, ''];
    await run();
    services['PUT /latest/api/token'] = () => [404, ''];
    await run();
    expect(server.requests.some(({ headers }) => headers.authorization !== undefined)).toBe(false);
  });

  it('a role that cannot be taken ends the run with the code of the service', async () => {
    services[`GET ${ROLES}my-role`] = () => [200, '{"Code":"AssumeRoleUnauthorizedAccess"}'];
    await expectRefused('it gives no keys (AssumeRoleUnauthorizedAccess)');
  });
});

describe('keys of a web identity', () => {
  const ANSWER = `<AssumeRoleWithWebIdentityResponse><Credentials><AccessKeyId>${ID}</AccessKeyId><SecretAccessKey>${SECRET}</SecretAccessKey><SessionToken>${SESSION}</SessionToken><Expiration>2100-01-01T00:00:00Z</Expiration></Credentials></AssumeRoleWithWebIdentityResponse>`;
  beforeEach(() => {
    vi.stubEnv('AWS_ENDPOINT_URL_STS', server.url('/'));
    vi.stubEnv('AWS_ROLE_ARN', 'arn:aws:iam::1:role/reader');
    vi.stubEnv('AWS_WEB_IDENTITY_TOKEN_FILE', file('token', TOKEN));
  });

  it('a token of a web identity is sent in the body, and the keys that come sign', async () => {
    let asked = new URLSearchParams();
    services['POST /'] = (body) => {
      asked = new URLSearchParams(body);
      return [200, ANSWER];
    };
    await run();
    expectSigned('/');
    expect(Object.fromEntries(asked)).toMatchObject({
      Action: 'AssumeRoleWithWebIdentity',
      RoleArn: 'arn:aws:iam::1:role/reader',
      WebIdentityToken: TOKEN,
    });
  });

  it('a profile may name the role and the token', async () => {
    vi.stubEnv('AWS_ROLE_ARN', '');
    vi.stubEnv('AWS_WEB_IDENTITY_TOKEN_FILE', '');
    vi.stubEnv('AWS_PROFILE', 'pod');
    vi.stubEnv(
      'AWS_CONFIG_FILE',
      file('config', `[profile pod]\nrole_arn = arn:x\nweb_identity_token_file = ${join(folder, 'token')}\n`),
    );
    services['POST /'] = () => [200, ANSWER];
    await run();
    expectSigned('/');
  });

  it('a token that is refused ends the run with the code of the service', async () => {
    services['POST /'] = () => [
      400,
      `<Error><Code>ExpiredTokenException</Code><Message>${TOKEN}</Message></Error>`,
    ];
    await expectRefused('ExpiredTokenException');
  });
});

describe('profiles', () => {
  it.each(['sso_session', 'credential_process', 'source_profile', 'credential_source'])(
    'a profile with %s says how its keys can be given',
    async (setting) => {
      vi.stubEnv('AWS_PROFILE', 'work');
      vi.stubEnv('AWS_CONFIG_FILE', file('config', `[profile work]\n${setting} = x\n`));
      await expect(run()).rejects.toMatchObject({
        message: expect.stringContaining(`\`${setting}\``),
        advice: expect.stringContaining('aws configure export-credentials'),
      });
    },
  );
});

it('neither what is written nor what is told has a key, a token or a session', async () => {
  vi.stubEnv('AWS_CONTAINER_CREDENTIALS_FULL_URI', server.url('/keys'));
  vi.stubEnv('AWS_CONTAINER_AUTHORIZATION_TOKEN', TOKEN);
  services['GET /keys'] = () => [200, keys()];
  server.files.set('/bucket/a.jsonl', Buffer.from(`${LINE.repeat(2).replace('"a"', '"b"')}no JSON\n`));
  server.faults.unshift((request, response) => {
    if (!request.url?.includes('list-type')) return false;
    const size = server.files.get('/bucket/a.jsonl')!.length;
    response.end(`<Contents><Key>a.jsonl</Key><Size>${size}</Size></Contents>`);
    return true;
  });
  const told: unknown[] = [];
  const out = (name: string) => join(folder, name);
  const stream = dedup('s3://bucket/', {
    output: out('kept.jsonl'),
    removed: out('removed.jsonl'),
    report: out('report.html'),
    annotate: out('all.jsonl'),
    onProblem: (problem) => told.push(problem),
    onProgress: (progress) => told.push(progress),
  });
  for await (const row of stream) told.push(row);
  told.push(await stream.summary);
  expectSigned('/keys');
  expect(JSON.stringify(told)).not.toMatch(/verysecret|ASIA/);
  const written = readdirSync(folder);
  expect(written.length).toBe(4);
  for (const name of written) expect(readFileSync(out(name), 'utf8')).not.toMatch(/verysecret|ASIA/);
});

describe('the shared files of the tools of AWS', () => {
  const KEYS = `aws_access_key_id = ${ID}\naws_secret_access_key = ${SECRET}\naws_session_token = ${SESSION}\n`;

  it('the endpoint of a store is that of the variables, or of the services that a profile names, or of the profile', async () => {
    const here = server.url('');
    vi.stubEnv('AWS_CONFIG_FILE', file('config', ''));
    vi.stubEnv('AWS_PROFILE', 'work');
    const nobody = 'http://127.0.0.1:1';
    const services = (s3: string, dynamo = nobody) =>
      `[services mine]\ndynamodb =\n  endpoint_url = ${dynamo}\ns3 =\n  endpoint_url = ${s3}\n  region = here\n`;
    for (const [variable, config] of [
      [here, `[profile work]\nendpoint_url = ${nobody}\n`],
      ['', `[profile work]\nendpoint_url = ${here}\n`],
      ['', `[profile work]\nservices = mine\nendpoint_url = ${nobody}\n${services(here)}`],
      ['', `${services(here)}[profile work]\nservices = mine\n`],
    ]) {
      vi.stubEnv('AWS_ENDPOINT_URL', variable);
      file('config', config.replace('[profile work]\n', `[profile work]\n${KEYS}`));
      expect((await run()).documents).toBe(1);
    }
    expectSigned('/none', 0);
    file('config', `[profile work]\nservices = none\n${KEYS}`);
    await expect(run()).rejects.toThrow('names the services `none`');
  });

  it('an endpoint that is no address, an id without its secret and a profile that is not there are named', async () => {
    vi.stubEnv('AWS_ENDPOINT_URL', '127.0.0.1:5055');
    await expectRefused('Expected `AWS_ENDPOINT_URL` to be an address such as `http://localhost:9000`');
    vi.stubEnv('AWS_ENDPOINT_URL', server.url(''));
    vi.stubEnv('AWS_SHARED_CREDENTIALS_FILE', file('credentials', `[half]\naws_access_key_id = ${ID}\n`));
    vi.stubEnv('AWS_PROFILE', 'half');
    await expectRefused('The profile `half` has the id of an access key, but no `aws_secret_access_key`.');
    vi.stubEnv('AWS_PROFILE', 'nope');
    await expectRefused('AWS_PROFILE names `nope`');
    vi.stubEnv('AWS_PROFILE', '');
    vi.stubEnv('AWS_ACCESS_KEY_ID', ID);
    await expectRefused('but no `AWS_SECRET_ACCESS_KEY`');
  });
});

it('a store that is not there is named, and not waited for', async () => {
  const port = new URL(server.url('')).port;
  await server.stop();
  await expectRefused(`nothing answers at \`127.0.0.1:${port}\``);
  server = await TestServer.start();
});
