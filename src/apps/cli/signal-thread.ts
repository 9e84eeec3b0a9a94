/**
 * The thread that listens to signals for `signals.ts`. It tells the main thread; if that computes, the thread interrupts
 * the computation; if that fails too, it lets the signal have its usual effect. A second signal has that at once.
 *
 * Node hands signals to the main thread only, so this uses what Node's own handlers are made of.
 */
import { Session } from 'node:inspector';
import { constants } from 'node:os';
import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { INTERRUPT } from './interrupt.ts';

/** Milliseconds the main thread has to react: before it is interrupted, and then before the process is killed. */
const PATIENCE_MS = 200;
const LAST_RESORT_MS = 600;
const LONG_MS = 5000;

/** A handle of Node's for one signal. */
interface SignalHandle {
  onsignal(): void;
  start(signal: number): number;
  close(): void;
  unref(): void;
}

if (!isMainThread && parentPort !== null) {
  listen();
  // the main thread may wait for it
  Atomics.store(workerData as Int32Array, 0, 1);
  Atomics.notify(workerData as Int32Array, 0);
}

function listen(): void {
  process.noDeprecation = true;
  const { binding } = process as unknown as { binding(name: string): { Signal?: new () => SignalHandle } };
  const { Signal } = binding('signal_wrap');
  // Deno has none: the main thread then hears signals itself, between computations
  if (Signal === undefined) return;
  const { SIGINT, SIGTERM, SIGHUP } = constants.signals;
  let received = 0;
  const handles = [SIGINT, SIGTERM, SIGHUP].map((signal) => {
    const handle = new Signal();
    handle.onsignal = () => {
      received++;
      if (received > 1) return kill(handles);
      parentPort!.postMessage('interrupt');
      const timers = [
        setTimeout(interruptMainThread, PATIENCE_MS),
        setTimeout(() => kill(handles), LAST_RESORT_MS),
      ];
      // it asks for time to tell a store
      parentPort!.once('message', () => {
        for (const timer of timers) clearTimeout(timer);
        setTimeout(() => kill(handles), LONG_MS);
      });
    };
    handle.start(signal);
    return handle;
  });
  parentPort!.postMessage('listening');
}

function interruptMainThread(): void {
  const session = new Session();
  session.connectToMainThread();
  session.post('Runtime.evaluate', { expression: `globalThis[Symbol.for('${INTERRUPT.description}')]()` });
}

/** Without a handle SIGINT ends the process, unless the main thread still has its own. */
function kill(handles: readonly SignalHandle[]): void {
  for (const handle of handles) handle.close();
  setImmediate(() => process.kill(process.pid, 'SIGINT'));
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), 100);
}
