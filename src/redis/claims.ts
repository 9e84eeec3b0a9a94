/**
 * Claims: how one of several near-duplicates that are added at the same time stays, and only one.
 *
 * 1. A document is claimed: its new record is stored aside, with a ticket and a lease. One process at a time adds an id.
 * 2. It is posted in all of its buckets, and learns who is there. Only now can others meet it.
 * 3. It looks at everybody it met. A record is compared. A claim with a lower ticket is waited for. A claim with a higher ticket hears of
 *    the document, and cannot be committed before it has considered it.
 * 4. It is committed: the claim becomes the record, in one step. Or it goes: claim and postings are removed.
 *
 * Two near-duplicates share a bucket; one was posted there first, so the other meets it. A claim waits for lower tickets only,
 * so it never goes in a circle. A process that dies leaves a claim that ends with its lease, and postings that lead nowhere.
 */
import type { AddAnswer, AddOptions } from '../collection.ts';
import { postingOf } from './buckets.ts';
import { HASH_BYTES } from './keys.ts';
import { Matcher, pairOfMatch, type SharedMatch, textKeyOf } from './matcher.ts';
import { MetDocuments } from './met-documents.ts';
import { callLibrary, confirmRecord, type IndexParts, unpostRecord } from './parts.ts';
import type { PreparedText } from './prepare.ts';
import { decodeRecord, encodeRecord, type StoredRecord } from './record.ts';
import { refreshRecord } from './refresh.ts';
import { newTicket } from './tickets.ts';

/** A document to add. */
export interface ClaimedDocument {
  readonly id: string;
  readonly idBytes: Buffer;
  readonly hash: Buffer;
  readonly prepared: PreparedText;
  /** The text as it is stored. */
  readonly packed: Buffer;
}

/** Try again: another process is adding the id, or the claim was lost. */
export const AGAIN = Symbol('again');

/** How a document is added. */
export type ClaimMode = Required<AddOptions>;

export class Claim {
  readonly ticket = newTicket();
  /** Resolves when it is decided whether it stays. */
  readonly decided: Promise<void>;
  private settle!: () => void;
  private readonly posting: Buffer;
  /** The epoch in which it is posted, and when its record ends. */
  readonly epoch: number;
  private readonly endOfLife: string;
  /** The record that it replaces. */
  old: StoredRecord | undefined;
  private met: MetDocuments | undefined;

  constructor(
    readonly document: ClaimedDocument,
    private readonly parts: IndexParts,
    /** The claims of this process that are under way, by the hashes of their documents in Latin-1. */
    private readonly underWay: Map<string, Claim>,
  ) {
    this.posting = postingOf(document.hash, this.ticket);
    this.epoch = parts.clock.epoch;
    this.endOfLife = parts.clock.endOfLife;
    this.decided = new Promise((resolve) => {
      this.settle = resolve;
    });
  }

  /** Step 1. Gives an answer if there is nothing to decide. @param isForced Claims it even if it is there with its text. */
  async make(isRefreshed: boolean, isForced = false): Promise<AddAnswer | typeof AGAIN | undefined> {
    const { document, parts, ticket } = this;
    const { keys, run } = parts;
    const { id, hash, prepared, packed, idBytes } = document;
    const record = encodeRecord({ id: idBytes, ...prepared }, packed, ticket, this.epoch);
    const names = keys.of(hash);
    const lease = String(1000 * run.leaseSeconds);
    const reply = await callLibrary(parts, 'claim', names, record, lease, isForced ? '1' : '');
    const [state, value] = reply as Buffer[];
    if (String(state) === 'busy') return AGAIN;
    const old = value.length === 0 ? undefined : decodeRecord(value, names[0]);
    if (old !== undefined && old.id !== idBytes.toString()) {
      await this.release();
      return { id, state: 'failed', reason: `Its id has the same key as the id ${old.id}. Rename it.` };
    }
    if (String(state) === 'same') {
      // the hashes of two texts may be made equal: only bytes count
      if (old?.text?.equals(prepared.text) !== true) return this.make(isRefreshed, true);
      const isThere = isRefreshed
        ? await this.refresh(hash, textKeyOf(prepared.text))
        : await confirmRecord(parts, hash, old.ticket);
      return isThere ? { id, state: 'unchanged' } : AGAIN;
    }
    if (old !== undefined && postingOf(hash, old.ticket).equals(this.posting)) {
      // both postings would be one, and go together
      await this.release();
      return AGAIN;
    }
    this.old = old;
    this.underWay.set(this.key, this);
    return undefined;
  }

  /** Step 2. */
  async post(): Promise<void> {
    const met = await this.parts.buckets.post(this.document.prepared.bandKeys, this.posting, this.epoch);
    this.met = new MetDocuments(this, met, this.parts, this.underWay);
  }

