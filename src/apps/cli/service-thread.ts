/** The thread of `neardup serve` in which the service runs, or a process of it that only reads. */
import { parentPort, workerData } from 'node:worker_threads';
import { CompiledModules } from './compiled-modules.ts';

const modules = new CompiledModules('serve-thread');
process.once('exit', () => modules.keep());
const { serveInProcess, serveInThread } = modules.load(
  'in-thread.cjs',
) as typeof import('../http/in-thread.ts');
if (parentPort !== null) void serveInThread(parentPort, workerData);
else if (process.send !== undefined) void serveInProcess();
