/**
 * Claims: how one of several near-duplicates that are added at the same time stays, and only one.
 *
 * 1. A document is claimed: its new record is stored aside, with a ticket and a lease. One process at a time adds an id.
 * 2. It is posted in all of its buckets, and learns who is there. Only now can others meet it.
 * 3. It looks at everybody it met. A record is compared. A claim with a lower ticket is waited for. A claim with a higher ticket hears of
 *    the document, and cannot be committed before it has considered it.
 * 4. It is committed: the claim becomes the record, in one step. Or it goes: claim and postings are removed.
 *
 * Two near-duplicates share a bucket, and one of them was posted there first, so the other meets it. Waiting is for lower tickets only,
 * so it never goes in a circle. A process that dies leaves a claim that ends with its lease, and postings that lead nowhere.
 */
import type { AddAnswer, AddOptions } from '../collection.ts';
import { NeardupError } from '../errors.ts';
import { type Met, postingOf } from './buckets.ts';
import { HASH_BYTES } from './keys.ts';
import { type Candidate, type Match, Matcher, pairOf } from './matcher.ts';
import { call, confirmRecord, type IndexParts, readRecord } from './parts.ts';
import type { PreparedText } from './prepare.ts';
import { decodeRecord, encodeRecord, type StoredRecord } from './record.ts';
import { newTicket, TICKET_BYTES } from './tickets.ts';

/** A document that is to be added. */
export interface NewDocument {
  readonly id: string;
  readonly idBytes: Buffer;
  readonly hash: Buffer;
  readonly prepared: PreparedText;
  /** The text as it is stored. */
  readonly packed: Buffer;
}

/** It has to be tried again: another process is adding the id, or the claim was lost. */
export const AGAIN = Symbol('again');

/** Records that are looked at together, and the largest one that is given with the first look. */
const LOOKS_AT_A_TIME = 16;
const LARGEST_LOOK = 262_144;
/** How long to wait before looking again at a claim of another process: 2 ms first, then longer. */
const PAUSES_MS = [2, 4, 8, 16, 32, 50];
/** Postings of documents that are gone, cleared away by one that meets them. */
const MOST_CLEARED = 8;

export class Claim {
  readonly ticket = newTicket();
  /** Resolves when it is decided whether it stays. */
  readonly decided: Promise<void>;
  private settle!: () => void;
  private readonly posting: Buffer;
  private readonly epoch: number;
  private old: StoredRecord | undefined;
  private met: Met = { postings: new Map(), truncated: false };
  /** Documents to look at, by their hashes in Latin-1. */
  private readonly toConsider = new Set<string>();
  private readonly dead: Buffer[] = [];

  constructor(
    readonly document: NewDocument,
    private readonly parts: IndexParts,
    /** The claims of this process that are under way, by the hashes of their documents in Latin-1. */
    private readonly underWay: Map<string, Claim>,
  ) {
    this.posting = postingOf(document.hash, this.ticket);
    this.epoch = parts.clock.epoch;
    this.decided = new Promise((resolve) => {
      this.settle = resolve;
    });
  }

  /** Step 1. Gives an answer if there is nothing to decide. */
  async make(isForced = false): Promise<AddAnswer | typeof AGAIN | undefined> {
    const { document, parts, ticket } = this;
    const { keys, run } = parts;
    const { id, hash, prepared, packed, idBytes } = document;
    const record = encodeRecord({ id: idBytes, ...prepared }, packed, ticket, this.epoch);
    const names = keys.of(hash);
    const reply = await call(
      parts,
      'claim',
      names,
      record,
      String(1000 * run.leaseSeconds),
      isForced ? '1' : '',
    );
    const [state, value] = reply as Buffer[];
    if (String(state) === 'busy') return AGAIN;
    const old = value.length === 0 ? undefined : decodeRecord(value, names[0]);
    if (old !== undefined && old.id !== idBytes.toString()) {
      await this.release();
      return { id, state: 'failed', reason: `Its id has the same key as the id ${old.id}. Rename it.` };
    }
    if (String(state) === 'same') {
      // the hashes of two texts may be made equal: only bytes count
      if (old?.text?.equals(prepared.text) !== true) return this.make(true);
      return (await confirmRecord(parts, hash, old.ticket)) ? { id, state: 'unchanged' } : AGAIN;
    }
    this.old = old;
    this.underWay.set(this.key, this);
    return undefined;
  }

