/**
 * Ctrl-C, SIGTERM and SIGHUP end the command within a second, even while the main thread computes and hears nothing: a
 * thread listens beside it (`signal-thread.ts`). It takes 70 ms of processor time to start, so it starts when a command has
 * run for a moment or writes a file. Until then there is nothing to clean up, and a signal simply ends the process.
 */
import { closeSync, writeSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { abortAll, leaveUploads, onFirstUnfinished } from '../../index.ts';
import { INTERRUPT } from './interrupt.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const INTERRUPTED = 130;
const MOMENT_MS = 1000;

/** Milliseconds for which a thread that will be busy waits until the other one listens. */
const LONGEST_START_MS = 5000;

/** @param isBusy The main thread computes from the beginning: a timer would come late, and a signal before the other thread listens would not be heard. */
export function watchSignals(isBusy: boolean): void {
  if (isBusy) Atomics.wait(listen(), 0, 0, LONGEST_START_MS);
  else setTimeout(listen, MOMENT_MS).unref();
  onFirstUnfinished(listen);
}

/** Its number is 1 when the thread listens. */
let listening: Int32Array | undefined;

function listen(): Int32Array {
  if (listening !== undefined) return listening;
  listening = new Int32Array(new SharedArrayBuffer(4));
  const interruptNow = () => void interruptWith(thread);
  for (const signal of SIGNALS) process.on(signal, interruptNow);
  const globals = globalThis as { [INTERRUPT]?: () => never };
  // called by the thread during a computation
  globals[INTERRUPT] = () => interrupt({ bySession: true });
  const thread = new Worker(new URL('./signal-thread.cjs', import.meta.url), {
    execArgv: [],
    workerData: listening,
  });
  thread.unref();
  // if the thread cannot start on this system, this thread handles the signals
  thread.on('error', () => {});
  thread.once('message', () => {
    for (const signal of SIGNALS) process.off(signal, interruptNow);
    thread.on('message', interruptNow);
    thread.unref();
  });
  return listening;
}

/** Milliseconds for which a store is told that uploads are left. */
const LONGEST_LEAVE_MS = 3000;

/** Also leaves the uploads, if this thread is not busy: the store would keep their parts. */
async function interruptWith(thread: Worker): Promise<never> {
  const left = leaveUploads();
  if (left !== undefined) {
    thread.postMessage('wait');
    await Promise.race([left, wait(LONGEST_LEAVE_MS)]);
  }
  return interrupt();
}

/** Removes unfinished output and ends the process. Everything is synchronous: nothing else runs any more. */
function interrupt({ bySession = false } = {}): never {
  const left = abortAll() ? '; nothing was left under the output names' : '';
  try {
    writeSync(2, `\nneardup: interrupted${left}.\n`);
    // Node would print that it waits for a debugger, which is the thread's session
    if (bySession) closeSync(2);
  } catch {
    // a terminal that is gone must not keep the process from ending
  }
  process.exit(INTERRUPTED);
}
