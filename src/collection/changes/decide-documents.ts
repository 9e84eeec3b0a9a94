/** Decides for documents of a group, one after the other, whether each is stored, skipped or refused. Nothing is written yet. */

import type { AddAnswer, AddToCollectionOptions } from '../../collection.ts';
import type { HeapText, PreparedTexts } from '../../corpus/index.ts';
import type { StoredDocuments } from '../../duplicates/index.ts';
import { findMatches, KeyLists, type Matches, type MatchQuery, pairOf } from '../../duplicates/index.ts';
import type { VerifyOptions } from '../../duplicates.ts';
import { utf8Bytes } from '../../engines/index.ts';
import { documentLine, type StoredDocument, touchLines } from '../store/records.ts';
import { type DocumentFacts, DocumentTable } from '../tables/document-table.ts';
import type { LivingDocuments } from '../tables/living-documents.ts';
import type { Arrived } from '../watches/watches.ts';
import { GroupMoments, type Moments } from '../window/group-moments.ts';
import type { NewDocument } from './new-documents.ts';

export interface AddMode extends Pick<AddToCollectionOptions, 'refresh' | 'byText' | 'among'> {
  readonly onDuplicate: 'keep' | 'skip' | 'refuse';
}

/** What was decided for a document. */
export interface Decision {
  readonly answer: AddAnswer;
  /** It is stored, in place of the document with this number (-1: of none). */
  readonly stored?: { readonly replaces: number; readonly line: Uint8Array };
}

/** Documents that are compared before the first of them is decided: all that is known of a thousand candidates of each is in memory. */
const ASKED_TOGETHER = 256;

/** Ids of candidates that are read from the log for a group. */
const MOST_IDS = 1 << 16;

/** Texts of up to this many characters become JSON on the heap. */
const QUICK_JSON = 1 << 20;

/** Documents that are decided together: those stored already, then those of the group before each. */
export class GroupOfDocuments {
  /** The stored document with the id of each; -1 for none. */
  private readonly earlier: number[];
  /** The documents of the group are numbered from here on, after all that are stored. */
  private readonly first: number;
  /** The band keys of each, and the hash of its id. */
  private readonly keys: Uint32Array[];
  private readonly stored: StoredDocuments;
  private readonly table: DocumentTable;
  private readonly moments: GroupMoments;
  /** What is known of the ids of candidates: these are in the log only. */
  private readonly among = new Map<number, boolean>();
  /** There were too many of them to read all. */
  private isCut = false;

  constructor(
    private readonly group: readonly NewDocument[],
    private readonly prepared: PreparedTexts,
    private readonly documents: LivingDocuments,
    private readonly mode: AddMode,
  ) {
    const hashes = group.map(({ id }) => documents.hashOf(id));
    this.earlier = group.map(({ id }, i) => documents.find(id, hashes[i]));
    const { bands } = documents;
    const all = new Uint32Array((bands + 1) * group.length);
    this.keys = hashes.map((hash, i) => {
      const keys = all.subarray((bands + 1) * i, (bands + 1) * (i + 1));
      keys[bands] = hash;
      return prepared.bandKeys(i, keys);
    });
    this.table = DocumentTable.empty(bands + 1, Math.max(1, group.length));
    const before = [...documents.tables, documents.delta];
    const view = documents.viewOf([...before, this.table]);
    this.first = view.numberOf(before.length, 0);
    const again = documents.window?.isNew === true && this.isKnown(0) ? this.earlier[0] : -1;
    this.moments = new GroupMoments(group, documents, this.first, again);
    for (let i = 0; i < group.length; i++) this.table.add(this.facts(i), NO_PLACE);
    this.stored = {
      view,
      now: this.moments.begin,
      lists: new KeyLists(view, this.moments.begin),
      known: documents.sketches,
      bytes: (number) =>
        number < this.first ? documents.bytes(number) : prepared.text(number - this.first).length,
      texts: (numbers) => this.texts(numbers),
    };
  }

