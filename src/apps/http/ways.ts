/**
 * Where a request goes: a question about stored documents to the process with the fewest requests that only reads, everything else to the thread that
 * writes.
 */
import type { IncomingMessage } from 'node:http';
import { availableParallelism } from 'node:os';
import type { AnsweringOptions } from './answering-parts.ts';
import type { Listening, Served } from './in-thread.ts';
import type { RatedKeys } from './rated-keys.ts';
import { Readers, type RunningReader } from './readers.ts';
import type { RouteAddress } from './route.ts';
import { LIMITS } from './service.ts';

export interface Way {
  readonly port: number;
  /** Is called once, when the request is over. */
  done(): void;
}

export class Ways {
  private readers: Readers | undefined;
  private isQuestion: (asked: string) => boolean = () => false;

  constructor(
    private readonly script: URL,
    private readonly options: AnsweringOptions,
    /** Undefined if nothing is written. */
    private readonly writer: Listening | undefined,
    private readonly rated: RatedKeys,
  ) {}

  /** Starts processes that only read. Until they are ready the thread that writes answers everything. */
  async start(count: number): Promise<Served | undefined> {
    if (count === 0) return undefined;
    const { threads = Math.max(1, Math.floor(availableParallelism() / count)), limits } = this.options;
    const { held = LIMITS.held } = limits ?? {};
    this.readers = new Readers(this.script, {
      ...this.options,
      threads,
      limits: { ...limits, held: Math.floor(held / count) },
      readOnly: true,
    });
    const served = await this.readers.start(count);
    this.isQuestion = matcherOf(this.addresses.filter(({ readers }) => readers === 'always'));
    return served;
  }

  /** Undefined if nobody can answer now. */
  take(request: IncomingMessage): Way | undefined {
    const { writer } = this;
    const toWriter = writer && { port: writer.port, done: () => {} };
    if (toWriter !== undefined && !this.isQuestion(`${request.method} ${request.url}`)) return toWriter;
    const isRated = this.rated.has(request);
    if (toWriter !== undefined && isRated) return toWriter;
    const reader = isRated ? this.readers?.first() : this.readers?.leastBusy();
    return reader === undefined ? toWriter : wayTo(reader);
  }

  get addresses(): readonly RouteAddress[] {
    return this.writer?.addresses ?? this.readers?.first()?.addresses ?? [];
  }

  async close(): Promise<void> {
    await this.readers?.close();
  }
}

function wayTo(reader: RunningReader): Way {
  reader.requests++;
  return {
    port: reader.port,
    done: () => {
      reader.requests--;
    },
  };
}

function matcherOf(addresses: readonly RouteAddress[]): (asked: string) => boolean {
  const one = ({ method, path }: RouteAddress) => `${method} ${path.replace(/\{\w+\}/g, '[^/?]+')}`;
  const all = new RegExp(`^(?:${addresses.map(one).join('|')})(?:\\?|$)`);
  return (asked) => all.test(asked);
}
