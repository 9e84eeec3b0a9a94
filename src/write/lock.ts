/**
 * A lock for a folder that only one may write to, also if containers or machines share the folder. A writer announces itself with a file of
 * its own, then looks at the files of others: of two writers, at least the later one sees the other and gives up. Files of writers
 * that have ended are removed. Nothing is ever taken over under its name, so there is no moment in which two have the lock.
 *
 * A writer has ended if nothing listens at its socket, which lies beside its file: the system closes that however a process ends, and it
 * is reached from every container of the machine. If the writer may be on another machine, or the file system has no sockets, it
 * has ended if it has not touched its file for LEASE_MS.
 */
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { NeardupError, systemReason } from '../errors.ts';
import { machine } from './leftovers.ts';
import { addUnfinished, settleUnfinished } from './unfinished.ts';

interface Holder {
  readonly pid: number;
  readonly since: string;
  /** Which machine it is, and since which start of the machine: equal in all containers of a machine. */
  readonly machine: string;
  readonly boot: string;
  /** Name of the socket; empty if the file system has none. */
  readonly socket: string;
}

const LOCK = /^writer\.[0-9a-f]{12}\.lock$/;
/** Files of a writer that was killed before it announced itself. */
const UNANNOUNCED = /^(writer\.[0-9a-f]{12}\.)(?:socket|lock\.new)$/;
const UNANNOUNCED_MS = 60_000;
const TOUCHED_EVERY_MS = 5_000;
const LEASE_MS = 30_000;
const WATCHED_EVERY_MS = 500;
/** Two that announce themselves at the same time both give up and try again, each after a time of its own. */
const ATTEMPTS = 4;
const PAUSE_MS = 40;
/** Longer paths of sockets are refused by the system. */
const SOCKET_PATH_MAX = 100;

export interface LockOptions {
  /** Called if another machine has taken the lock away, because this process was stopped for too long. */
  onLost?(): void;
  /** How long a writer that cannot be reached may be silent. @default 30 s */
  readonly leaseMs?: number;
}

/** Locks an existing folder. Returns a function that releases it. Raises LOCKED if another writer has it. */
export async function lockFolder(folder: string, options: LockOptions = {}): Promise<() => void> {
  for (let attempt = 1; ; attempt++) {
    const own = await announce(folder);
    try {
      const other = await otherWriter(folder, own.name, options.leaseMs ?? LEASE_MS);
      if (other === undefined) return own.hold(options.onLost);
      own.release();
      if (attempt === ATTEMPTS) throw locked(folder, other);
    } catch (error) {
      own.release();
      throw error;
    }
    await pause(PAUSE_MS * attempt * Math.random());
  }
}

/** Makes the socket, then the file that names it: the file is there only while the socket listens. */
async function announce(folder: string) {
  const key = randomBytes(6).toString('hex');
  const name = `writer.${key}.lock`;
  const path = join(folder, name);
  const socket = `writer.${key}.socket`;
  const listening = await listen(folder, socket);
  const holder: Holder = {
    pid: process.pid,
    since: new Date().toISOString(),
    machine: machine(),
    boot: bootId(),
    socket: listening === undefined ? '' : socket,
  };
  let touching: NodeJS.Timeout | undefined;
  const release = () => {
    clearInterval(touching);
    settleUnfinished(path);
    settleUnfinished(join(folder, socket));
    rmSync(path, { force: true });
    listening?.close();
  };
  try {
    writeFileSync(`${path}.new`, `${JSON.stringify(holder)}\n`, { flag: 'wx' });
    renameSync(`${path}.new`, path);
  } catch (cause) {
    rmSync(`${path}.new`, { force: true });
    release();
    throw closedFolder(folder, cause);
  }
  addUnfinished(path);
  if (listening !== undefined) addUnfinished(join(folder, socket));
  const hold = (onLost?: () => void) => {
    touching = setInterval(() => {
      try {
        utimesSync(path, new Date(), new Date());
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') onLost?.();
      }
    }, TOUCHED_EVERY_MS).unref();
    return release;
  };
  return { name, release, hold };
}

/** A folder that nothing can be written to. */
export function closedFolder(folder: string, cause: unknown): NeardupError {
  const isFull = (cause as NodeJS.ErrnoException).code === 'ENOSPC';
  return new NeardupError('WRITE_FAILED', `${folder} cannot be written to: ${systemReason(cause)}.`, {
    cause,
    advice: `It can still be read. ${isFull ? 'Free some space' : 'Make it writable, or work with a copy of it'}.`,
  });
}

