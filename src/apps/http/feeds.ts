/** The connections that follow events. */
import type { ServerResponse } from 'node:http';

export class Feeds {
  private readonly open = new Set<ServerResponse>();

  /** @param most How many there are at most. */
  constructor(private readonly most: number) {}

  get isFull(): boolean {
    return this.open.size >= this.most;
  }

  add(response: ServerResponse): void {
    this.open.add(response);
  }

  delete(response: ServerResponse): void {
    this.open.delete(response);
  }

  /** Ends all: the service stops. */
  end(): void {
    for (const feed of this.open) feed.end('event: bye\ndata: {}\n\n');
  }
}