  /** After all claims of a call are posted: those that came later in the call consider this one, as if it had been posted first. */
  announce(): void {
    for (const hash of this.met!.toConsider) {
      const other = this.underWay.get(hash);
      if (other !== undefined && this.isBefore(other)) other.met?.toConsider.add(this.key);
    }
  }

  /** Steps 3 and 4. */
  async decide({ onDuplicate, refresh }: ClaimMode): Promise<AddAnswer | typeof AGAIN> {
    const { document, parts } = this;
    const met = this.met!;
    const matcher = new Matcher(document.prepared.text, this.posting, parts);
    try {
      let hashes: readonly string[] = [...met.toConsider];
      const isKept = await this.commit('', async (challengers) => {
        await met.consider([...hashes, ...challengers], matcher);
        hashes = [];
        return matcher.best === undefined || onDuplicate === 'keep';
      });
      if (isKept === undefined) return await this.giveWay(matcher.best!, onDuplicate, refresh);
      if (!isKept) return AGAIN;
      return (await confirmRecord(parts, document.hash, this.ticket))
        ? this.answer(matcher.best, this.old === undefined ? 'added' : 'replaced')
        : AGAIN;
    } catch (error) {
      // others wait for the decision
      await this.abandonIfOpen();
      throw error;
    } finally {
      matcher.close();
      await met.clearDead();
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
    const lease = String(1000 * parts.run.leaseSeconds);
    await callLibrary(parts, 'renew', [parts.keys.claim(document.hash)], ticket, lease);
  }

  get key(): string {
    return this.document.hash.toString('latin1');
  }

  isBefore(other: Claim): boolean {
    return this.ticket.compare(other.ticket) < 0;
  }

  private end(): void {
    if (this.underWay.get(this.key) === this) this.underWay.delete(this.key);
    this.settle();
  }

  /**
   * Step 4: becomes the record, unless there are challengers that were not considered.
   *
   * @param replaced The ticket of the record that must still be there; empty if it does not matter.
   * @param consider Is given the hashes of challengers, first of none; false if it must not be kept.
   * @returns Undefined if it must not be kept, false if the claim was lost.
   */
  async commit(
    replaced: Buffer | string,
    consider: (challengers: readonly string[]) => Promise<boolean>,
  ): Promise<boolean | undefined> {
    const { parts, document, ticket } = this;
    let known = 0;
    for (let hashes: readonly string[] = []; ; ) {
      if (!(await consider(hashes))) return undefined;
      const args = [ticket, String(known), this.endOfLife, replaced];
      const reply = await callLibrary(parts, 'commit', parts.keys.of(document.hash), ...args);
      const [state, challengers] = reply as [Buffer, Buffer[]?];
      if (String(state) === 'kept') break;
      if (challengers === undefined) {
        await this.abandonIfOpen();
        return false;
      }
      known += challengers.length;
      hashes = challengers.map((each) => each.toString('latin1', 0, HASH_BYTES));
    }
    this.end();
    if (this.old !== undefined) await unpostRecord(parts, document.hash, this.old);
    return true;
  }

  private async giveWay(
    best: SharedMatch,
    onDuplicate: ClaimMode['onDuplicate'],
    isRefreshed: boolean,
  ): Promise<AddAnswer | typeof AGAIN> {
    const { parts } = this;
    await this.release();
    this.end();
    await this.unpost();
    // it goes because of a document that stays: if that one was lost meanwhile, all begins anew
    const isThere = isRefreshed
      ? await this.refresh(best.hash, best.textKey)
      : await confirmRecord(parts, best.hash, best.ticket);
    if (!isThere) return AGAIN;
    return this.answer(best, onDuplicate === 'skip' ? 'duplicate' : 'refused');
  }

  private answer(best: SharedMatch | undefined, state: AddAnswer['state']): AddAnswer {
    const { id } = this.document;
    const duplicateOf = best && pairOfMatch(id, best);
    return {
      id,
      state,
      ...(duplicateOf && { duplicateOf }),
      ...(state === 'refused' && {
        reason: `It is a near-duplicate of ${duplicateOf!.b} (resemblance ${duplicateOf!.resemblance}).`,
      }),
      ...(this.met!.truncated && { truncated: true as const }),
    };
  }

  private refresh(hash: Buffer, textKey: string): Promise<boolean> {
    const { parts, underWay } = this;
    return refreshRecord(parts, hash, textKey, (document) => new Claim(document, parts, underWay));
  }

  private release(): Promise<unknown> {
    const { parts, document, ticket } = this;
    return callLibrary(parts, 'release', parts.keys.of(document.hash).slice(1), ticket);
  }

  private unpost(): Promise<void> {
    return this.parts.buckets.unpost(this.document.prepared.bandKeys, this.posting, this.epoch);
  }
}
