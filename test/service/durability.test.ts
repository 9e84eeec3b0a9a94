/** A service that is killed has every document that it acknowledged; one that is told to stop finishes first. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { MAIN } from '../cli/run-neardup.ts';
import { C } from './run-service.ts';

const started: { readonly child: ChildProcess; readonly data: string }[] = [];
afterEach(async () => {
  for (const { child, data } of started.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    await rm(data, { recursive: true, force: true });
  }
});

/** Starts the built command and waits until it tells its address. */
async function start(data: string): Promise<{ child: ChildProcess; address: string; said: () => string }> {
  const child = spawn(process.execPath, [MAIN, 'serve', '--data', data, '--port', '0', '--no-open']);
  started.push({ child, data });
  let out = '';
  const address = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      out += chunk;
      const [found] = /http:\/\/[\d.:]+/.exec(out) ?? [];
      if (found !== undefined && out.includes('needs a key')) resolve(found);
    });
    child.on('exit', () => reject(new Error(out)));
  });
  return { child, address, said: () => out };
}

const put = (address: string, id: string) =>
  fetch(`${address}${C}/documents/${id}`, {
    method: 'PUT',
    body: JSON.stringify({ text: `The text of ${id}.` }),
    headers: { 'content-type': 'application/json' },
  });

test('after kill -9 every acknowledged document is there', async () => {
  const data = await mkdtemp(join(tmpdir(), 'neardup-killed-'));
  const { child, address } = await start(data);
  const acknowledged: string[] = [];
  let isOver = false;
  const callers = Array.from({ length: 8 }, async (_, caller) => {
    for (let i = 0; !isOver; i++) {
      const id = `${caller}-${i}`;
      const answer = await put(address, id).catch(() => undefined);
      if (answer?.status === 201) acknowledged.push(id);
      if (acknowledged.length >= 300) isOver = true;
    }
  });
  while (acknowledged.length < 200) await new Promise((resolve) => setTimeout(resolve, 5));
  child.kill('SIGKILL');
  isOver = true;
  await Promise.all(callers);
  const again = await start(data);
  for (const id of acknowledged) {
    const { text } = (await (await fetch(`${again.address}${C}/documents/${id}`)).json()) as { text: string };
    expect(text).toBe(`The text of ${id}.`);
  }
});

test('SIGTERM ends the service after what runs, and its start says who is served', async () => {
  const data = await mkdtemp(join(tmpdir(), 'neardup-stopped-'));
  const { child, address, said } = await start(data);
  expect(said()).toContain('There are no keys: only this machine is served');
  const puts = Array.from({ length: 20 }, (_, i) => put(address, `d${i}`));
  const answers = Promise.allSettled(puts);
  await puts[0];
  child.kill('SIGTERM');
  const [code] = await once(child, 'exit');
  expect(code).toBe(0);
  const stored = (await answers).flatMap((result, i) =>
    result.status === 'fulfilled' && result.value.status === 201 ? [`d${i}`] : [],
  );
  const again = await start(data);
  for (const id of stored) expect((await fetch(`${again.address}${C}/documents/${id}`)).status).toBe(200);
});
