/** `add`: documents in chunks. Chunks of one process are posted one after the other, so that of its own documents the earlier one stays. */
import { NeardupError } from '../errors.ts';
import { ordered } from '../ordered.ts';
import type { ReadItem } from '../read.ts';
import type { AddAnswer, AddOptions } from '../redis.ts';
import { AGAIN, Claim, type NewDocument } from './claims.ts';
import type { IndexParts } from './parts.ts';
import { packText } from './record.ts';

/** A document with its id, or why it cannot be added. */
export interface GivenDocument {
  readonly id: string;
  readonly item: ReadItem;
}

const CHUNK_DOCUMENTS = 128;
const CHUNK_BYTES = 4 << 20;
const CHUNKS_AT_A_TIME = 4;
/** Redis keys and answers stay small. */
const LONGEST_ID = 65_536;
/** Before an id is tried again that another process is adding. */
const BUSY_MS = 10;

type OnDuplicate = NonNullable<AddOptions['onDuplicate']>;

export class DocumentAdder {
  private readonly underWay = new Map<string, Claim>();
  /** Resolves when the chunk before has been posted. */
  private lastTurn: Promise<void> = Promise.resolve();
  private readonly renewal: NodeJS.Timeout;

  constructor(private readonly parts: IndexParts) {
    const third = (1000 * parts.run.leaseSeconds) / 3;
    this.renewal = setInterval(() => {
      for (const claim of this.underWay.values()) claim.renew().catch(() => {});
    }, third).unref();
  }

  async add(documents: readonly GivenDocument[], onDuplicate: OnDuplicate): Promise<AddAnswer[]> {
    const { chunks, repeats } = cutIntoChunks(documents);
    const answers: AddAnswer[] = [];
    // an id that is given again has to wait for the first one
    const limits = { items: repeats ? 1 : CHUNKS_AT_A_TIME };
    for await (const some of ordered(chunks, limits, (chunk) => this.addChunk(chunk, onDuplicate))) {
      answers.push(...some);
    }
    return answers;
  }

  close(): void {
    clearInterval(this.renewal);
  }

  private async addChunk(given: readonly GivenDocument[], onDuplicate: OnDuplicate): Promise<AddAnswer[]> {
    const answers = new Map<GivenDocument, AddAnswer>();
    const turn = this.takeTurn();
    try {
      const documents = await this.prepare(given, answers);
      await turn.come;
      await this.parts.clock.follow();
      let left = await this.tryOnce(documents, onDuplicate, answers, turn.end);
      while (left.size > 0) {
        await new Promise((resolve) => setTimeout(resolve, BUSY_MS));
        left = await this.tryOnce(left, onDuplicate, answers, () => {});
      }
      return given.map((each) => answers.get(each)!);
    } finally {
      turn.end();
    }
  }

  private takeTurn(): { readonly come: Promise<void>; readonly end: () => void } {
    const come = this.lastTurn;
    let end!: () => void;
    this.lastTurn = new Promise((resolve) => {
      end = resolve;
    });
    return { come, end };
  }

  private async prepare(
    given: readonly GivenDocument[],
    answers: Map<GivenDocument, AddAnswer>,
  ): Promise<Map<GivenDocument, NewDocument>> {
    const usable: { each: GivenDocument; text: string | Uint8Array; lang?: string; idBytes: Buffer }[] = [];
    for (const each of given) {
      const { id, item } = each;
      const idBytes = Buffer.from(id);
      if (item.problem !== undefined) answers.set(each, { id, state: 'failed', reason: item.problem });
      else if (idBytes.length > LONGEST_ID) {
        const reason = `Expected an id of at most ${LONGEST_ID} bytes, got ${idBytes.length}.`;
        answers.set(each, { id, state: 'failed', reason });
      } else usable.push({ each, text: item.text, lang: item.lang, idBytes });
    }
    const prepared = await this.parts.preparer.prepare(usable);
    return new Map(
      usable.map(({ each, idBytes }, i) => [
        each,
        {
          id: each.id,
          idBytes,
          hash: this.parts.keys.hashOf(idBytes),
          prepared: prepared[i],
          packed: packText(prepared[i].text),
        },
      ]),
    );
  }

  /** Claims, posts and decides. Returns what has to be tried again. @param posted Called when all are posted. */
  private async tryOnce(
    documents: ReadonlyMap<GivenDocument, NewDocument>,
    onDuplicate: OnDuplicate,
    answers: Map<GivenDocument, AddAnswer>,
    posted: () => void,
  ): Promise<Map<GivenDocument, NewDocument>> {
    const left = new Map<GivenDocument, NewDocument>();
    const note = (each: GivenDocument, answer: AddAnswer | typeof AGAIN) => {
      if (answer === AGAIN) left.set(each, documents.get(each)!);
      else answers.set(each, answer);
    };
    const claims = [...documents].map(
      ([each, document]) => [each, new Claim(document, this.parts, this.underWay)] as const,
    );
    try {
      const made = await allOf(claims, async ([each, claim]) => {
        const answer = await claim.make();
        if (answer !== undefined) note(each, answer);
        return answer === undefined;
      });
      const open = claims.filter((_, i) => made[i]);
      await allOf(open, ([, claim]) => claim.post());
      for (const [, claim] of open) claim.announce();
      posted();
      await allOf(open, async ([each, claim]) => note(each, await claim.decide(onDuplicate)));
      return left;
    } catch (error) {
      // others must not wait for what this process has given up
      await Promise.all(claims.map(([, claim]) => claim.abandonIfOpen()));
      throw error;
    }
  }
}

/** All results; waits for every step before it fails. */
async function allOf<A, B>(items: readonly A[], step: (item: A) => Promise<B>): Promise<B[]> {
  const results = await Promise.allSettled(items.map(step));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  return results.map((result) => (result as PromiseFulfilledResult<B>).value);
}

/** No id is twice in a chunk. */
function cutIntoChunks(documents: readonly GivenDocument[]): { chunks: GivenDocument[][]; repeats: boolean } {
  const chunks: GivenDocument[][] = [];
  const all = new Set<string>();
  let ids = new Set<string>();
  let bytes = 0;
  for (const document of documents) {
    const { id, item } = document;
    const size = item.problem === undefined ? item.text.length : 0;
    const last = chunks.at(-1);
    const isFull = last === undefined || last.length >= CHUNK_DOCUMENTS || bytes + size > CHUNK_BYTES;
    if (isFull || ids.has(id)) {
      chunks.push([]);
      ids = new Set();
      bytes = 0;
    }
    chunks.at(-1)!.push(document);
    ids.add(id);
    all.add(id);
    bytes += size;
  }
  return { chunks, repeats: all.size < documents.length };
}

/** An id that was never given cannot be repeated: documents without one are refused before. */
export function missingId(): NeardupError {
  return new NeardupError('BAD_OPTION', 'Expected an id for every document, got one without.', {
    advice: 'Give every document an id that stays the same: its URL, or its number in your database.',
  });
}
