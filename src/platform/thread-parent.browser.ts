/** The pool, as a web worker sees it: the first message starts the worker, the others are jobs. */

/** Messages that came before their turn. */
const early: unknown[] = [];
let take = (message: unknown): void => void early.push(message);
self.onmessage = ({ data }) => take(data);

export function started<Start>(): Promise<Start> {
  return new Promise((resolve) => {
    take = (message) => {
      take = (job) => void early.push(job);
      resolve(message as Start);
    };
    if (early.length > 0) take(early.shift());
  });
}

export function onJob<Job>(takeJob: (job: Job) => void): void {
  take = (message) => takeJob(message as Job);
  for (const message of early.splice(0)) take(message);
}

export function answer(message: unknown): void {
  self.postMessage(message);
}
