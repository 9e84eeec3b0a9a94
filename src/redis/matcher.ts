/** Compares one document with stored ones, by the product's own proof, and keeps the matches. */
import { createHash } from 'node:crypto';
import type { Pair } from '../answers/copies.ts';
import type { FoundPair } from '../collection.ts';
import { type HeapText, here } from '../corpus/index.ts';
import { proveTexts } from '../duplicates/index.ts';
import type { Evidence } from '../duplicates.ts';
import { rounded } from '../report/index.ts';
import { type Met, postingOf } from './buckets.ts';
import { KnownDocuments } from './known-documents.ts';
import type { IndexParts } from './parts.ts';
import type { StoredRecord } from './record.ts';

export interface SharedMatch {
  readonly id: string;
  readonly hash: Buffer;
  readonly ticket: Buffer;
  readonly evidence: Evidence;
  /** From `textKeyOf`. */
  readonly textKey: string;
}

/** A stored document whose text is compared. */
export interface Candidate {
  readonly hash: Buffer;
  readonly record: StoredRecord & { readonly text: Buffer };
}

export class Matcher {
  readonly matches: SharedMatch[] = [];
  /** Documents that were compared, or are known not to resemble the text. */
  compared = 0;
  /** There are enough candidates to remember them. */
  private isCrowd = false;
  /** The text, on the heap when it is first needed. */
  private own: HeapText | undefined;

  constructor(
    private readonly text: Buffer,
    /** A name for the text: its posting, if it has one. */
    private readonly posting: Buffer,
    private readonly parts: Pick<IndexParts, 'engine' | 'settings' | 'known'>,
  ) {}

  /** The documents that it has to be compared with. @param hashes Of all that were met. */
  async likely(hashes: readonly string[], met: Met['postings']): Promise<readonly string[]> {
    if (!KnownDocuments.isCrowd(hashes.length)) return hashes;
    this.isCrowd = true;
    this.own ??= this.place(this.text);
    const likely = await this.parts.known.likely(this.own, this.posting, hashes, met);
    this.compared += hashes.length - likely.length;
    return likely;
  }

  async compare(candidates: readonly Candidate[]): Promise<void> {
    if (candidates.length === 0) return;
    this.own ??= this.place(this.text);
    const others = candidates.map(({ record }) => this.place(record.text));
    try {
      const pairs = others.flatMap((_, i) => [0, i + 1]);
      const { engine, settings, known } = this.parts;
      const found = await proveTexts([this.own, ...others], pairs, engine, settings, here(engine).run);
      if (this.isCrowd) {
        const postings = candidates.map(({ hash, record }) => postingOf(hash, record.ticket));
        await known.learn(postings, others);
      }
      this.compared += candidates.length;
      for (const [i, evidence] of found.entries()) {
        if (evidence === undefined) continue;
        const { hash, record } = candidates[i];
        const textKey = textKeyOf(record.text);
        // a copy: the record's buffer holds its text, which need not stay in memory
        this.matches.push({ id: record.id, hash, ticket: Buffer.from(record.ticket), evidence, textKey });
      }
    } finally {
      for (const { address } of others) this.parts.engine.heap.release(address);
    }
  }

  /** The one most alike; among equals the one that was added first. */
  get best(): SharedMatch | undefined {
    return this.inOrder()[0];
  }

  /** The first document of every distinct text, the most alike first, with the number of documents that have it. */
  distinct(): (SharedMatch & { readonly documents: number })[] {
    const byText = new Map<string, SharedMatch[]>();
    for (const match of this.inOrder()) {
      const same = byText.get(match.textKey);
      if (same === undefined) byText.set(match.textKey, [match]);
      else same.push(match);
    }
    return [...byText.values()].map((same) => ({ ...same[0], documents: same.length }));
  }

  close(): void {
    if (this.own !== undefined) this.parts.engine.heap.release(this.own.address);
    this.own = undefined;
  }

  /** A text with the NUL that kernels expect after it. */
  private place(text: Buffer): HeapText {
    const { heap } = this.parts.engine;
    const address = heap.allocate(text.length + 1);
    heap.u8.set(text, address);
    heap.u8[address + text.length] = 0;
    return { address, length: text.length };
  }

  private inOrder(): SharedMatch[] {
    return this.matches.sort(
      (a, b) => b.evidence.resemblance - a.evidence.resemblance || a.ticket.compare(b.ticket),
    );
  }
}

/** Equal for equal texts. */
export function textKeyOf(text: Buffer): string {
  return createHash('sha256').update(text).digest('base64');
}

/** A match as verbs give it. @param a The document that was compared. */
export function pairOfMatch(a: string, { id, evidence }: SharedMatch): Pair {
  const { resemblance, aInB, bInA, distance, identical } = evidence;
  return {
    a,
    b: id,
    resemblance: rounded(resemblance),
    containment: { aInB: rounded(aInB), bInA: rounded(bInA) },
    distance,
    identical,
  };
}

/** A match as `check` gives it. */
export function foundPair(a: string, match: ReturnType<Matcher['distinct']>[number]): FoundPair {
  return { ...pairOfMatch(a, match), ...(match.documents > 1 && { copies: match.documents - 1 }) };
}
