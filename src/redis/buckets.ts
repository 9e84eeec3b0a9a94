/** Buckets of documents that have a band key in common: puts postings into them, looks into them, takes postings out. */
import type { Clock } from './clock.ts';
import type { Durability } from './durability.ts';
import { type BucketNames, HASH_BYTES, type IndexKeys } from './keys.ts';
import { functionName, POSTING_BYTES } from './library.ts';
import type { RedisNodes } from './nodes.ts';
import { NONCE_BYTES } from './tickets.ts';

/** The most postings of a bucket: the same limit as for a document's candidates in a run. */
const MOST_POSTINGS = '1000';

/** The contents of a document's buckets. */
export interface Met {
  /** Postings by the hash of their document (as Latin-1), in the order in which they should be compared. */
  readonly postings: ReadonlyMap<string, readonly Buffer[]>;
  /** True if some postings that were met, or could not be entered, are left out. */
  readonly truncated: boolean;
}

export class SharedBuckets {
  constructor(
    private readonly nodes: RedisNodes,
    private readonly keys: IndexKeys,
    private readonly clock: Clock,
    private readonly durability: Durability,
    /** The most candidates of a document. */
    private readonly candidates: number,
  ) {}

  /** Puts a posting into all buckets of a document, and returns their contents. */
  post(bandKeys: Uint32Array, posting: Buffer, epoch: number): Promise<Met> {
    const end = this.clock.endOf(epoch);
    return this.visit(bandKeys, epoch, async (names, others) => {
      const command = [
        ...['FCALL', functionName('post'), String(names.keys.length + others.keys.length)],
        ...[...names.keys, ...others.keys, posting, String(names.keys.length), end, MOST_POSTINGS],
        ...[...names.fields, ...others.fields],
      ];
      for (;;) {
        const { reply, connection } = await this.nodes.sendOn(names.keys[0], command);
        try {
          await this.durability.confirm(connection);
          return reply as Buffer[];
        } catch (error) {
          // the connection broke: the present master is told again, which changes nothing if it knows
          if (!connection.isClosed) throw error;
        }
      }
    });
  }

  /** The contents of a document's buckets, without posting. */
  peek(bandKeys: Uint32Array): Promise<Met> {
    return this.visit(bandKeys, this.clock.epoch, async (names, others) => {
      const keys = [...names.keys, ...others.keys];
      return (await this.nodes.send(keys[0], [
        ...['FCALL_RO', functionName('peek'), String(keys.length), ...keys, '', '0', '', MOST_POSTINGS],
        ...[...names.fields, ...others.fields],
      ])) as Buffer[];
    });
  }

  /** Takes a posting out of the buckets of a document. */
  async unpost(bandKeys: Uint32Array, posting: Buffer, epoch: number): Promise<void> {
    if (bandKeys.length === 0) return;
    await Promise.all(
      this.keys.buckets(bandKeys, epoch).map(({ keys, fields }) => this.unpostFrom(keys, fields, posting)),
    );
  }

  unpostFrom(keys: readonly string[], fields: readonly Buffer[], posting: Buffer): Promise<unknown> {
    const command = ['FCALL', functionName('unpost'), String(keys.length), ...keys, ...fields, posting];
    return this.nodes.send(keys[0], command);
  }

  private async visit(
    bandKeys: Uint32Array,
    epoch: number,
    call: (names: BucketNames, others: BucketNames) => Promise<Buffer[]>,
  ): Promise<Met> {
    if (bandKeys.length === 0) return { postings: new Map(), truncated: false };
    const others = this.clock.others.map((other) => this.keys.buckets(bandKeys, other));
    const lists = await Promise.all(
      this.keys.buckets(bandKeys, epoch).map((names, group) => {
        const more = others.map((each) => each[group]);
        const joined = {
          keys: more.flatMap(({ keys }) => keys),
          fields: more.flatMap(({ fields }) => fields),
        };
        return call(names, joined);
      }),
    );
    return chooseCandidates(lists.flat(), this.candidates);
  }
}

/** The posting of a document that is added with this ticket. */
export function postingOf(hash: Buffer, ticket: Buffer): Buffer {
  return Buffer.concat([hash, ticket.subarray(-NONCE_BYTES)]);
}

/** As `duplicates/candidates/limit.ts`: buckets with few postings first, each in the order of arrival, until there are `most`. */
function chooseCandidates(lists: readonly Buffer[], most: number): Met {
  const postings = new Map<string, Buffer[]>();
  let truncated = false;
  for (const list of [...lists].sort((a, b) => a.length - b.length)) {
    if (list[0] === FULL) truncated = true;
    for (let at = 1; at < list.length; at += POSTING_BYTES) {
      const hash = list.toString('latin1', at, at + HASH_BYTES);
      const posting = list.subarray(at, at + POSTING_BYTES);
      const known = postings.get(hash);
      if (known !== undefined) {
        if (!known.some((each) => each.equals(posting))) known.push(posting);
      } else if (postings.size < most) postings.set(hash, [posting]);
      else truncated = true;
    }
  }
  return { postings, truncated };
}

/** The first byte of the answer of a bucket that takes no more postings. */
const FULL = '1'.charCodeAt(0);
