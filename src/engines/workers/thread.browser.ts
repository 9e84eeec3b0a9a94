/** A web worker behind a pool. */
import { startEmbedded } from '../../embedded.ts';
import type { WorkerAnswer, WorkerJob, WorkerStart } from './pool.ts';
import type { Thread } from './thread.ts';

export async function startThread(
  start: WorkerStart,
  answered: (answer: WorkerAnswer) => void,
  died: (error: Error) => void,
): Promise<Thread> {
  const worker = await startEmbedded('worker', async () => (await import('embedded:worker.js')).default);
  worker.onmessage = ({ data }) => answered(data as WorkerAnswer);
  // a content policy without `worker-src blob:` ends here, with an event that says nothing
  worker.onerror = ({ message }) => died(new Error(message || 'the page does not allow workers from blob:'));
  worker.postMessage(start);
  return {
    post: (job: WorkerJob) => worker.postMessage(job),
    keepAlive: () => {},
    end: async () => worker.terminate(),
  };
}
