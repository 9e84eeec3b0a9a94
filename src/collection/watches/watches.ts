/**
 * The watches of a collection: example texts in a small collection of their own, in its folder `watch`. Documents that arrive are compared with them by
 * the keys made for storing them anyway.
 */

import type {
  AddAnswer,
  CollectionDocument,
  CollectionSettings,
  RemoveAnswer,
  StoredWatch,
  Watch,
  WatchAnswer,
} from '../../collection.ts';
import type { PreparedTexts } from '../../corpus/index.ts';
import { badOption } from '../../errors.ts';
import { resolveOptions } from '../../option-rules.ts';
import type { InputDocument } from '../../read/index.ts';
import { momentOf } from '../moments.ts';
import { WATCH_RULES } from '../options.ts';
import type { LivingDocuments } from '../tables/living-documents.ts';
import { ConditionTable } from './condition-table.ts';
import { type Condition, conditionsOf, FieldReadings } from './conditions.ts';
import type { FoundEvent } from './event-log.ts';
import { KeywordWatch, keywordTable } from './keyword-watch.ts';
import { findNear } from './near-watch.ts';
import { PassageWatch } from './passage-watch.ts';
import { readWatches, subjectTexts, type WatchWithExamples } from './read-watches.ts';
import { canonicalSubject, countSubjects, SubjectWatch } from './subject-watch.ts';
import { checkWatch, exampleIds, factsOf, type SubjectFacts, type WatchFacts } from './watch-facts.ts';

/** The collection that the examples are in. */
export interface ExampleTexts {
  readonly documents: LivingDocuments;
  readonly collection: {
    add(documents: readonly InputDocument[]): Promise<AddAnswer[]>;
    remove(ids: readonly string[]): Promise<RemoveAnswer[]>;
    documents(): AsyncGenerator<CollectionDocument>;
    close(): Promise<void>;
  };
}

/** A document that arrived, by its number among those prepared. */
export interface Arrived {
  readonly i: number;
  readonly id: string;
  readonly text: string;
  readonly lang?: string;
  readonly meta?: Readonly<Record<string, unknown>>;
}

export class Watches {
  private readonly facts = new Map<string, WatchFacts>();
  private examples: ExampleTexts | undefined;
  private readonly passages = new PassageWatch();
  private readonly subjects: SubjectWatch;
  private readonly keywords: KeywordWatch;
  /** Of the watches that have conditions. */
  private readonly conditions = new Map<string, Condition>();
  /** Those of the watches that have nothing else; made again when watches have changed. */
  private alone: ConditionTable | undefined;

  /**
   * @param documents Those of the collection that is watched.
   * @param openExamples Opens the collection of examples, or makes it.
   */
  constructor(
    private readonly settings: CollectionSettings,
    private readonly documents: LivingDocuments,
    private readonly openExamples: () => Promise<ExampleTexts>,
  ) {
    this.subjects = new SubjectWatch(documents.steps);
    this.keywords = new KeywordWatch(documents.steps);
  }

  private get clock(): () => number {
    return this.documents.clock;
  }

  /** How many there are, the ended ones included. */
  get count(): number {
    return this.facts.size;
  }

  /** Reads the watches that are there. */
  async load(): Promise<void> {
    this.examples = await this.openExamples();
    for await (const { watch } of this.stored()) {
      const ends = watch.expires && watch.expires.getTime() / 1000;
      this.note(watch.id, factsOf(watch, ends));
    }
  }

  async add(given: readonly Watch[]): Promise<WatchAnswer[]> {
    const watches = given.map((watch) => resolveOptions(WATCH_RULES, watch));
    for (const watch of watches) checkWatch(watch, this.settings.threshold);
    await keywordTable(
      watches.filter(({ keywords }) => keywords !== undefined),
      this.documents.steps,
    );
    const subjects = await countSubjects(watches, this.documents);
    const documents = watches.map((watch, i) => this.documentsOf(watch, subjects[i]));
    this.examples ??= await this.openExamples();
    const answers: WatchAnswer[] = [];
    for (const [i, watch] of watches.entries()) {
      const before = this.facts.get(watch.id);
      const added = await this.examples.collection.add(documents[i]);
      const failed = added.find(({ state }) => state === 'failed');
      if (failed !== undefined) throw badOption('texts', 'texts that can be stored', failed.reason);
      if ((before?.count ?? 0) > watch.texts.length) {
        await this.examples.collection.remove(
          exampleIds(watch.id, before!.count).slice(Math.max(1, watch.texts.length)),
        );
      }
      this.note(watch.id, factsOf(watch, this.endOf(watch)));
      this.forget();
      const isSame =
        before?.count === watch.texts.length && added.every(({ state }) => state === 'unchanged');
      answers.push({
        id: watch.id,
        state: isSame ? 'unchanged' : before === undefined ? 'added' : 'replaced',
      });
    }
    return answers;
  }

  async remove(ids: readonly string[]): Promise<RemoveAnswer[]> {
    const gone: string[] = [];
    const answers = ids.map((id): RemoveAnswer => {
      const facts = this.facts.get(id);
      if (facts === undefined) return { id, state: 'missing' };
      gone.push(...exampleIds(id, facts.count));
      this.facts.delete(id);
      this.conditions.delete(id);
      this.alone = undefined;
      return { id, state: 'removed' };
    });
    await this.examples?.collection.remove(gone);
    this.forget();
    return answers;
  }