/** The first other writer that is there. Files of those that have ended are removed. */
async function otherWriter(folder: string, own: string, leaseMs: number): Promise<Holder | undefined> {
  const names = readdirSync(folder);
  removeUnannounced(folder, names);
  for (const name of names) {
    if (name === own || !LOCK.test(name)) continue;
    const path = join(folder, name);
    const holder = holderOf(path);
    if (holder === undefined) continue;
    if (await isThere(folder, path, holder, leaseMs)) return holder;
    for (const left of [path, join(folder, name.replace(/lock$/, 'socket'))]) rmSync(left, { force: true });
  }
  return undefined;
}

function removeUnannounced(folder: string, names: readonly string[]): void {
  for (const name of names) {
    const start = UNANNOUNCED.exec(name)?.[1];
    if (start === undefined || names.includes(`${start}lock`)) continue;
    const since = statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs;
    if (since !== undefined && Date.now() - since > UNANNOUNCED_MS)
      rmSync(join(folder, name), { force: true });
  }
}

async function isThere(folder: string, path: string, holder: Holder, leaseMs: number): Promise<boolean> {
  if (holder.socket !== '' && holder.boot === bootId()) return await answers(folder, holder.socket);
  // the machine has been started again since
  if (holder.machine === machine() && holder.boot !== bootId()) return false;
  return await isTouched(path, leaseMs);
}

/** Undefined if the file is gone. One that says nothing was cut off when its machine lost power, or is not ours. */
function holderOf(path: string): Holder | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    const { pid, since, machine, boot, socket } = JSON.parse(text);
    return {
      pid: Number(pid),
      since: String(since),
      machine: String(machine),
      boot: String(boot),
      socket: String(socket),
    };
  } catch {
    return { pid: Number.NaN, since: 'an unknown time', machine: '', boot: '', socket: '' };
  }
}

/** Undefined if the file system has no sockets. */
async function listen(folder: string, name: string): Promise<Server | undefined> {
  const place = socketPlace(folder, name);
  const server = createServer((connection) => connection.destroy());
  server.on('close', place.done);
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ path: place.path, readableAll: true, writableAll: true }, resolve);
    });
    return server.unref();
  } catch {
    place.done();
    return undefined;
  }
}

/** Whether something listens at a socket. If that cannot be found out, it may well be. */
function answers(folder: string, name: string): Promise<boolean> {
  const place = socketPlace(folder, name);
  return new Promise<boolean>((resolve) => {
    const connection = connect({ path: place.path });
    connection.once('connect', () => {
      connection.destroy();
      resolve(true);
    });
    connection.once('error', (error: NodeJS.ErrnoException) => {
      resolve(error.code !== 'ECONNREFUSED' && error.code !== 'ENOENT');
    });
  }).finally(place.done);
}

/** Where to bind or connect. A long path is shortened by way of the open folder. */
function socketPlace(folder: string, name: string): { readonly path: string; done(): void } {
  if (process.platform === 'win32') return { path: `\\\\.\\pipe\\neardup-${name}`, done: () => {} };
  const path = join(folder, name);
  if (process.platform !== 'linux' || Buffer.byteLength(path) <= SOCKET_PATH_MAX)
    return { path, done: () => {} };
  const open = openSync(folder, 'r');
  let closed = false;
  const done = () => {
    if (!closed) closeSync(open);
    closed = true;
  };
  return { path: `/proc/self/fd/${open}/${name}`, done };
}

/** Whether a writer touches its file. Watched, as the clock of another machine says nothing. */
async function isTouched(path: string, leaseMs: number): Promise<boolean> {
  const first = touched(path);
  for (const until = performance.now() + leaseMs; performance.now() < until; ) {
    await pause(Math.min(leaseMs, WATCHED_EVERY_MS));
    const now = touched(path);
    if (now === undefined) return false;
    if (now !== first) return true;
  }
  return false;
}

/** Opened again each time: a network file system may cache the attributes of a name. */
function touched(path: string): number | undefined {
  try {
    const file = openSync(path, 'r');
    try {
      return fstatSync(file).mtimeMs;
    } finally {
      closeSync(file);
    }
  } catch {
    return undefined;
  }
}

/** Changes with every start of the machine. Empty if the system does not tell. */
function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
  } catch {
    return '';
  }
}

function locked(folder: string, { pid, since, boot }: Holder): NeardupError {
  const who = boot === bootId() ? `Process ${pid}` : 'Another machine';
  return new NeardupError('LOCKED', `${who} has been writing to ${folder} since ${since}.`);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
