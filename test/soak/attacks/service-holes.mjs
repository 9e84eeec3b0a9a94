// What once got into a service, or out of it: damaged files of keys, a revoked key with an open feed, links out of the import root, keys that
// ask what others store, ids that no address can name, and a folder that a killed process left.
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addressOf } from './silence.mjs';

const C = '/v1/collections/documents';
const SECRET =
  'The plan is to open the second pier behind the old customs house at nine, and nobody may know of it before.';
/** Milliseconds after which the service has read its file of keys again. */
const READ_AGAIN = 2500;
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Whoever cuts, empties or flips the file of keys is not let in without one, before or after a restart. */
export async function damagedKeys({ folder, neardup }) {
  const open = [];
  for (const [name, damage] of Object.entries({
    cut: (bytes) => bytes.subarray(0, -1),
    emptied: () => Buffer.alloc(0),
    flipped: (bytes) => bytes.map((byte, i) => (i === 12 ? byte ^ 1 : byte)),
  })) {
    const data = join(folder, name);
    await neardup(['keys', 'create', '--data', data]);
    const file = join(data, 'keys.jsonl');
    const isOpen = async (service) => (await service.ask('GET', '/v1/keys')).status === 200;
    await serve(neardup, data, async (service) => {
      writeFileSync(file, damage(readFileSync(file)));
      await pause(READ_AGAIN);
      if (await isOpen(service)) open.push(name);
    });
    await serve(neardup, data, async (service) => {
      if (await isOpen(service)) open.push(`${name}, after a restart`);
    });
  }
  return { held: open.length === 0, answer: told(open, 'a key is needed') };
}

/** Files of keys that are links to a place that is not mounted let nobody in, and neither do fewer keys than there were. */
export async function missingKeys({ folder, neardup }) {
  const open = [];
  const links = join(folder, 'links');
  mkdirSync(links);
  for (const name of ['keys.jsonl', 'keys.last']) symlinkSync('/nonexistent/keys', join(links, name));
  const revived = join(folder, 'revived');
  await neardup(['keys', 'create', '--data', revived]);
  const { key } = JSON.parse((await neardup(['keys', 'create', '--data', revived, '--json'])).stdout);
  await neardup(['keys', 'revoke', key, '--data', revived]);
  const file = join(revived, 'keys.jsonl');
  writeFileSync(file, readFileSync(file, 'utf8').replace(/[^\n]+\n$/, ''));
  rmSync(join(revived, 'keys.last'));
  for (const data of [links, revived]) {
    // a service that refuses to start is as closed as one that asks for a key
    const child = await neardup(['serve', '--data', data, '--port', '0', '--no-open'], { limit: 5 });
    if (child.killed) open.push(data);
  }
  return { held: open.length === 0, answer: told(open, 'the service does not start') };
}

/** The feed of a key ends when `neardup keys revoke` takes it away. */
export async function revokedFeed({ folder, neardup }) {
  const data = join(folder, 'data');
  const key = JSON.parse((await neardup(['keys', 'create', '--data', data, '--json'])).stdout);
  let answer = 'the feed never began';
  await serve(neardup, data, async ({ address }) => {
    const headers = { authorization: `Bearer ${key.secret}`, accept: 'text/event-stream' };
    const feed = await fetch(`${address}${C}/events`, { headers });
    if (feed.status !== 200) return;
    await neardup(['keys', 'revoke', key.key, '--data', data]);
    const ended = feed.text().then(() => 'the feed was closed');
    answer = await Promise.race([ended, pause(4 * READ_AGAIN).then(() => 'the feed goes on')]);
  });
  return { held: answer === 'the feed was closed', answer };
}

export async function importedLinks({ folder, neardup }) {
  const root = join(folder, 'root');
  mkdirSync(join(root, 'sub'), { recursive: true });
  writeFileSync(join(folder, 'secret.txt'), SECRET);
  symlinkSync(join(folder, 'secret.txt'), join(root, 'sub', 'link.txt'));
  let documents = 'unknown';
  await serve(
    neardup,
    join(folder, 'data'),
    async ({ ask }) => {
      const { task } = await (await ask('POST', `${C}/tasks`, { type: 'import', path: 'sub' })).json();
      let state = {};
      while (state.ended === undefined) {
        await pause(50);
        state = await (await ask('GET', `${C}/tasks/${task}`)).json();
      }
      documents = (await (await ask('GET', C)).json()).documents;
    },
    ['--import-root', root],
  );
  return { held: documents === 0, answer: `${documents} documents were read through a link` };
}

