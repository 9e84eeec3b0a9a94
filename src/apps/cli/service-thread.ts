/** The thread of `neardup serve` in which the service runs. */
import { parentPort, workerData } from 'node:worker_threads';
import { CompiledModules } from './compiled-modules.ts';

const modules = new CompiledModules('serve-thread');
process.once('exit', () => modules.keep());
const { serveInThread } = modules.load('in-thread.cjs') as typeof import('../http/in-thread.ts');
if (parentPort !== null) void serveInThread(parentPort, workerData);
