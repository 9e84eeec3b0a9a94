/** The parent, as a process that extracts sees it. */
import { Worker } from 'node:worker_threads';

/** Begins to take messages of the parent. */
export function onMessage<Message>(take: (message: Message) => void): void {
  process.on('message', take);
  // a late rejection belongs to a document that has already failed and been reported; it must not end the next one
  process.on('unhandledRejection', () => {});
  new Worker(new URL('./watch-parent.js', import.meta.url), { execArgv: [] });
}

export function answerParent(message: unknown): void {
  process.send!(message);
}
