/** The page's worker: started on first use, and again after it was stopped or has died. */
import { startEmbedded } from '../../platform/embedded.ts';
import type { GivenFiles } from './given.ts';
import type { OverviewSettings, PageAnswer, Request, SavedText } from './messages.ts';

export class PageWorker {
  private worker: Promise<Worker> | undefined;
  private request = 0;

  constructor(
    private readonly show: (answer: PageAnswer) => void,
    private readonly failed: (reason: string) => void,
  ) {}

  look(files: GivenFiles): void {
    void this.send({ kind: 'look', request: ++this.request, files });
  }

  /** Compares all documents again. */
  overview(settings: OverviewSettings): void {
    void this.send({ kind: 'overview', request: ++this.request, ...settings });
  }

  open(documents: readonly SavedText[], settings: OverviewSettings): void {
    void this.send({ kind: 'open', request: ++this.request, documents, ...settings });
  }

  templates(files: GivenFiles): void {
    void this.send({ kind: 'templates', request: ++this.request, files });
  }

  texts(): void {
    void this.send({ kind: 'texts', request: ++this.request });
  }

  compare(a: string, b: string): void {
    void this.send({ kind: 'compare', request: ++this.request, a, b });
  }

  /** Ends the work at once. The texts read so far are lost with the worker. */
  stop(): void {
    const { worker } = this;
    this.worker = undefined;
    this.request++;
    void worker?.then((running) => running.terminate());
  }

  private async send(request: Request): Promise<void> {
    this.worker ??= this.start();
    (await this.worker).postMessage(request);
  }

  private async start(): Promise<Worker> {
    const worker = await startEmbedded('page', async () => (await import('embedded:page-worker.js')).default);
    worker.onmessage = ({ data }: MessageEvent<PageAnswer>) => {
      // ignore answers to earlier requests
      if (data.request === this.request) this.show(data);
    };
    worker.onerror = ({ message }) => {
      this.stop();
      this.failed(
        `The work ended: ${message || 'the browser has too little memory for it'}. Drop fewer documents.`,
      );
    };
    return worker;
  }
}