  /** Decides for all. Each is compared with those stored and those of the group before it. */
  async decide(proof: VerifyOptions): Promise<Decision[]> {
    const gone = new Set<number>();
    const isStored = (number: number) =>
      number < this.first ? !gone.has(number) : decisions[number - this.first].stored !== undefined;
    const counts = (number: number) => isStored(number) && this.moments.counts(number);
    const decisions: Decision[] = [];
    let matches: Matches[] = [];
    let areAllStored = this.documents.window === undefined;
    for (const [i, document] of this.group.entries()) {
      // not compared with those that are known not to be stored
      if (i % ASKED_TOGETHER === 0) {
        const isAsked = (number: number) => number >= this.first + i || isStored(number);
        const asked = this.group.slice(i, i + ASKED_TOGETHER).map((_, k) => this.queryOf(i + k, isAsked));
        matches = await this.findMatches(asked, proof);
      }
      const decide = async () => {
        this.moments.arrive(i);
        let found = matches[i % ASKED_TOGETHER];
        // those that are not stored must not take the place of others that it may be compared with
        if (found.truncated && !areAllStored) {
          [found] = await this.findMatches([{ ...this.queryOf(i, counts), known: found }], proof);
        }
        return this.decideOne(i, document, found, counts);
      };
      let decision = await decide();
      // all that comes again after a cut has come before it
      if (decision.stored !== undefined && this.moments.catchUp()) decision = await decide();
      if (decision.stored !== undefined && decision.stored.replaces !== -1)
        gone.add(decision.stored.replaces);
      areAllStored &&= decision.stored?.replaces === -1;
      decisions.push(decision);
    }
    return decisions;
  }

  private findMatches(queries: readonly MatchQuery[], proof: VerifyOptions): Promise<Matches[]> {
    return findMatches(queries, this.stored, this.documents.steps.engine, proof);
  }

  /** A question about a document of the group. @param counts False for a document before it that it is not compared with. */
  private queryOf(i: number, counts: (number: number) => boolean = () => true): MatchQuery {
    const { prepared, first, earlier, keys } = this;
    const accepts = (number: number) =>
      number < first + i && number !== earlier[i] && counts(number) && this.isAmong(number);
    const content = () => prepared.content(i);
    const { address, length } = prepared.text(i);
    return { address, length, words: prepared.words(i), keys: keys[i], content, accepts };
  }

  /** Whether a document is one of those that the documents of the group are compared with. */
  private isAmong(number: number): boolean {
    const { among } = this.mode;
    if (among === undefined) return true;
    const known = this.among.get(number);
    if (known !== undefined) return known;
    this.isCut ||= this.among.size >= MOST_IDS;
    if (this.isCut) return false;
    const is = this.idOf(number).startsWith(among);
    this.among.set(number, is);
    return is;
  }

  /** The documents that came, apart from those that were there already or could not be read. */
  arrived(decisions: readonly Decision[]): Arrived[] {
    return this.group.flatMap((document, i) => {
      const { state } = decisions[i].answer;
      return 'text' in document && state !== 'unchanged' ? [{ i, ...document }] : [];
    });
  }

  /** What the collection will know of a document. */
  facts(i: number): DocumentFacts {
    const { prepared } = this;
    const { seen, expires } = this.moments.of(this.first + i);
    return { words: prepared.words(i), content: prepared.content(i), expires, seen, keys: this.keys[i] };
  }

  /** Lines that say which documents were seen again: one for those with the same moments. */
  touchLines(): Uint8Array[] {
    const byMoments = new Map<string, { readonly moments: Moments; readonly ids: string[] }>();
    for (const [number, moments] of this.moments.touched) {
      const key = `${moments.seen} ${moments.expires}`;
      const same = byMoments.get(key) ?? { moments, ids: [] };
      byMoments.set(key, same);
      same.ids.push(this.idOf(number));
    }
    const hasWindow = this.documents.window !== undefined;
    return [...byMoments.values()].flatMap(({ ids, moments: { seen, expires } }) =>
      touchLines(ids, seen, hasWindow ? expires : undefined),
    );
  }

  /** What was decided is stored. */
  keep(stored: number): void {
    for (const [number, { seen, expires }] of this.moments.touched) {
      if (number >= this.first) continue;
      const { table, document } = this.documents.view.locate(number);
      table.touch(document, seen, expires);
    }
    this.moments.keep(stored);
  }

