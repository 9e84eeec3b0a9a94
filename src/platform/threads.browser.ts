/** A web worker of a pool. */

import type { Thread } from '../platform.ts';
import { startEmbedded } from './embedded.ts';

export async function startThread<Start, Job, Answer>(
  start: Start,
  answered: (answer: Answer) => void,
  died: (error: Error) => void,
): Promise<Thread<Job>> {
  const worker = await startEmbedded('worker', async () => (await import('embedded:worker.js')).default);
  worker.onmessage = ({ data }) => answered(data as Answer);
  // a content policy without `worker-src blob:` ends here, with an event that says nothing
  worker.onerror = ({ message }) => died(new Error(message || 'the page does not allow workers from blob:'));
  worker.postMessage(start);
  return {
    post: (job) => worker.postMessage(job),
    keepAlive: () => {},
    end: async () => worker.terminate(),
  };
}