  /** Step 2. */
  async post(): Promise<void> {
    this.met = await this.parts.buckets.post(this.document.prepared.bandKeys, this.posting, this.epoch);
    for (const hash of this.met.postings.keys()) if (hash !== this.key) this.toConsider.add(hash);
  }

  /** After all claims of a call are posted: those that came later in the call consider this one, as if it had been posted first. */
  announce(): void {
    for (const hash of this.toConsider) {
      const other = this.underWay.get(hash);
      if (other !== undefined && this.isBefore(other)) other.toConsider.add(this.key);
    }
  }

  /** Steps 3 and 4. */
  async decide(onDuplicate: NonNullable<AddOptions['onDuplicate']>): Promise<AddAnswer | typeof AGAIN> {
    const { document, parts } = this;
    const matcher = new Matcher(document.prepared.text, parts.engine, parts.settings);
    try {
      let known = 0;
      let hashes = [...this.toConsider];
      for (;;) {
        await this.consider(hashes, matcher);
        if (matcher.best !== undefined && onDuplicate !== 'keep') {
          return await this.giveWay(matcher.best, onDuplicate);
        }
        const args = [this.ticket, String(known), parts.clock.lifetime];
        const reply = (await call(parts, 'commit', parts.keys.of(document.hash), ...args)) as Buffer[];
        const [state, challengers] = reply as [Buffer, Buffer[]?];
        if (String(state) === 'kept') break;
        if (challengers === undefined) {
          this.end();
          await this.unpost();
          return AGAIN;
        }
        known += challengers.length;
        hashes = challengers.map((each) => each.toString('latin1', 0, HASH_BYTES));
      }
      this.end();
      if (this.old !== undefined) await unpostRecord(parts, document.hash, this.old);
      return (await confirmRecord(parts, document.hash, this.ticket)) ? this.answer(matcher.best) : AGAIN;
    } catch (error) {
      // others wait for the decision
      await this.abandonIfOpen();
      throw error;
    } finally {
      matcher.close();
      await this.clearDead();
    }
  }

  /** Takes everything back, as far as Redis lets it, unless it is decided. */
  async abandonIfOpen(): Promise<void> {
    if (this.underWay.get(this.key) !== this) return;
    this.end();
    await this.release().catch(() => {});
    await this.unpost().catch(() => {});
  }

  async renew(): Promise<void> {
    const { parts, document, ticket } = this;
    await call(
      parts,
      'renew',
      [parts.keys.claim(document.hash)],
      ticket,
      String(1000 * parts.run.leaseSeconds),
    );
  }

  private get key(): string {
    return this.document.hash.toString('latin1');
  }

  private isBefore(other: Claim): boolean {
    return this.ticket.compare(other.ticket) < 0;
  }

  private end(): void {
    if (this.underWay.get(this.key) === this) this.underWay.delete(this.key);
    this.settle();
  }

  private answer(best: Match | undefined): AddAnswer {
    const { id } = this.document;
    return {
      id,
      state: this.old === undefined ? 'added' : 'replaced',
      ...(best !== undefined && { duplicateOf: pairOf(id, best) }),
      ...(this.met.truncated && { truncated: true as const }),
    };
  }