  private decideOne(
    i: number,
    document: NewDocument,
    { matches, truncated }: Matches,
    counts: (number: number) => boolean,
  ): Decision {
    const { id } = document;
    if ('reason' in document) return { answer: { id, state: 'failed', reason: document.reason } };
    const earlier = this.earlier[i];
    const { moments, mode } = this;
    const isThere = earlier !== -1 && moments.counts(earlier);
    if ((isThere || moments.isAhead(earlier)) && this.isKnown(i)) {
      moments.comeTo(earlier);
      if (mode.refresh) moments.touch(earlier);
      return { answer: { id, state: 'unchanged' } };
    }
    const found = nearest(matches, counts);
    const more = {
      ...(found !== undefined && { duplicateOf: pairOf(id, this.idOf(found.number), found.evidence) }),
      ...((truncated || this.isCut) && { truncated: true as const }),
    };
    if (found !== undefined && mode.onDuplicate !== 'keep') {
      const state = mode.onDuplicate === 'skip' ? 'duplicate' : 'refused';
      const reason =
        state === 'refused' ? { reason: `It is a near-duplicate of \`${more.duplicateOf!.b}\`.` } : {};
      if (mode.refresh) moments.touch(found.number);
      return { answer: { id, state, ...more, ...reason } };
    }
    const { seen, expires } = moments.pass(i);
    const { lang, meta } = document;
    const line = documentLine(
      { id, lang, seen, expires: expires || undefined, meta },
      this.jsonText(i, document.text),
    );
    const empty = this.prepared.words(i) === 0 && { empty: true as const };
    const answer: AddAnswer = { id, state: isThere ? 'replaced' : 'added', ...more, ...empty };
    return { answer, stored: { replaces: earlier, line } };
  }

  /**
   * Whether a document of the group is stored already: with its text, and unless only that is asked for its language, expiry and other fields,
   * apart from its time in a stream.
   */
  private isKnown(i: number): boolean {
    const [document, number] = [this.group[i], this.earlier[i]];
    if (number === -1 || !('text' in document)) return false;
    const [a, b] = [this.documents.content(number), this.prepared.content(i)];
    if (a[0] !== b[0] || a[1] !== b[1]) return false;
    const stored = this.documents.document(number);
    if (this.mode.byText === true) return stored.text === document.text;
    const { table, document: at } = this.documents.view.locate(number);
    const hasExpiry = this.documents.window === undefined && document.expiresByDefault !== true;
    if (hasExpiry && table.columns.expires[at] !== (document.expires ?? 0)) return false;
    const timeField = this.documents.window?.timeField;
    const fields = (meta: StoredDocument['meta'] = {}) =>
      JSON.stringify({ ...meta, ...(timeField !== undefined && { [timeField]: undefined }) });
    return (
      stored.text === document.text &&
      stored.lang === document.lang &&
      fields(stored.meta) === fields(document.meta)
    );
  }

  /** A text of the group as the inside of a JSON string. */
  private jsonText(i: number, text: string): Uint8Array {
    // on the heap, half of a character is not as it was given, and there must be room for six times the bytes
    const isQuick = text.length <= QUICK_JSON && text.isWellFormed();
    return isQuick ? this.prepared.jsonText(i) : utf8Bytes(JSON.stringify(text).slice(1, -1));
  }

  private idOf(number: number): string {
    return number < this.first ? this.documents.id(number) : this.group[number - this.first].id;
  }

  /** Texts of stored documents, and of those of the group, which are on the heap already. */
  private async texts(numbers: readonly number[]): Promise<{ text(i: number): HeapText; release(): void }> {
    const { first, prepared } = this;
    const again = numbers.filter((number) => number < first);
    const made = await this.documents.texts(again);
    const slots = new Map(again.map((number, i) => [number, i]));
    return {
      text: (i) =>
        numbers[i] < first ? made.text(slots.get(numbers[i])!) : prepared.text(numbers[i] - first),
      release: () => made.release(),
    };
  }
}

/** In place of that of a document that is not in the log yet. */
const NO_PLACE = { file: 0, offset: 0, length: 0, crc: 0 };

/** The stored document that is most alike; among equals the one that came first. */
function nearest(matches: Matches['matches'], isStored: (number: number) => boolean) {
  let best: { readonly number: number; readonly evidence: Matches['matches'][0]['evidence'] } | undefined;
  for (const { documents, evidence } of matches) {
    if (best !== undefined && evidence.resemblance < best.evidence.resemblance) break;
    const number = documents.find(isStored);
    if (number !== undefined && (best === undefined || number < best.number)) best = { number, evidence };
  }
  return best;
}
