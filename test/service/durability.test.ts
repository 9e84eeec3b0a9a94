/** A service that is killed has every document that it acknowledged; one that is told to stop finishes first. */
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { endCommands, start } from './run-command.ts';
import { C } from './run-service.ts';

afterEach(endCommands);

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
