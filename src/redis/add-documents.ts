/**
 * `add`: documents wait in a queue and are added in chunks. A chunk is posted after the one before it, so that of the documents of one
 * process the earlier one stays; it is decided while the next one is posted.
 */
import { orAborted } from '../abort.ts';
import type { AddAnswer } from '../collection.ts';
import { NeardupError } from '../errors.ts';
import type { ReadItem } from '../read.ts';
import { AGAIN, Claim, type ClaimedDocument, type ClaimMode } from './claims.ts';
import { type IndexParts, pauseIfBusy } from './parts.ts';
import { packText } from './record.ts';

/** A document with its id, or why it cannot be added. */
export interface GivenDocument {
  readonly id: string;
  readonly item: ReadItem;
  readonly mode: ClaimMode;
}

interface Waiting {
  readonly given: GivenDocument;
  readonly done: (answer: AddAnswer) => void;
  readonly failed: (error: unknown) => void;
}

const CHUNK_DOCUMENTS = 128;
const CHUNK_BYTES = 4 << 20;
const CHUNKS_AT_A_TIME = 4;
/** Redis keys and answers stay small. */
const LONGEST_ID = 65_536;

export class DocumentAdder {
  private readonly underWay = new Map<string, Claim>();
  private queue: Waiting[] = [];
  /** Ids that are being added, which have to be decided before they can be added again. */
  private readonly ids = new Set<string>();
  private chunks = 0;
  private isPosting = false;
  private readonly renewal: NodeJS.Timeout;

  constructor(private readonly parts: IndexParts) {
    const third = (1000 * parts.run.leaseSeconds) / 3;
    this.renewal = setInterval(() => {
      for (const claim of this.underWay.values()) claim.renew().catch(() => {});
    }, third).unref();
  }

  /** If it is aborted, documents that are under way are decided all the same; the others are not begun. */
  async add(documents: readonly GivenDocument[], signal?: AbortSignal): Promise<AddAnswer[]> {
    const waiting = new Set<Waiting>();
    const answers = documents.map(
      (given) => new Promise<AddAnswer>((done, failed) => waiting.add({ given, done, failed })),
    );
    this.queue.push(...waiting);
    this.pump();
    try {
      return await orAborted(
        signal,
        allOf(answers, (answer) => answer),
      );
    } finally {
      if (signal?.aborted) this.queue = this.queue.filter((each) => !waiting.has(each));
    }
  }

  close(): void {
    clearInterval(this.renewal);
  }

  /** Starts the next chunk if it may start. */
  private pump(): void {
    if (this.isPosting || this.chunks >= CHUNKS_AT_A_TIME) return;
    const chunk = this.takeChunk();
    if (chunk.length === 0) return;
    this.isPosting = true;
    this.chunks++;
    const posted = () => {
      this.isPosting = false;
      this.pump();
    };
    void this.addChunk(chunk, posted).finally(() => {
      this.chunks--;
      for (const { given } of chunk) this.ids.delete(given.id);
      this.pump();
    });
  }

  /** Documents from the front of the queue, up to an id that is being added. */
  private takeChunk(): Waiting[] {
    let bytes = 0;
    let count = 0;
    for (; count < Math.min(this.queue.length, CHUNK_DOCUMENTS); count++) {
      const { id, item } = this.queue[count].given;
      if (item.problem === undefined) bytes += item.text.length;
      if (this.ids.has(id) || (count > 0 && bytes > CHUNK_BYTES)) break;
      this.ids.add(id);
    }
    return this.queue.splice(0, count);
  }

  private async addChunk(chunk: readonly Waiting[], posted: () => void): Promise<void> {
    let isPosted = false;
    const onPosted = () => {
      if (!isPosted) posted();
      isPosted = true;
    };
    try {
      const answers = new Map<GivenDocument, AddAnswer>();
      let left = await this.prepare(
        chunk.map(({ given }) => given),
        answers,
      );
      await this.parts.clock.follow();
      for (let tries = 0; left.size > 0 || tries === 0; tries++) {
        if (tries > 0) await pauseIfBusy();
        left = await this.tryOnce(left, answers, onPosted);
      }
      await this.parts.evictions.check();
      for (const { given, done } of chunk) done(answers.get(given)!);
    } catch (error) {
      for (const { failed } of chunk) failed(error);
    } finally {
      onPosted();
    }
  }

  private async prepare(
    given: readonly GivenDocument[],
    answers: Map<GivenDocument, AddAnswer>,
  ): Promise<Map<GivenDocument, ClaimedDocument>> {
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

  /** Claims, posts and decides. Returns the documents to try again. @param posted Called when all are posted. */
  private async tryOnce(
    documents: ReadonlyMap<GivenDocument, ClaimedDocument>,
    answers: Map<GivenDocument, AddAnswer>,
    posted: () => void,
  ): Promise<Map<GivenDocument, ClaimedDocument>> {
    const left = new Map<GivenDocument, ClaimedDocument>();
    const note = (each: GivenDocument, answer: AddAnswer | typeof AGAIN) => {
      if (answer === AGAIN) left.set(each, documents.get(each)!);
      else answers.set(each, answer);
    };
    const claims = [...documents].map(
      ([each, document]) => [each, new Claim(document, this.parts, this.underWay)] as const,
    );
    try {
      const made = await allOf(claims, async ([each, claim]) => {
        const answer = await claim.make(each.mode.refresh);
        if (answer !== undefined) note(each, answer);
        return answer === undefined;
      });
      const open = claims.filter((_, i) => made[i]);
      await allOf(open, ([, claim]) => claim.post());
      for (const [, claim] of open) claim.announce();
      posted();
      await allOf(open, async ([each, claim]) => note(each, await claim.decide(each.mode)));
      return left;
    } catch (error) {
      // others must not wait for claims that this process has given up
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

/** A document as it was read. */
export function givenDocument(item: ReadItem): Omit<GivenDocument, 'mode'> {
  if (item.problem !== undefined) return { id: `document ${item.line}`, item };
  const { id } = item;
  if (id === undefined) throw missingId();
  if (item.meta?.expires === undefined) return { id, item };
  const problem =
    'It has a field `expires`, but all documents of this index live for the same time: `expireAfter`.';
  return { id, item: { problem } };
}

/** An id that was never given cannot be repeated: documents without one are refused before. */
function missingId(): NeardupError {
  return new NeardupError('BAD_OPTION', 'Expected an id for every document, got one without.', {
    advice: 'Give every document an id that stays the same: its URL, or its number in your database.',
  });
}
