/**
 * Turns: one process at a time changes a collection, and a batch of changes counts as a whole or not at all.
 *
 * 1. A process takes the turn: it writes its name into the document `head`, on condition that this has not changed since it was read.
 * 2. It writes its documents, each with the number of the turn. Nobody counts them yet. It makes them visible (`refresh`), unless they are few:
 *    that takes the cluster as long for one as for a thousand.
 * 3. It commits: `head` gets the number of the turn, and names the documents that are dead by it, and those that searches may not see yet
 *    (`fresh`). One conditional write decides.
 * 4. Dead documents are removed in a later turn, before it makes its own visible: those who asked before still find them.
 *
 * A process shows that it is alive by writing `head` again. If another one sees the same `head` for the time of a lease, by its own clock, it
 * takes the turn away: the number counts as given up, and so does whatever is still written with it. Whoever lost his turn cannot commit, and
 * does his batch again.
 */
import { randomUUID } from 'node:crypto';
import { NeardupError } from '../errors.ts';
import type { ClusterClient } from './client.ts';

/** What is known of the collection as a whole. */
export interface CollectionHead {
  /** The last commit. */
  readonly commit: number;
  /** The number of the last turn, whatever became of it. */
  readonly last: number;
  /** The order of the next document. */
  readonly next: number;
  /** Documents that are dead and still there, by their names in the index. */
  readonly dead: readonly string[];
  /** Documents that are read by their names, because searches may not see them yet. */
  readonly fresh: readonly string[];
  /** The last commit by which documents died. */
  readonly removedAt: number;
  /** Turns that were given up. What was written in them counts for nothing. */
  readonly aborted: readonly number[];
  /** Whose turn it is; nobody's if it is left out. */
  readonly holder?: string;
  /** Another one for every write. */
  readonly stamp: string;
}

/** What a commit changes. */
export interface Committed {
  readonly dead: readonly string[];
  readonly fresh: readonly string[];
  readonly next: number;
  /** Documents died by it. */
  readonly isRemoving: boolean;
}

/** How long others wait before they look again. */
const PAUSES_MS = [5, 10, 20, 40];
/** A process that has more to do keeps its turn for this long, then lets others have theirs. */
const KEPT_MS = 1000;
const LET_OTHERS_MS = 60;
/** Given up turns that are remembered: a late write of an older one would have to be on its way for that many crashes. */
const MOST_ABORTED = 1000;

interface Versioned {
  readonly head: CollectionHead;
  readonly version: string;
}

export class Turns {
  private readonly path: string;

  constructor(
    private readonly client: ClusterClient,
    index: string,
    private readonly leaseMs: number,
  ) {
    this.path = `/${index}/_doc/head`;
  }

  /** Makes the head of a new collection, unless another process was first. */
  async begin(): Promise<void> {
    const head: CollectionHead = {
      ...{ commit: 0, last: 0, next: 1, dead: [], fresh: [], removedAt: 0, aborted: [] },
      stamp: randomUUID(),
    };
    await this.client.ask('PUT', `${this.path}?op_type=create`, { head }, [409]);
  }

  /** The head as it is now. It is never late: it is read by its name. */
  async read(): Promise<CollectionHead> {
    return (await this.look()).head;
  }

  /** Waits for the turn. */
  async take(): Promise<Turn> {
    let seen = { stamp: '', since: 0 };
    for (let tries = 0; ; tries++) {
      const { head, version } = await this.look();
      const now = performance.now();
      if (head.stamp !== seen.stamp) seen = { stamp: head.stamp, since: now };
      const isLost = head.holder !== undefined && now - seen.since >= this.leaseMs;
      if (head.holder === undefined || isLost) {
        const aborted = isLost ? [...head.aborted, head.last].slice(-MOST_ABORTED) : head.aborted;
        const holder = randomUUID();
        const taken = await this.swap(version, { ...head, aborted, last: head.last + 1, holder });
        if (taken !== undefined) return new Turn(this, taken, this.leaseMs);
      }
      const pause = PAUSES_MS[Math.min(tries, PAUSES_MS.length - 1)];
      await new Promise((resolve) => setTimeout(resolve, pause * (0.5 + Math.random())));
    }
  }

