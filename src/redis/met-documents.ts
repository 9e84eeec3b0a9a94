/** The documents that a claim meets in its buckets: which to consider, their content, and which are gone. */
import { NeardupError } from '../errors.ts';
import { type Met, postingOf } from './buckets.ts';
import type { Claim } from './claims.ts';
import type { Candidate, Matcher } from './matcher.ts';
import { callLibrary, type IndexParts, readRecord } from './parts.ts';
import { decodeRecord, type StoredRecord } from './record.ts';
import { TICKET_BYTES } from './tickets.ts';

/** Records that are looked at together, and the largest one that is given with the first look. */
const LOOKS_AT_A_TIME = 16;
const LARGEST_LOOK = 262_144;
/** How long to wait before looking again at a claim of another process: 2 ms first, then longer. */
const PAUSES_MS = [2, 4, 8, 16, 32, 50];
/** Postings of documents that are gone, cleared away by one that meets them. */
const MOST_CLEARED = 8;

export class MetDocuments {
  /** Documents to look at, by their hashes in Latin-1. */
  readonly toConsider: Set<string>;
  private readonly dead: Buffer[] = [];

  constructor(
    private readonly claim: Claim,
    private readonly met: Met,
    private readonly parts: IndexParts,
    private readonly underWay: ReadonlyMap<string, Claim>,
  ) {
    this.toConsider = new Set([...met.postings.keys()].filter((hash) => hash !== claim.key));
  }

  /** Whether some of the documents met are left out. */
  get truncated(): boolean {
    return this.met.truncated;
  }

  /** Compares with the documents that have these hashes. */
  async consider(all: readonly string[], matcher: Matcher): Promise<void> {
    const hashes = await matcher.likely(all, this.met.postings);
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

  /** Removes postings that lead nowhere. It is no matter if that fails: `expire` does it, too. */
  async clearDead(): Promise<void> {
    const { buckets, clock } = this.parts;
    const { document, epoch: own } = this.claim;
    const epochs = [own, ...clock.others];
    for (const posting of this.dead.splice(0, MOST_CLEARED)) {
      for (const epoch of epochs) {
        await buckets.unpost(document.prepared.bandKeys, posting, epoch).catch((error) => {
          if (!(error instanceof NeardupError)) throw error;
        });
      }
    }
  }

  /** The record of a document that was met, when no claim with a lower ticket can change it any more. */
  private async look(hash: Buffer): Promise<StoredRecord | undefined> {
    const { parts, claim } = this;
    const key = hash.toString('latin1');
    const names = parts.keys.of(hash);
    const me = Buffer.concat([claim.document.hash, claim.ticket]);
    for (let tries = 0; ; tries++) {
      const local = this.underWay.get(key);
      if (local?.isBefore(claim)) await local.decided;
      const reply = await callLibrary(parts, 'look', names, me, String(LARGEST_LOOK));
      const [claimed, value] = reply as Buffer[];
      if (claimed.length === TICKET_BYTES && claimed.compare(claim.ticket) < 0) {
        await new Promise((resolve) => setTimeout(resolve, PAUSES_MS[Math.min(tries, PAUSES_MS.length - 1)]));
        continue;
      }
      const record = value.length === 0 ? undefined : decodeRecord(value, names[0]);
      for (const posting of this.met.postings.get(key) ?? []) {
        const isAlive = [record?.ticket, claimed].some(
          (each) => each !== undefined && each.length > 0 && postingOf(hash, each).equals(posting),
        );
        if (!isAlive) this.dead.push(posting);
      }
      return record;
    }
  }
}
