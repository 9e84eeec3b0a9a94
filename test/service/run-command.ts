/** The built command `neardup serve` in a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { MAIN } from '../cli/run-neardup.ts';

const started: { readonly child: ChildProcess; readonly data: string }[] = [];

/** Kills what tests have started, and removes its data. */
export async function endCommands(): Promise<void> {
  for (const { child, data } of started.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    await rm(data, { recursive: true, force: true });
  }
}

/** Starts the built command and waits until it tells its address. */
export async function start(
  data: string,
  ...flags: readonly string[]
): Promise<{ child: ChildProcess; address: string; said: () => string }> {
  const child = spawn(process.execPath, [
    MAIN,
    'serve',
    '--data',
    data,
    '--port',
    '0',
    '--no-open',
    ...flags,
  ]);
  started.push({ child, data });
  let out = '';
  const address = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      out += chunk;
      const [found] = /http:\/\/[\d.:]+/.exec(out) ?? [];
      if (found !== undefined && out.includes('Its data is in')) resolve(found);
    });
    child.stderr.on('data', (chunk) => {
      out += chunk;
    });
    child.on('exit', () => reject(new Error(out)));
  });
  return { child, address, said: () => out };
}
