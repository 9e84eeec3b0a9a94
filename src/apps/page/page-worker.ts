/** The page's worker: started on first use, and again after it was stopped or has died, with the documents that it had. */
import { startEmbedded } from '../../platform/embedded.ts';
import type { Kept, PageAnswer, PageQuestion, Request } from './messages.ts';
import { pageSay } from './say.ts';

export class PageWorker {
  /** What the next worker begins with. */
  kept: Kept | undefined;
  private worker: Promise<Worker> | undefined;
  private request = 0;
  /** Answers to requests up to this one are of a worker that was stopped. */
  private stopped = 0;

  constructor(
    private readonly show: (answer: PageAnswer) => void,
    private readonly failed: (reason: string) => void,
  ) {}

  ask(asked: PageQuestion): void {
    this.request++;
    void this.send(asked);
  }

  /** Ends the work at once. What was kept comes back with the next request. */
  stop(): void {
    const { worker } = this;
    this.worker = undefined;
    this.stopped = this.request;
    void worker?.then((running) => running.terminate());
  }

  private async send(asked: PageQuestion): Promise<void> {
    const { request, kept } = this;
    const post = (worker: Worker, each: PageQuestion) =>
      worker.postMessage({ ...each, request, lang: pageSay.lang } satisfies Request);
    if (this.worker === undefined) {
      this.worker = this.start();
      const worker = await this.worker;
      if (kept !== undefined) post(worker, { kind: 'restore', ...kept });
      post(worker, asked);
    } else post(await this.worker, asked);
  }

  private async start(): Promise<Worker> {
    const worker = await startEmbedded('page', async () => (await import('embedded:page-worker.js')).default);
    worker.onmessage = ({ data }: MessageEvent<PageAnswer>) => {
      if (data.request > this.stopped) this.show(data);
    };
    worker.onerror = ({ message }) => {
      this.stop();
      this.failed(pageSay.workEnded(message || pageSay.noMemory));
    };
    return worker;
  }
}
