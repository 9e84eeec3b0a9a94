/**
 * Documents that are added in one commit. They are decided one after the other (`decide.ts`): each is compared with all that are stored by then.
 * Nothing of the collection changes until `store`.
 */

import { findDisguises } from '../../canonicalize/index.ts';
import type { AddAnswer } from '../../collection.ts';
import type { PreparedTexts } from '../../corpus/index.ts';
import { KeyLists, type Matches, pairOf } from '../../duplicates/index.ts';
import type { VerifyOptions } from '../../duplicates.ts';
import { utf8Bytes } from '../../platform/bytes.ts';
import type { LogPlace } from '../store/log.ts';
import { documentLine, touchLines } from '../store/records.ts';
import type { DocumentFacts } from '../tables/document-table.ts';
import type { LivingDocuments } from '../tables/living-documents.ts';
import type { Arrived } from '../watches/watches.ts';
import type { StreamMoment } from '../window/stream-window.ts';
import { BatchDocuments } from './batch-documents.ts';
import { type AddMode, countsAt, type Decision, decide, isAhead, isStoring } from './decide.ts';
import type { NewDocument } from './new-documents.ts';

/** Documents compared before the first is decided. For each, the facts about up to a thousand candidates are in memory. */
const ASKED_TOGETHER = 256;
/** Texts of up to this many characters become JSON on the heap. */
const QUICK_JSON = 1 << 20;

type Sight = Pick<DocumentFacts, 'seen' | 'expires'>;

/** Documents of a batch that are stored, with their places in it, and the numbers of stored ones that go or were seen again. */
export interface BatchChanges {
  readonly stored: readonly (Sight & {
    readonly i: number;
    readonly document: Extract<NewDocument, { readonly text: string }>;
  })[];
  readonly replaced: readonly number[];
  readonly sights: readonly (Sight & { readonly number: number })[];
}

export class AddBatch {
  private readonly all: BatchDocuments;
  /** The second in which the batch is added. */
  private readonly seen: number;
  /** The documents of each key. Those that count for one of the batch have not expired at the moment of the first. */
  private readonly lists: KeyLists;
  /** The moment at which the next document arrives. */
  private moment: StreamMoment;
  private readonly decisions: Decision[] = [];
  /** Stored documents that go. */
  private readonly replaced = new Set<number>();
  /** Documents that were seen again, those of the batch included. */
  private readonly sights = new Map<number, Sight>();

  constructor(
    private readonly batch: readonly NewDocument[],
    private readonly prepared: PreparedTexts,
    private readonly documents: LivingDocuments,
    private readonly mode: AddMode,
    private readonly proof: VerifyOptions,
  ) {
    const { window } = documents;
    this.seen = documents.clock();
    const all = new BatchDocuments(batch, prepared, documents, mode, this.seen);
    this.all = all;
    const live = { state: 'live', now: this.seen } as const;
    this.moment = window?.begin(documents, () => (all.isSame(0) ? all.sameIds[0] : -1)) ?? live;
    this.lists = new KeyLists(all.view, this.moment.now);
  }

  async decide(): Promise<AddAnswer[]> {
    const answers: AddAnswer[] = [];
    let found: Matches[] = [];
    const numbers = [...this.batch.keys()];
    for (const i of numbers) {
      if (i % ASKED_TOGETHER === 0) {
        // not compared with those that are known not to be stored
        const isAsked = (number: number) => number >= this.all.first + i || this.isStored(number);
        const asked = numbers.slice(i, i + ASKED_TOGETHER);
        found = await this.all.findMatches(asked, this.lists, isAsked, this.proof);
      }
      answers.push(await this.decideNext(i, found[i % ASKED_TOGETHER]));
    }
    return answers;
  }

  /** What the decisions change, for an index that is not in a folder. */
  changes(): BatchChanges {
    const { batch, decisions, all } = this;
    const sights = [...this.sights].filter(([number]) => number < all.first);
    return {
      stored: batch.flatMap((document, i) =>
        'text' in document && isStoring(decisions[i])
          ? [{ i, document, ...this.sightOf(all.first + i) }]
          : [],
      ),
      replaced: [...this.replaced],
      sights: sights.map(([number, sight]) => ({ number, ...sight })),
    };
  }

  /** The documents that came, apart from those that were there already or could not be read. */
  get arrived(): Arrived[] {
    return this.batch.flatMap((document, i) =>
      'text' in document && this.decisions[i].state !== 'unchanged' ? [{ i, ...document }] : [],
    );
  }

  /** The lines of the documents that are stored. */
  documentLines(): Uint8Array[] {
    return this.batch.flatMap((document, i) => {
      if ('reason' in document || !isStoring(this.decisions[i])) return [];
      const { id, text, lang, meta } = document;
      const expires = this.all.table.columns.expires[i] || undefined;
      // on the heap, half of a character is not as it was given, and there must be room for six times the bytes
      const isQuick = text.length <= QUICK_JSON && text.isWellFormed();
      const json = isQuick ? this.prepared.jsonText(i) : utf8Bytes(JSON.stringify(text).slice(1, -1));
      return [documentLine({ id, lang, seen: this.seen, expires, meta }, json)];
    });
  }