  /** All watches that have not ended, in the order in which they were made. */
  async *list(): AsyncGenerator<StoredWatch> {
    for await (const { watch } of this.stored()) yield watch;
  }

  /** The watches' matches in arriving documents. */
  async find(arrived: readonly Arrived[], prepared: PreparedTexts): Promise<FoundEvent[]> {
    if (this.facts.size === 0 || this.examples === undefined || arrived.length === 0) return [];
    const now = this.clock();
    const time = new Date(1000 * now).toISOString();
    const near = await findNear(arrived, prepared, this.examples.documents, this.facts, this.settings, now);
    const passages = await this.findPassages(arrived, now);
    const subjects = await this.findSubjects(arrived, prepared, now);
    const keywords = await this.findKeywords(arrived, prepared, now);
    const alone = this.conditionsAlone();
    return arrived.flatMap((document, i) => {
      const { id } = document;
      const watches = new Set([...near[i].keys(), ...passages[i].keys(), ...subjects[i].keys()]);
      for (const watch of keywords[i].keys()) watches.add(watch);
      const fields = new FieldReadings(document);
      for (const watch of alone.met(fields)) if (this.isOn(this.facts.get(watch), now)) watches.add(watch);
      const met = [...watches].filter((watch) => this.conditions.get(watch)?.(fields) ?? true);
      return met.sort().map((watch) => ({
        time,
        watch,
        id,
        ...(near[i].has(watch) && { near: near[i].get(watch) }),
        ...(passages[i].has(watch) && { passage: passages[i].get(watch) }),
        ...(subjects[i].has(watch) && { like: subjects[i].get(watch) }),
        ...(keywords[i].has(watch) && { keywords: [...keywords[i].get(watch)!] }),
      }));
    });
  }

  async close(): Promise<void> {
    await this.passages.close();
    await this.examples?.collection.close();
  }

  private async findPassages(arrived: readonly Arrived[], now: number) {
    const least = this.askedFor('passage', now);
    if (least.size === 0) return arrived.map(() => new Map<string, NonNullable<FoundEvent['passage']>>());
    await this.passages.prepare(this.settings, () => this.stored());
    return Promise.all(arrived.map((document) => this.passages.find(document, least)));
  }

  private async findSubjects(arrived: readonly Arrived[], prepared: PreparedTexts, now: number) {
    const least = this.askedFor('like', now);
    if (least.size === 0) return arrived.map(() => new Map<string, NonNullable<FoundEvent['like']>>());
    await this.subjects.prepare(() => subjectTexts(this.stored()));
    return arrived.map(({ i }) =>
      this.subjects.find(canonicalSubject(prepared, i, this.documents.steps), (watch) => least.has(watch)),
    );
  }

  private async findKeywords(arrived: readonly Arrived[], prepared: PreparedTexts, now: number) {
    const isOn = (watch: string) => this.isOn(this.facts.get(watch), now);
    const isAny = [...this.facts.values()].some(
      (facts) => facts.keywords !== undefined && this.isOn(facts, now),
    );
    if (!isAny) return arrived.map(() => new Map<string, readonly string[]>());
    await this.keywords.prepare(() => this.stored());
    return arrived.map(({ i }) => {
      const found = this.keywords.find(canonicalSubject(prepared, i, this.documents.steps));
      for (const watch of found.keys()) if (!isOn(watch)) found.delete(watch);
      return found;
    });
  }

  private conditionsAlone(): ConditionTable {
    const isAlone = ({ count, keywords }: WatchFacts) => count === 0 && keywords === undefined;
    this.alone ??= new ConditionTable(
      new Map([...this.conditions].filter(([watch]) => isAlone(this.facts.get(watch)!))),
    );
    return this.alone;
  }

  private isOn(facts: WatchFacts | undefined, now: number): boolean {
    return facts !== undefined && (facts.expires ?? now + 1) > now;
  }

  private note(id: string, facts: WatchFacts): void {
    this.facts.set(id, facts);
    this.alone = undefined;
    if (facts.where === undefined) this.conditions.delete(id);
    else this.conditions.set(id, conditionsOf(facts.where));
  }

  /** The ids of the active watches, with the least value that each asks for. */
  private askedFor(kind: 'passage' | 'like', now: number): Map<string, number> {
    const least = new Map<string, number>();
    for (const [id, facts] of this.facts) {
      const { [kind]: value } = facts;
      if (value !== undefined && this.isOn(facts, now)) least.set(id, value);
    }
    return least;
  }

  private async *stored(): AsyncGenerator<WatchWithExamples> {
    if (this.examples !== undefined) yield* readWatches(this.examples.collection.documents());
  }

  private documentsOf(watch: Watch, subjects: readonly SubjectFacts[] | undefined): InputDocument[] {
    const { id, texts, lang } = watch;
    const ids = exampleIds(id, texts.length);
    // a document expires when its field `expires` says so
    const facts = factsOf(watch, this.endOf(watch));
    const kept = texts.length > 0 ? texts : [watch.keywords?.join(' ') ?? id];
    return kept.map((text, i) => {
      const { words, common } = subjects?.[i] ?? {};
      const meta = { ...facts, ...(words && { words }), ...(i === 0 && common && { common }) };
      return { id: ids[i], text, lang, meta };
    });
  }

  private endOf({ expires }: Watch): number | undefined {
    return expires === undefined ? undefined : momentOf('expires', expires, this.clock(), 1);
  }

  private forget(): void {
    this.passages.forget();
    this.keywords.forget();
    this.subjects.forget();
  }
}
