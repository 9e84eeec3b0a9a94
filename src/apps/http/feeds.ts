/** Connections that follow events. A connection is closed when its key loses a permission that it had when the feed began. */
import type { ServerResponse } from 'node:http';
import type { Access } from './guard.ts';

/** Milliseconds between two looks at the keys. */
const EVERY = 1000;

export class Feeds {
  private readonly open = new Map<ServerResponse, Access>();
  private looking: NodeJS.Timeout | undefined;

  /** @param most How many there are at most. */
  constructor(
    private readonly most: number,
    private readonly stillAllows: (access: Access) => Promise<boolean>,
  ) {}

  get isFull(): boolean {
    return this.open.size >= this.most;
  }

  add(response: ServerResponse, access: Access): void {
    this.open.set(response, access);
    this.looking ??= setInterval(() => void this.endRefused(), EVERY);
  }

  delete(response: ServerResponse): void {
    this.open.delete(response);
    if (this.open.size > 0) return;
    clearInterval(this.looking);
    this.looking = undefined;
  }

  /** Ends all: the service stops. */
  end(): void {
    for (const feed of this.open.keys()) feed.end('event: bye\ndata: {}\n\n');
  }

  private async endRefused(): Promise<void> {
    for (const [feed, access] of this.open) if (!(await this.stillAllows(access))) feed.end();
  }
}
