/** `neardup serve`: starts the service, opens its page, and ends when it is told to. */
import { spawn } from 'node:child_process';
import { visible } from '../../../index.ts';
import { startFront } from '../../http/front.ts';
import { version } from '../version.ts';

export interface ServeFlags {
  readonly data: string;
  readonly port: string;
  readonly host: string;
  readonly open: boolean;
  readonly importRoot?: string;
  readonly threads?: string;
  readonly log?: string;
  readonly answerSeconds?: string;
  readonly stopSeconds?: string;
  readonly readers?: string;
  readonly readOnly?: boolean;
}

const FIRST = 'documents';

export async function serve(collections: readonly string[], flags: ServeFlags): Promise<void> {
  const { data, port, host, importRoot, log } = flags;
  const running = await startFront(new URL('./service-thread.cjs', import.meta.url), {
    data,
    collections,
    port: Number(port),
    host,
    importRoot,
    threads: numberOf(flags.threads),
    log,
    answerSeconds: numberOf(flags.answerSeconds),
    stopSeconds: numberOf(flags.stopSeconds),
    readers: numberOf(flags.readers),
    readOnly: flags.readOnly,
    // something to put documents in
    first: collections.length === 0 && flags.readOnly !== true ? FIRST : undefined,
    version: version(),
  });
  const { address, folder, needsKey } = running;
  const end = stopped();
  const say = (line: string) => process.stdout.write(`${line}\n`);
  say(`neardup serves ${running.collections.join(', ')} at ${address}/`);
  say(`Its data is in ${folder}`);
  for (const { name, reason, advice } of running.broken)
    say(visible(`Not served: ${name}. ${reason} ${advice}`));
  if (!needsKey) {
    say('There are no keys: only this machine is served, and its programs need none.');
    say(`To serve others as well: neardup keys create --data ${data}`);
  }
  if (flags.open) openPage(`${address}/`);
  await end;
  say('Stopping: what runs is finished first.');
  if (await running.close()) return;
  process.stderr.write('neardup: Running requests did not end in time. Everything acknowledged is stored.\n');
  // a thread that computes holds up any other end of a process
  process.kill(process.pid, 'SIGKILL');
}

function numberOf(flag: string | undefined): number | undefined {
  return flag === undefined ? undefined : Number(flag);
}

/** Shows the page in the user's browser, if there is one. */
function openPage(address: string): void {
  const [command, ...rest] = { darwin: ['open'], win32: ['cmd', '/c', 'start', ''] }[
    process.platform as string
  ] ?? ['xdg-open'];
  const child = spawn(command, [...rest, address], { stdio: 'ignore', detached: true });
  // a server has no browser: the address was printed
  child.on('error', () => {});
  child.unref();
}

/** Resolves when the process is told to end. A second time ends it at once. */
function stopped(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
  });
}
