// Programs under strace: which calls they make below a folder, and what they do when one of these fails or is their last.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';

const SYNCS = ['fsync', 'fdatasync'];
const WRITES = ['write', 'pwrite64', 'writev', 'pwritev'];
const NAMES = [
  'openat',
  'mkdir',
  'mkdirat',
  'rename',
  'renameat',
  'renameat2',
  'link',
  'linkat',
  'ftruncate',
];
const CALLS = [...WRITES, ...SYNCS, ...NAMES];
/** Node makes these calls for itself as well: only those for one path are counted. The others are ours alone. */
const OF_NODE = ['openat', ...WRITES.filter((call) => call !== 'pwrite64')];
/** Names that are different in every run. */
const RANDOM_NAME = /\/writer\.|\.[0-9a-f]{12}\.new$/;
const KILL = 'signal=KILL';
const HOWS = ['error=EIO', 'error=ENOSPC', KILL];
/** strace cannot have a part of the bytes written: of a short write, there is the one of no bytes. */
const SHORT = 'retval=0';
/** A program that has not ended by then hangs. */
const LIMIT_MS = 60_000;

/**
 * Starts a program under strace.
 * @param fault {{call: string, nth: number, path: string, how: string} | undefined} what happens to one of its calls
 */
export function startTraced(program, traceFile, fault) {
  rmSync(traceFile, { force: true });
  const injected = fault && [
    ...(OF_NODE.includes(fault.call) ? ['-P', fault.path] : []),
    ...['-e', `inject=${fault.call}:${fault.how}:when=${fault.nth}${fault.lasts ? '+' : ''}`],
  ];
  const child = spawn(
    'strace',
    [
      // quicker, but it would take no notice of a signal
      ...(fault?.how === KILL ? [] : ['--seccomp-bpf']),
      ...['-f', '-qq', '-y', '-s', '0', '-o', traceFile],
      ...['-e', `trace=${CALLS.join(',')}`, ...(injected ?? []), process.execPath, ...program],
    ],
    // strace counts the calls of every thread on their own. A group of its own: strace leaves signals to the program.
    { detached: true, env: { ...process.env, UV_THREADPOOL_SIZE: '1' }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const signal = (name) => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid, name);
  };
  const running = { stdout: '', stderr: '', signal, child };
  for (const name of ['stdout', 'stderr'])
    child[name].setEncoding('utf8').on('data', (chunk) => {
      running[name] += chunk;
    });
  let hangs = false;
  const timer = setTimeout(() => {
    hangs = true;
    signal('SIGKILL');
  }, LIMIT_MS);
  running.ended = once(child, 'close').then(([code, killedBy]) => {
    clearTimeout(timer);
    if (hangs) throw new Error(`hangs; it said ${running.stdout.slice(-500)} ${running.stderr}`);
    const trace = readFileSync(traceFile, 'utf8').split('\n');
    const killed = killedBy === 'SIGKILL';
    return { code, killed, fired: killed || trace.some((line) => line.endsWith('(INJECTED)')), trace };
  });
  return running;
}

/** The calls below a folder that a fault can be put into: the n-th one of its thread, or the n-th one of its thread for a path. */
export function pointsOf(trace, folder) {
  const counts = new Map();
  const points = [];
  for (const line of trace) {
    const [, thread, call, rest] = /^(\d+) +(\w+)\((.*)/.exec(line) ?? [];
    const path = [...(rest ?? '').matchAll(/[<"](\/[^>"]*)[>"]/g)]
      .map(([, each]) => each)
      .find((each) => `${each}/`.startsWith(`${folder}/`));
    const ofNode = OF_NODE.includes(call);
    if (call === undefined || (ofNode && path === undefined)) continue;
    const counted = `${thread} ${call} ${ofNode ? path : ''}`;
    const nth = (counts.get(counted) ?? 0) + 1;
    counts.set(counted, nth);
    if (path !== undefined && !(ofNode && RANDOM_NAME.test(path))) points.push({ call, nth, path });
  }
  return points;
}

/** A fault for a run: all calls and errors in turn, each at a random place. */
export function chooseFault(points, run, random) {
  const calls = CALLS.filter((call) => points.some((point) => point.call === call));
  const call = calls[run % calls.length];
  const hows = WRITES.includes(call) ? [...HOWS, SHORT] : HOWS;
  const how = hows[Math.floor(run / calls.length) % hows.length];
  const all = points.filter((point) => point.call === call);
  // most calls are for derived files, and what is acknowledged is in the log
  const ofLog = random() % 2 === 0 ? all.filter(({ path }) => path.includes('/log/')) : [];
  const at = ofLog.length > 0 ? ofLog : all;
  return { ...at[random() % at.length], how, lasts: how.startsWith('error') && random() % 4 === 0 };
}

export const nameOf = ({ call, nth, path, how, lasts }) =>
  `${how} at ${call} ${nth}${lasts ? ' and later' : ''} (${path})`;
