/** Addresses through a proxy, and servers with a certificate of their own: both are read from the environment when the command starts. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { CERTIFICATE, KEY } from './own-certificate.ts';
import { neardup } from './run-neardup.ts';

const DOCUMENTS = '{"id":"a","text":"one two three"}\n{"id":"b","text":"one two three"}\n';
const PASSWORD = 'verysecret';
const LOGIN = `Basic ${btoa(`me:${PASSWORD}`)}`;

/** What the proxy was asked for, with the login it was given. */
const asked: string[] = [];
/** What the proxy answers instead of passing on. */
let refusal: number | undefined;
let plain: Server;
let secure: Server;
let proxy: Server;
let folder: string;
const portOf = (server: Server) => (server.address() as AddressInfo).port;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'neardup-proxy-'));
  writeFileSync(join(folder, 'own.pem'), CERTIFICATE);
  const give = (_: IncomingMessage, response: import('node:http').ServerResponse) => response.end(DOCUMENTS);
  plain = createServer(give);
  secure = createSecureServer({ key: KEY, cert: CERTIFICATE }, give) as unknown as Server;
  proxy = createServer((incoming, response) => {
    asked.push(`${incoming.url} ${incoming.headers['proxy-authorization']}`);
    if (refusal !== undefined) return void response.writeHead(refusal).end();
    const { pathname } = new URL(incoming.url!);
    const passed = request({ port: portOf(plain), path: pathname, headers: incoming.headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    passed.end();
  });
  proxy.on('connect', ({ url, headers }, socket) => {
    asked.push(`${url} ${headers['proxy-authorization']}`);
    if (refusal !== undefined) return void socket.end(`HTTP/1.1 ${refusal} No\r\n\r\n`);
    const through = connect(portOf(secure), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Yes\r\n\r\n');
      socket.pipe(through).pipe(socket);
    });
    for (const end of [socket, through]) end.on('error', () => end.destroy());
  });
  for (const server of [plain, secure, proxy])
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  for (const server of [plain, secure, proxy]) {
    server.closeAllConnections();
    server.close();
  }
  rmSync(folder, { recursive: true });
});
afterEach(() => {
  asked.length = 0;
  refusal = undefined;
});

function run(address: string, env: Record<string, string>) {
  const without = Object.entries(process.env).filter(
    ([name]) => !/_proxy$|^NODE_EXTRA_CA_CERTS$/i.test(name),
  );
  return neardup(['dedup', address, '--json'], { env: { ...Object.fromEntries(without), ...env } });
}

const throughProxy = () => `http://me:${PASSWORD}@127.0.0.1:${portOf(proxy)}`;
const trusted = () => ({ NODE_EXTRA_CA_CERTS: join(folder, 'own.pem') });

test('a file is read through the proxy of its scheme, with the login of the proxy, in a tunnel if it is encrypted', async () => {
  const done = await run('http://store.invalid/docs.jsonl', { http_proxy: throughProxy() });
  expect(done.stdout).toContain('"id":"b"');
  expect(asked[0]).toBe(`http://store.invalid/docs.jsonl ${LOGIN}`);
  asked.length = 0;
  const tunneled = await run('https://store.invalid/docs.jsonl', {
    ...trusted(),
    HTTPS_PROXY: throughProxy(),
  });
  expect(tunneled.stdout).toContain('"id":"b"');
  expect(asked[0]).toBe(`store.invalid:443 ${LOGIN}`);
});

test.each([
  [407, 'http', 'HTTP'],
  [407, 'https', 'HTTPS'],
  [403, 'https', 'HTTPS'],
])('a proxy that answers %i for %s is named without its password, at once', async (status, scheme, name) => {
  refusal = status;
  const { code, stderr, stdout } = await run(`${scheme}://store.invalid/`, {
    [`${name}_PROXY`]: throughProxy(),
  });
  expect(code).toBe(2);
  expect(stderr).toContain(`the answer was ${status}, through the proxy \`127.0.0.1:${portOf(proxy)}\``);
  expect(stderr + stdout).not.toContain(PASSWORD);
  expect(asked).toHaveLength(1);
});

test('a proxy that is no address of the web is refused, and not shown', async () => {
  const { code, stderr } = await run('https://store.invalid/', {
    HTTPS_PROXY: `socks5://me:${PASSWORD}@host`,
  });
  expect(code).toBe(2);
  expect(stderr).toContain('Expected HTTPS_PROXY to be an address such as');
  expect(stderr).not.toContain(PASSWORD);
});

test('a certificate that no authority gave is refused with the way to trust it, and trusted when it is named', async () => {
  const address = `https://127.0.0.1:${portOf(secure)}/docs.jsonl`;
  const { code, stderr } = await run(address, {});
  expect(code).toBe(2);
  expect(stderr).toContain('its certificate is not trusted');
  expect(stderr).toContain('NODE_EXTRA_CA_CERTS=authority.pem');
  expect((await run(address, trusted())).stdout).toContain('"id":"b"');
});
