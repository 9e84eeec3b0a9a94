/**
 * The steps of the Containerfile, as far as they run without a container: pack, install, make a key, start without root, ask for health, stop, and
 * start again with the same volume. What `npm ci` does there is done before the tests of a clean clone. hadolint reads all of it.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const CONTAINERFILE = readFileSync(join(ROOT, 'Containerfile'), 'utf8').replaceAll('\\\n', ' ');
const HADOLINT = join(ROOT, '.service-tools/bin/hadolint');
const PORT = '7710';
const run = promisify(execFile);
/** As the image: the install is root's, the service is not. */
const service = process.getuid?.() === 0 ? { uid: 1000, gid: 1000 } : {};

const folder = mkdtempSync(join(tmpdir(), 'neardup-container-'));
const data = join(folder, 'data');
let installed = '';
let said = '';
let server: ChildProcess | undefined;

beforeAll(async () => {
  chmodSync(folder, 0o755);
  await run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], { cwd: ROOT });
  const flags = /npm install (--global [^/]*)\//.exec(CONTAINERFILE)![1].trim().split(' ');
  const archive = join(folder, readdirSync(folder).find((name) => name.endsWith('.tgz'))!);
  const prefix = ['--prefix', join(folder, 'global')];
  const { stdout, stderr } = await run('npm', ['install', ...flags, ...prefix, archive], { cwd: folder });
  said = stdout + stderr;
  installed = join(folder, 'global', 'lib', 'node_modules', 'neardup');
  mkdirSync(data);
  if (service.uid !== undefined) chownSync(data, service.uid, service.gid);
});

afterAll(async () => {
  await stop();
  rmSync(folder, { recursive: true });
});

async function stop(): Promise<void> {
  if (server === undefined) return;
  server.kill('SIGTERM');
  if (server.exitCode === null) await once(server, 'exit');
  server = undefined;
}

/** A line of the Containerfile that is a JSON array. */
function words(line: RegExp, port: string): string[] {
  const found = JSON.parse(line.exec(CONTAINERFILE)![1]) as string[];
  return found.map((word) => word.replaceAll('/data', data).replaceAll(PORT, port));
}

async function freePort(): Promise<string> {
  const listening = createServer().listen(0);
  await once(listening, 'listening');
  const { port } = listening.address() as { port: number };
  listening.close();
  return String(port);
}

const environment = () => ({
  ...process.env,
  HOME: data,
  PATH: `${join(folder, 'global', 'bin')}:${process.env.PATH}`,
});

async function start(port: string): Promise<void> {
  const [command] = words(/ENTRYPOINT (\[.*\])/, port);
  const rest = words(/\nCMD (\[.*\])/, port);
  server = spawn(command, [...rest, '--port', port], { ...service, cwd: data, env: environment() });
  let out = '';
  server.stderr?.on('data', (chunk) => {
    out += chunk;
  });
  const ready = new Promise<void>((resolve) =>
    server!.stdout?.on('data', (chunk) => String(chunk).includes('Its data') && resolve()),
  );
  const failed = once(server, 'exit').then(() => Promise.reject(new Error(out)));
  failed.catch(() => {});
  await Promise.race([ready, failed]);
}

test('the packed package installs without a warning about the version of Node', () => {
  expect(said).toContain('added ');
  expect(said).not.toMatch(/EBADENGINE|Unsupported engine/);
});

test('the library loads none of the dependencies of the service: they are bundled with the command, and not installed', async () => {
  const { devDependencies, dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const ofService = Object.keys(devDependencies).filter((name) =>
    /^(?:@?fastify\b|typebox|ajv|pino|prom-client|preact)/.test(name),
  );
  expect(ofService.length).toBeGreaterThan(3);
  for (const name of ofService) {
    expect(dependencies).not.toHaveProperty(name);
    expect(existsSync(join(installed, 'node_modules', name))).toBe(false);
  }
  const script = "import('neardup').then(({ dedup }) => console.log(typeof dedup))";
  const { stdout } = await run('node', ['--input-type=module', '-e', script], { cwd: installed });
  expect(stdout.trim()).toBe('function');
});

test('the command of the image serves other machines without root, is healthy, and finds its volume again', async () => {
  const port = await freePort();
  const env = environment();
  const keys = ['keys', 'create', '--data', data, '--json'];
  const { secret } = JSON.parse((await run('neardup', keys, { ...service, cwd: data, env })).stdout);
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
  const address = `http://127.0.0.1:${port}/v1/collections/documents/documents/a`;
  await start(port);
  const put = await fetch(address, { method: 'PUT', headers, body: '{"text":"One text."}' });
  expect(put.status).toBe(201);
  const [command, ...rest] = words(/HEALTHCHECK.*?CMD (\[.*\])/, port);
  await run(command, rest, { ...service, cwd: data, env });
  await stop();
  await expect(run(command, rest, { ...service, cwd: data, env })).rejects.toMatchObject({ code: 1 });
  await start(port);
  expect((await (await fetch(address, { headers })).json()).text).toBe('One text.');
  expect((await fetch(address)).status).toBe(401);
});

test.runIf(existsSync(HADOLINT) || process.env.NEARDUP_REQUIRE_ALL === '1')(
  'hadolint finds nothing in the Containerfile',
  async () => {
    const { stdout } = await run(HADOLINT, [join(ROOT, 'Containerfile')]);
    expect(stdout).toBe('');
  },
);
