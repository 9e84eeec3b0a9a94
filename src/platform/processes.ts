/**
 * Processes that extract. Each has a limit of memory. They are no threads, because V8 ends the whole process if a thread's heap overflows
 * in one large step. An idle process does not keep its parent alive, and ends when its parent does.
 */

import { spawn } from 'node:child_process';
import type { ExtractProcess, ProcessEvents } from '../platform.ts';
import { ownFile } from './own-files.ts';

/** An idle process takes some 60 MB. */
const IDLE_SECONDS = 10;

/** PDFium, if processes must be sent it: here they read it themselves. */
export async function pdfiumToSend(): Promise<Uint8Array | undefined> {
  return undefined;
}

/** @param memory Bytes that its heap may take. */
export async function startProcess<Answer>(
  memory: number,
  events: ProcessEvents<Answer>,
): Promise<ExtractProcess> {
  const heap = Math.max(64, Math.ceil(memory / MEGABYTE));
  const limit = `--max-old-space-size=${heap}`;
  const child = spawn(process.execPath, [limit, ownFile('#extract-worker')], {
    serialization: 'advanced',
    // neardup as one executable takes no options of Node's but these
    env: { ...process.env, NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} ${limit}` },
    // a group of its own: Ctrl-C in a terminal is for the parent, which ends it
    detached: true,
    windowsHide: true,
    // libraries print warnings about damaged files; by its standard input a worker sees that its parent has ended
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
  });
  child.on('message', (answer) => events.answered(answer as Answer));
  child.on('error', (error) => events.ended(`its process failed: ${error.message}`, false));
  child.on('exit', (code, signal) => events.ended(ended(code, signal), outOfMemory(code, signal)));
  let idleTimer: NodeJS.Timeout | undefined;
  return {
    get isAlive() {
      return child.exitCode === null && child.signalCode === null;
    },
    // what cannot be sent was ended, and its end is its answer
    send: (message) => void child.send(message as object, () => {}),
    wake() {
      clearTimeout(idleTimer);
      child.ref();
      // Bun has a channel without this
      child.channel?.ref?.();
    },
    rest(tooLong) {
      child.unref();
      child.channel?.unref?.();
      idleTimer = setTimeout(tooLong, 1000 * IDLE_SECONDS).unref();
    },
    end() {
      clearTimeout(idleTimer);
      child.kill('SIGKILL');
    },
  };
}

const MEGABYTE = 1 << 20;

/** V8 aborts when the heap is full. */
function outOfMemory(code: number | null, signal: NodeJS.Signals | null): boolean {
  return signal === 'SIGABRT' || signal === 'SIGTRAP' || code === ABORTED;
}

/** The exit code of a process that was aborted on systems without signals. */
const ABORTED = 134;

function ended(code: number | null, signal: NodeJS.Signals | null): string {
  return `its process ended ${signal === null ? `with code ${code}` : `by ${signal}`}`;
}
