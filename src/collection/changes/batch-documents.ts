/** The documents of a batch, numbered after those that are stored, so that each can be compared with all before it. */
import type { HeapText, PreparedTexts } from '../../corpus/index.ts';
import { findMatches, type KeyLists, type Matches, type StoredDocuments } from '../../duplicates/index.ts';
import type { VerifyOptions } from '../../duplicates.ts';
import type { StoredDocument } from '../store/records.ts';
import { type DocumentFacts, DocumentTable } from '../tables/document-table.ts';
import type { DocumentView } from '../tables/document-view.ts';
import type { LivingDocuments } from '../tables/living-documents.ts';
import type { AddMode } from './decide.ts';
import type { NewDocument } from './new-documents.ts';

/** Ids of candidates that are read from the log for a batch. */
const MOST_IDS = 1 << 16;
/** In place of that of a document that is not in the log yet. */
const NO_PLACE = { file: 0, offset: 0, length: 0, crc: 0 };

export class BatchDocuments {
  /** The stored document with the id of each; -1 for none. */
  readonly sameIds: readonly number[];
  /** The facts about each document, in case it is stored. */
  readonly table: DocumentTable;
  /** All documents, and the number of the first one of the batch. */
  readonly view: DocumentView;
  readonly first: number;
  /** The band keys of each, and the hash of its id. */
  private readonly keys: readonly Uint32Array[];
  /** Whether the ids of candidates begin as `among` says: they are in the log only. */
  private readonly among = new Map<number, boolean>();
  /** True if there were too many candidates to read all their ids. */
  isCut = false;

  /** @param seen The second in which they are added. */
  constructor(
    private readonly batch: readonly NewDocument[],
    private readonly prepared: PreparedTexts,
    private readonly documents: LivingDocuments,
    private readonly mode: AddMode,
    seen: number,
  ) {
    const hashes = batch.map(({ id }) => documents.hashOf(id));
    this.sameIds = batch.map(({ id }, i) => documents.find(id, hashes[i]));
    const lists = documents.bands + 1;
    const all = new Uint32Array(lists * batch.length);
    this.keys = hashes.map((hash, i) => {
      const keys = all.subarray(lists * i, lists * (i + 1));
      keys[documents.bands] = hash;
      return prepared.bandKeys(i, keys);
    });
    this.table = DocumentTable.empty(lists, Math.max(1, batch.length));
    const before = documents.view.tables;
    this.view = documents.viewOf([...before, this.table]);
    this.first = this.view.numberOf(before.length, 0);
    for (const [i, document] of batch.entries()) {
      const expires = ('text' in document ? document.expires : undefined) ?? 0;
      this.table.add(this.factsOf(i, { seen, expires }), NO_PLACE);
    }
  }

  idOf(number: number): string {
    return number < this.first ? this.documents.id(number) : this.batch[number - this.first].id;
  }

  textOf(number: number): string {
    if (number < this.first) return this.documents.document(number).text;
    const document = this.batch[number - this.first];
    return 'text' in document ? document.text : '';
  }

  /** The facts that the collection will store about a document. */
  factsOf(i: number, sight: Pick<DocumentFacts, 'seen' | 'expires'>): DocumentFacts {
    const { prepared, keys } = this;
    return { words: prepared.words(i), content: prepared.content(i), keys: keys[i], ...sight };
  }

  /**
   * Whether a document of the batch is stored already: with its text, and unless only that is asked for its language, expiry and other fields,
   * apart from its time in a stream.
   */
  isSame(i: number): boolean {
    const [document, number] = [this.batch[i], this.sameIds[i]];
    if (number === -1 || !('text' in document)) return false;
    const { window } = this.documents;
    const [a, b] = [this.documents.content(number), this.prepared.content(i)];
    if (a[0] !== b[0] || a[1] !== b[1]) return false;
    const stored = this.documents.document(number);
    if (this.mode.byText === true) return stored.text === document.text;
    const { table, document: at } = this.view.locate(number);
    const hasExpiry = window === undefined && document.expiresByDefault !== true;
    if (hasExpiry && table.columns.expires[at] !== (document.expires ?? 0)) return false;
    const noTime = window?.timeField === undefined ? {} : { [window.timeField]: undefined };
    const fields = (meta: StoredDocument['meta'] = {}) => JSON.stringify({ ...meta, ...noTime });
    return (
      stored.text === document.text &&
      stored.lang === document.lang &&
      fields(stored.meta) === fields(document.meta)
    );
  }

  /**
   * Compares documents of the batch with those before them.
   * @param counts False for a document that they are not compared with.
   * @param known The matches of a single document from when more documents counted.
   */
  findMatches(
    numbers: readonly number[],
    lists: KeyLists,
    counts: (number: number) => boolean,
    proof: VerifyOptions,
    known?: Matches,
  ): Promise<Matches[]> {
    const { prepared, first, sameIds, keys, documents } = this;
    const queries = numbers.map((i) => ({
      ...prepared.text(i),
      words: prepared.words(i),
      keys: keys[i],
      content: () => prepared.content(i),
      accepts: (number: number) =>
        number < first + i && number !== sameIds[i] && counts(number) && this.isAmong(number),
      known,
    }));
    const stored: StoredDocuments = {
      view: this.view,
      now: lists.now,
      lists,
      known: documents.sketches,
      bytes: (number) => (number < first ? documents.bytes(number) : prepared.text(number - first).length),
      texts: (wanted) => this.texts(wanted),
    };
    return findMatches(queries, stored, documents.steps.engine, proof);
  }

  /** Whether a document is one of those that the documents of the batch are compared with. */
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

  /** Texts of stored documents, and of those of the batch, which are on the heap already. */
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