  /** Lines that say which documents were seen again: one for those that expire at the same moment. */
  sightLines(): Uint8Array[] {
    const hasWindow = this.documents.window !== undefined;
    const ids = new Map<number | undefined, string[]>();
    for (const [number, sight] of this.sights) {
      const expires = hasWindow ? sight.expires : undefined;
      const same = ids.get(expires) ?? [];
      ids.set(expires, same);
      same.push(this.all.idOf(number));
    }
    return [...ids].flatMap(([expires, same]) => touchLines(same, this.seen, expires));
  }

  /** Changes the collection. @param places Where the lines of the documents that are stored are in the log. */
  store(places: readonly LogPlace[]): void {
    const { delta, view, window } = this.documents;
    for (const number of this.replaced) {
      const { table, document } = view.locate(number);
      table.remove(document);
    }
    let next = 0;
    for (const [i, decision] of this.decisions.entries()) {
      if (!isStoring(decision)) continue;
      delta.add(this.all.factsOf(i, this.sightOf(this.all.first + i)), places[next++]);
    }
    for (const [number, { seen, expires }] of this.sights) {
      if (number >= this.all.first) continue;
      const { table, document } = view.locate(number);
      table.touch(document, seen, expires);
    }
    window?.advance(this.moment, this.documents);
  }

  private async decideNext(i: number, found: Matches): Promise<AddAnswer> {
    const { window } = this.documents;
    const document = this.batch[i];
    const time = 'text' in document ? document.time : undefined;
    const arrival = window?.arrival(this.moment, time) ?? this.moment;
    const { matches, truncated } = await this.matchesAt(arrival, i, found);
    const number = this.all.sameIds[i];
    const known = {
      sameId: number === -1 ? undefined : { number, isSame: this.all.isSame(i) },
      matches,
      expires: (other: number) => this.expires(other),
    };
    const decision = decide(document, known, arrival, this.mode);
    if (isStoring(decision) && arrival.state === 'replaying') {
      this.moment = window!.goLive(this.moment);
      return this.decideNext(i, found);
    }
    this.note(i, decision, arrival);
    return this.answer(i, decision, truncated);
  }

  /** A document's matches among those that count. Others must not use up the limited number of candidates. */
  private async matchesAt(moment: StreamMoment, i: number, found: Matches): Promise<Matches> {
    if (!found.truncated) return found;
    const hasOnlyAdded = this.decisions.every((each) => isStoring(each) && each.replaces === undefined);
    if (hasOnlyAdded && this.documents.window === undefined) return found;
    const counts = (number: number) => countsAt(moment, number, this.expires(number));
    return (await this.all.findMatches([i], this.lists, counts, this.proof, found))[0];
  }

  /** Notes a decision: later documents are decided by it. */
  private note(i: number, decision: Decision, arrival: StreamMoment): void {
    const { window } = this.documents;
    const { state, replaces, seenAgain } = decision;
    this.decisions.push(decision);
    if (replaces !== undefined) this.replaced.add(replaces);
    if (window !== undefined) {
      const sameId = this.all.sameIds[i];
      if (isStoring(decision)) {
        this.moment = window.passed(arrival);
        this.all.table.touch(i, this.seen, window.expiry(this.moment));
      } else if (state === 'unchanged' && isAhead(arrival, sameId)) {
        this.moment = window.replayed(sameId, this.documents);
      } else if (seenAgain !== undefined) this.moment = arrival;
    }
    if (seenAgain === undefined) return;
    const { seen, expires } = this.sightOf(seenAgain);
    const later = window === undefined ? expires : Math.max(expires, window.expiry(this.moment));
    if (seen === this.seen && later === expires) return;
    this.sights.set(seenAgain, { seen: this.seen, expires: later });
  }

  private answer(i: number, decision: Decision, truncated: boolean): AddAnswer {
    const document = this.batch[i];
    const { id } = document;
    const { state, nearest } = decision;
    if ('reason' in document) return { id, state, reason: document.reason };
    if (state === 'unchanged') return { id, state };
    const duplicateOf =
      nearest &&
      pairOf(id, this.all.idOf(nearest.number), nearest.evidence, {
        a: findDisguises(document.text),
        b: findDisguises(this.all.textOf(nearest.number)),
      });
    const isEmpty = isStoring(decision) && this.prepared.words(i) === 0;
    return {
      id,
      state,
      ...(duplicateOf !== undefined && { duplicateOf }),
      ...((truncated || this.all.isCut) && { truncated: true as const }),
      ...(state === 'refused' && { reason: `It is a near-duplicate of \`${duplicateOf!.b}\`.` }),
      ...(isEmpty && { empty: true as const }),
    };
  }

  /** Whether a document is stored, by the decisions so far. */
  private isStored(number: number): boolean {
    const own = number - this.all.first;
    return own < 0 ? !this.replaced.has(number) : isStoring(this.decisions[own]);
  }

  private expires(number: number): number | undefined {
    return this.isStored(number) ? this.sightOf(number).expires : undefined;
  }

  private sightOf(number: number): Sight {
    const sight = this.sights.get(number);
    if (sight !== undefined) return sight;
    const { table, document } = this.all.view.locate(number);
    return { seen: table.columns.seen[document], expires: table.columns.expires[document] };
  }
}
