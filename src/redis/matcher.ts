/** Compares one document with stored ones, by the product's own proof, and keeps what was found alike. */
import { createHash } from 'node:crypto';
import { TextProof } from '../duplicates/index.ts';
import type { Evidence } from '../duplicates.ts';
import type { Engine } from '../engines.ts';
import type { SharedIndexSettings } from '../redis.ts';
import { rounded } from '../report/index.ts';
import type { Pair } from '../results.ts';
import type { StoredRecord } from './record.ts';

export interface Match {
  readonly id: string;
  readonly hash: Buffer;
  readonly ticket: Buffer;
  readonly evidence: Evidence;
  /** Equal for documents with the same text. */
  readonly textKey: string;
}

export class Matcher {
  readonly matches: Match[] = [];
  compared = 0;
  private readonly proof: TextProof;

  constructor(text: Buffer, engine: Engine, settings: SharedIndexSettings) {
    this.proof = new TextProof(text, engine, settings);
  }

  compare({ id, ticket, text }: StoredRecord & { readonly text: Buffer }, hash: Buffer): void {
    this.compared++;
    const evidence = this.proof.against(text);
    if (evidence === undefined) return;
    // a copy: the record's buffer holds its text, which need not stay in memory
    const textKey = createHash('sha256').update(text).digest('base64');
    this.matches.push({ id, hash, ticket: Buffer.from(ticket), evidence, textKey });
  }

  /** The one most alike; among equals the one that was added first. */
  get best(): Match | undefined {
    return this.inOrder()[0];
  }

  /** The first document of every distinct text, the most alike first. */
  distinct(): Match[] {
    const seen = new Set<string>();
    return this.inOrder().filter(({ textKey }) => !seen.has(textKey) && seen.add(textKey));
  }

  close(): void {
    this.proof.close();
  }

  private inOrder(): Match[] {
    return this.matches.sort(
      (a, b) => b.evidence.resemblance - a.evidence.resemblance || a.ticket.compare(b.ticket),
    );
  }
}

/** A match as verbs give it. @param a The document that was compared. */
export function pairOf(a: string, { id, evidence }: Match): Pair {
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