/** A key for some documents sends the text of another one, and must not learn that it is there. */
export async function guesses({ folder, neardup }) {
  const data = join(folder, 'data');
  const make = async (...flags) =>
    (await neardup(['keys', 'create', '--data', data, ...flags])).stdout.trim().split('\n').at(-1);
  const [admin, mine] = [await make(), await make('--scopes', 'read,write', '--prefix', 'documents/mine/')];
  const leaks = [];
  await serve(neardup, data, async ({ ask }) => {
    const stored = await ask('PUT', `${C}/documents/secret-plan`, { text: SECRET }, admin);
    if (stored.status !== 201) leaks.push(`nothing was stored: ${stored.status}`);
    for (const [method, path, body] of [
      ['PUT', '/documents/mine%2Fguess', { text: SECRET }],
      ['PUT', '/documents/mine%2Fskipped?onDuplicate=skip', { text: SECRET }],
      ['POST', '/check', { text: SECRET }],
      ['POST', '/search', { text: SECRET }],
      ['POST', '/sources', { text: SECRET }],
      ['GET', '/documents'],
      ['GET', '/documents?prefix=secret'],
      ['GET', '/documents/secret-plan'],
    ]) {
      const answer = await (await ask(method, `${C}${path}`, body, mine)).text();
      // the address that was asked for may be said again
      if (answer.replaceAll(path.split('?')[0], '').includes('secret-plan')) leaks.push(`${method} ${path}`);
    }
  });
  return { held: leaks.length === 0, answer: told(leaks, 'nothing of others is told') };
}

export async function longIds({ folder, neardup }) {
  let states = [];
  await serve(neardup, join(folder, 'data'), async ({ address }) => {
    const lines = ['x'.repeat(1025), 'short'].map((id) => `${JSON.stringify({ id, text: SECRET })}\n`);
    const headers = { 'content-type': 'application/x-ndjson' };
    const answer = await fetch(`${address}${C}/documents`, { method: 'POST', body: lines.join(''), headers });
    // the last line sums up
    const said = (await answer.text()).trim().split('\n').slice(0, 2);
    states = said.map((line) => JSON.parse(line).state);
  });
  return { held: String(states) === 'failed,added', answer: `a long id and a short one: ${states}` };
}

/** A process was killed while it made a collection: the others are served. */
export async function halfMade({ folder, neardup }) {
  const data = join(folder, 'data');
  await serve(neardup, data, ({ ask }) => ask('PUT', `${C}/documents/a`, { text: SECRET }));
  mkdirSync(join(data, 'collections', 'new.nd', 'log'), { recursive: true });
  let status = 0;
  await serve(neardup, data, async ({ ask }) => {
    status = (await ask('GET', `${C}/documents/a`)).status;
  });
  return { held: status === 200, answer: status === 0 ? 'it does not start' : `the others answer ${status}` };
}

/** Runs the service of a build while `use` asks it; it stays unused if the service does not start. */
export async function serve(neardup, data, use, flags = []) {
  const usedBy = async (child) => {
    const address = await addressOf(child).catch(() => undefined);
    if (address === undefined) return;
    const ask = (method, path, body, secret) =>
      fetch(address + path, {
        method,
        ...(body !== undefined && { body: JSON.stringify(body) }),
        headers: {
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(secret !== undefined && { authorization: `Bearer ${secret}` }),
        },
      });
    try {
      await use({ address, ask });
    } finally {
      child.kill('SIGTERM');
    }
  };
  let used;
  const then = (child) => {
    used = usedBy(child);
  };
  await neardup(['serve', '--data', data, '--port', '0', '--no-open', ...flags], {
    limit: 120,
    then,
  });
  await used;
}

function told(faults, well) {
  return faults.length === 0 ? well : faults.join('; ');
}