  private async giveWay(best: Match, onDuplicate: 'skip' | 'refuse'): Promise<AddAnswer | typeof AGAIN> {
    await this.release();
    this.end();
    await this.unpost();
    // it goes because of a document that stays: if that one was lost meanwhile, all begins anew
    if (!(await confirmRecord(this.parts, best.hash, best.ticket))) return AGAIN;
    const { id } = this.document;
    const duplicateOf = pairOf(id, best);
    const truncated = this.met.truncated && { truncated: true as const };
    if (onDuplicate === 'skip') return { id, state: 'duplicate', duplicateOf, ...truncated };
    const reason = `It is a near-duplicate of ${best.id} (resemblance ${duplicateOf.resemblance}).`;
    return { id, state: 'refused', duplicateOf, reason, ...truncated };
  }

  private async consider(hashes: readonly string[], matcher: Matcher): Promise<void> {
    for (let at = 0; at < hashes.length; at += LOOKS_AT_A_TIME) {
      const some = hashes.slice(at, at + LOOKS_AT_A_TIME).map((hash) => Buffer.from(hash, 'latin1'));
      const records = await Promise.all(some.map((hash) => this.look(hash)));
      const given: Candidate[] = [];
      for (const [i, record] of records.entries()) {
        if (record === undefined) continue;
        if (record.text !== undefined)
          given.push({ hash: some[i], record: { ...record, text: record.text } });
        else {
          // a large text was not given: it is read and compared by itself
          const whole = await readRecord(this.parts, some[i]);
          if (whole !== undefined) await matcher.compare([{ hash: some[i], record: whole }]);
        }
      }
      await matcher.compare(given);
    }
  }

  /** The record of a document that was met, when no claim with a lower ticket can change it any more. */
  private async look(hash: Buffer): Promise<StoredRecord | undefined> {
    const { parts, ticket, document } = this;
    const names = parts.keys.of(hash);
    const me = Buffer.concat([document.hash, ticket]);
    for (let tries = 0; ; tries++) {
      const local = this.underWay.get(hash.toString('latin1'));
      if (local?.isBefore(this)) await local.decided;
      const reply = await call(parts, 'look', names, me, String(LARGEST_LOOK));
      const [claimed, value] = reply as Buffer[];
      if (claimed.length === TICKET_BYTES && claimed.compare(ticket) < 0) {
        await new Promise((resolve) => setTimeout(resolve, PAUSES_MS[Math.min(tries, PAUSES_MS.length - 1)]));
        continue;
      }
      const record = value.length === 0 ? undefined : decodeRecord(value, names[0]);
      for (const posting of this.met.postings.get(hash.toString('latin1')) ?? []) {
        const isAlive = [record?.ticket, claimed].some(
          (each) => each !== undefined && each.length > 0 && postingOf(hash, each).equals(posting),
        );
        if (!isAlive) this.dead.push(posting);
      }
      return record;
    }
  }

  private release(): Promise<unknown> {
    const { parts, document, ticket } = this;
    return call(parts, 'release', parts.keys.of(document.hash).slice(1), ticket);
  }

  private unpost(): Promise<void> {
    return this.parts.buckets.unpost(this.document.prepared.bandKeys, this.posting, this.epoch);
  }

  /** Removes postings that lead nowhere. It is no matter if that fails: `expire` does it, too. */
  private async clearDead(): Promise<void> {
    const { buckets, clock } = this.parts;
    const epochs = [this.epoch, ...clock.others];
    for (const posting of this.dead.splice(0, MOST_CLEARED)) {
      for (const epoch of epochs) {
        await buckets.unpost(this.document.prepared.bandKeys, posting, epoch).catch((error) => {
          if (!(error instanceof NeardupError)) throw error;
        });
      }
    }
  }
}

/** Takes the postings of a stored document out of their buckets. */
export async function unpostRecord(parts: IndexParts, hash: Buffer, record: StoredRecord): Promise<void> {
  const text = record.text ?? Buffer.alloc(0);
  const [{ bandKeys }] = await parts.preparer.prepare([{ text }], true);
  await parts.buckets.unpost(bandKeys, postingOf(hash, record.ticket), record.epoch);
}