  /** Writes the head if it has not changed. @returns Undefined if it has. */
  async swap(version: string, given: CollectionHead): Promise<Versioned | undefined> {
    const head = { ...given, stamp: randomUUID() };
    type Written = { _seq_no: number; _primary_term: number };
    const { status, body } = await this.client.ask<Written>(
      'PUT',
      `${this.path}?${version}`,
      { head },
      [409, 404],
    );
    if (status < 300) return { head, version: versionOf(body) };
    // it may have been this very write, sent twice
    const now = await this.look();
    return now.head.stamp === head.stamp ? now : undefined;
  }

  private async look(): Promise<Versioned> {
    type Found = {
      found?: boolean;
      _seq_no: number;
      _primary_term: number;
      _source: { head?: CollectionHead };
    };
    const { body } = await this.client.ask<Found>('GET', this.path, undefined, [404]);
    const head = body._source?.head;
    if (body.found !== true || head === undefined) {
      const { shown } = this.client.address;
      throw new NeardupError('NO_COLLECTION', `${shown} is gone, or its document \`head\` is.`, {
        advice: 'Restore the index from a snapshot, or make the collection again.',
      });
    }
    return { head, version: versionOf(body) };
  }
}

function versionOf({ _seq_no, _primary_term }: { _seq_no: number; _primary_term: number }): string {
  return `if_seq_no=${_seq_no}&if_primary_term=${_primary_term}`;
}

/** Another process took the turn away: the batch has to be done again. */
export class TurnLost extends Error {}

/** A turn that this process has. */
export class Turn {
  private readonly since = performance.now();
  private readonly renewal: NodeJS.Timeout;
  /** Something may have been written with the present number. */
  private isUsed = false;
  /** The last write of the head. */
  private writing: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly turns: Turns,
    private present: Versioned,
    leaseMs: number,
  ) {
    this.renewal = setInterval(() => {
      this.write((head) => head).catch(() => {});
    }, leaseMs / 3).unref();
  }

  get head(): CollectionHead {
    return this.present.head;
  }

  /** What documents are written with from now on. */
  use(): number {
    this.isUsed = true;
    return this.head.last;
  }

  /** Whether others should have their turn first. */
  get isLong(): boolean {
    return performance.now() - this.since > KEPT_MS;
  }

  /** What was written counts from now on. The turn goes on with the next number. */
  async commit({ isRemoving, ...changed }: Committed): Promise<void> {
    await this.write((head) => ({
      ...head,
      ...changed,
      ...{ commit: head.last, last: head.last + 1 },
      removedAt: isRemoving ? head.last : head.removedAt,
    }));
    this.isUsed = false;
  }

  /** What was written counts for nothing. The turn goes on with the next number. */
  async giveUp(): Promise<void> {
    await this.write((head) => ({
      ...head,
      aborted: [...head.aborted, head.last].slice(-MOST_ABORTED),
      last: head.last + 1,
    }));
    this.isUsed = false;
  }

  /** Lets others have their turn. */
  async end(): Promise<void> {
    clearInterval(this.renewal);
    if (this.isUsed) await this.giveUp().catch(() => {});
    // a number that was not used is given again
    await this.write(({ holder: _, ...head }) => ({ ...head, last: head.last - 1 })).catch((error) => {
      // others take it when the lease is over
      if (!(error instanceof TurnLost || error instanceof NeardupError)) throw error;
    });
  }

  /** Ends it, and waits so that another process can take it. */
  async endForOthers(): Promise<void> {
    await this.end();
    await new Promise((resolve) => setTimeout(resolve, LET_OTHERS_MS * (0.5 + Math.random())));
  }

  private write(change: (head: CollectionHead) => CollectionHead): Promise<void> {
    const written = this.writing
      .catch(() => {})
      .then(async () => {
        const { head, version } = this.present;
        const now = await this.turns.swap(version, change(head));
        if (now === undefined) throw new TurnLost();
        this.present = now;
      });
    this.writing = written;
    return written;
  }
}
