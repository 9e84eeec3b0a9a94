/** The parent, as a process that extracts sees it. */
import { Worker } from 'node:worker_threads';

/** Begins to take messages of the parent. */
export function onMessage<Message>(take: (message: Message) => void): void {
  process.on('message', take);
  // what a library still has running when a document fails concerns that document, which was told already, and not the next one
  process.on('unhandledRejection', () => {});
  new Worker(new URL('./watch-parent.js', import.meta.url), { execArgv: [] });
}

export function answerParent(message: unknown): void {
  process.send!(message);
}
