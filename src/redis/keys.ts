/**
 * The names of all keys. A document's keys have its hash as their hash tag; buckets have the tag of their band group, so that one call
 * takes several bands and every document touches every group once.
 */
import { createHash } from 'node:crypto';
import type { StoredSettings } from './settings.ts';
import { tagIn } from './slots.ts';

export const HASH_BYTES = 8;

/** The buckets of one document in one band group. */
export interface BucketNames {
  readonly keys: string[];
  readonly fields: Buffer[];
}

export class IndexKeys {
  /** A hash tag for every band group. */
  private readonly tags: readonly string[];
  private readonly salt: Buffer;

  constructor(
    readonly name: string,
    private readonly stored: StoredSettings,
  ) {
    const { groups } = stored;
    this.tags = Array.from({ length: groups }, (_, group) => tagIn(group, groups, name));
    this.salt = Buffer.from(stored.salt, 'base64');
  }

  /** The hash of an id, in 8 bytes. A record has its id in full, so two ids with one hash are noticed. */
  hashOf(id: Buffer): Buffer {
    return createHash('sha256').update(this.salt).update(id).digest().subarray(0, HASH_BYTES);
  }

  record(hash: Buffer): string {
    return `${this.name}:{${hash.toString('base64url')}}`;
  }

  claim(hash: Buffer): string {
    return `${this.record(hash)}:p`;
  }

  challengers(hash: Buffer): string {
    return `${this.record(hash)}:c`;
  }

  /** Record, claim and challengers: the three keys that most functions take. */
  of(hash: Buffer): string[] {
    return [this.record(hash), this.claim(hash), this.challengers(hash)];
  }

  /** A pattern for SCAN that finds records and nothing else. */
  get recordPattern(): string {
    return `${this.name}:{${'?'.repeat(Math.ceil((HASH_BYTES * 4) / 3))}}`;
  }

  /** A pattern for SCAN that finds buckets and their overflow. */
  get bucketPattern(): string {
    return `${this.name}:{${this.name}.*}:*`;
  }

  /** The buckets of a document, group by group. @param bandKeys Low and high half of each. */
  buckets(bandKeys: Uint32Array, epoch: number): BucketNames[] {
    const { groups, hashBits } = this.stored;
    return this.tags.map((tag, group) => {
      const names: BucketNames = { keys: [], fields: [] };
      for (let band = group; 2 * band < bandKeys.length; band += groups) {
        const [low, high] = bandKeys.subarray(2 * band, 2 * band + 2);
        const part = hashBits === 0 ? 0 : high >>> (32 - hashBits);
        names.keys.push(
          `${this.name}:{${tag}}:${epoch.toString(36)}:${band.toString(36)}:${part.toString(36)}`,
        );
        const field = Buffer.alloc(5);
        field.writeUInt32BE(low);
        field[4] = high & 0xff;
        names.fields.push(field);
      }
      return names;
    });
  }
}
