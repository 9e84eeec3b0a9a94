/** The worker of the playground: a small one for texts, and one that reads every format, loaded when the first such file comes. */
import { embeddedBytes } from '../../../src/platform/embedded.ts';
import { loadScript } from '../load-script.ts';
import type { Answer, Question } from './messages.ts';

type EngineName = 'texts' | 'files';
/** What the small worker reads. */
const PLAIN = /\.(?:txt|text|md|jsonl|csv|tsv|html?)$/i;

export class Engine {
  private name: EngineName = 'texts';
  private worker: Promise<Worker> | undefined;
  private request = 0;

  constructor(private readonly show: (answer: Answer) => void) {}

  read(files: readonly File[]): void {
    if (!files.every(({ name }) => PLAIN.test(name)) && this.name === 'texts') {
      this.stop();
      this.name = 'files';
    }
    void this.send({ kind: 'read', request: ++this.request, files });
  }

  compute(question: Omit<Extract<Question, { kind: 'compute' }>, 'kind' | 'request'>): void {
    void this.send({ kind: 'compute', request: ++this.request, ...question });
  }

  /** Ends what is being computed, if it takes long. */
  stop(): void {
    const { worker } = this;
    this.worker = undefined;
    this.request++;
    void worker?.then((running) => running.terminate());
  }

  private async send(question: Question): Promise<void> {
    try {
      this.worker ??= this.start();
      (await this.worker).postMessage(question);
    } catch (error) {
      this.worker = undefined;
      this.show({ request: question.request, kind: 'failed', reason: String(error) });
    }
  }

  private async start(): Promise<Worker> {
    const { name } = this;
    const worker = new Worker(await scriptOf(name), { name: `neardup playground ${name}` });
    worker.onmessage = ({ data }: MessageEvent<Answer>) => {
      // answers to earlier questions do not count
      if (data.request === this.request) this.show(data);
    };
    worker.onerror = ({ message }) => {
      const { request } = this;
      this.stop();
      this.request = request;
      this.show({
        request,
        kind: 'failed',
        reason: `The work ended: ${message || 'the browser has too little memory for it'}. Use fewer documents.`,
      });
    };
    return worker;
  }
}

/** The parts of the worker's script, by their numbers (site/scripts.mjs). */
type Parts = Readonly<Record<number, string>> & { readonly parts: number };

const addresses = new Map<EngineName, string>();

/** The address of the worker's script, from the parts that the site has of it. */
async function scriptOf(name: EngineName): Promise<string> {
  const known = addresses.get(name);
  if (known !== undefined) return known;
  const bytes: Uint8Array<ArrayBuffer>[] = [];
  for (let part = 0, parts = 1; part < parts; part++) {
    await loadScript(`engine-${name}-${part}.js`);
    const loaded = (globalThis as unknown as { neardupEngines: Record<EngineName, Parts> }).neardupEngines[
      name
    ];
    bytes.push(embeddedBytes(loaded[part]));
    ({ parts } = loaded);
  }
  const code = new Blob(bytes).stream().pipeThrough(new DecompressionStream('gzip'));
  const script = new Blob([await new Response(code).arrayBuffer()], { type: 'text/javascript' });
  addresses.set(name, URL.createObjectURL(script));
  return addresses.get(name)!;
}
