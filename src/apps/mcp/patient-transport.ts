/**
 * The connection of a caller, which is closed when its input has ended and every request has its answer: a script may send all that it
 * asks at once. A line that is no message gets an error of the protocol.
 */
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { MessageLines } from './message-lines.ts';

/** Bytes of a message. What is longer ends the connection. */
const LONGEST = 64 << 20;
/** Milliseconds for which answers are made after the input has ended: the caller may be gone. */
const PATIENCE = 60_000;

const NO_JSON = -32_700;
const NO_MESSAGE = -32_600;

type Message = Parameters<StdioServerTransport['send']>[0];

export class PatientTransport extends StdioServerTransport {
  /** Requests without an answer. */
  private readonly open = new Set<unknown>();
  private isEnding = false;

  /** Resolves when the connection is closed. */
  readonly closed: Promise<void>;
  private tellClosed = (): void => {};

  constructor() {
    const lines = new MessageLines(LONGEST, () => answerNothing(NO_JSON, 'Parse error'));
    super(process.stdin.pipe(lines) as unknown as typeof process.stdin, process.stdout, {
      maxBufferSize: LONGEST,
    });
    process.stdin.once('close', () => lines.end());
    process.stdout.once('error', () => void this.closeNow());
    this.closed = new Promise((resolve) => {
      this.tellClosed = resolve;
    });
  }

  override async start(): Promise<void> {
    const take = this.onmessage;
    this.onmessage = (message: Message) => {
      if ('method' in message && 'id' in message) this.open.add(message.id);
      if ('method' in message && message.method === 'notifications/cancelled')
        this.settle(message.params?.requestId);
      take?.(message);
    };
    await super.start();
  }

  override async send(message: Message): Promise<void> {
    await super.send(message);
    if (!('method' in message)) this.settle(message.id);
  }

  /** Called when the input ends. */
  override async close(): Promise<void> {
    if (this.open.size === 0) return this.closeNow();
    if (this.isEnding) return;
    this.isEnding = true;
    setTimeout(() => void this.closeNow(), PATIENCE).unref();
  }

  async closeNow(): Promise<void> {
    this.open.clear();
    await super.close();
    this.tellClosed();
  }

  /** Answers JSON that is no message. */
  refuse(): void {
    answerNothing(NO_MESSAGE, 'Invalid Request');
  }

  private settle(id: unknown): void {
    this.open.delete(id);
    if (this.isEnding && this.open.size === 0) void this.closeNow();
  }
}

/** An error without the number of a request. */
function answerNothing(code: number, message: string): void {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } })}\n`);
}
