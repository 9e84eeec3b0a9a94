/**
 * The watches of a collection: example texts in a small collection of their own, in its folder `watch`. Documents that arrive are compared with them by
 * the keys that were made of them anyway.
 */
import type { PreparedTexts, RemoveAnswer } from '../collection/index.ts';
import { findMatches, pairOf } from '../duplicates/index.ts';
import { badOption } from '../errors.ts';
import type {
  AddAnswer,
  CollectionDocument,
  CollectionSettings,
  StoredWatch,
  Watch,
  WatchAnswer,
} from '../lasting.ts';
import { resolveOptions } from '../option-rules.ts';
import type { InputDocument } from '../read/index.ts';
import type { FoundEvent } from './event-log.ts';
import type { LivingDocuments } from './living-documents.ts';
import { momentOf, WATCH_RULES } from './options.ts';
import { PassageWatch } from './passage-watch.ts';

const MOST_TEXTS = 100;
const PASSAGE_WORDS = [8, 10_000] as const;

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

/** What is kept of a watch beside its texts: in the `meta` of each. */
interface WatchFacts extends Pick<Watch, 'near' | 'passage' | 'meta'> {
  /** The second from which it finds nothing. */
  readonly expires?: number;
  /** How many texts it has. Others that have its id are of an earlier form of it. */
  readonly count: number;
}

/** A document that arrived, by its number among those prepared. */
export interface Arrived {
  readonly i: number;
  readonly id: string;
  readonly text: string;
  readonly lang?: string;
}

export class Watches {
  private readonly facts = new Map<string, WatchFacts>();
  private examples: ExampleTexts | undefined;
  private readonly passages = new PassageWatch();

  /** @param openExamples Opens the collection of examples, or makes it. */
  constructor(
    private readonly settings: CollectionSettings,
    private readonly clock: () => number,
    private readonly openExamples: () => Promise<ExampleTexts>,
  ) {}

  /** Reads the watches that are there. */
  async load(): Promise<void> {
    this.examples = await this.openExamples();
    for await (const { watch } of this.stored()) {
      const ends = watch.expires && watch.expires.getTime() / 1000;
      this.facts.set(watch.id, factsOf(watch, ends));
    }
  }

  async add(watches: readonly Watch[]): Promise<WatchAnswer[]> {
    const documents = watches.map((watch) => this.documentsOf(watch));
    this.examples ??= await this.openExamples();
    const answers: WatchAnswer[] = [];
    for (const [i, watch] of watches.entries()) {
      const before = this.facts.get(watch.id);
      const added = await this.examples.collection.add(documents[i]);
      const failed = added.find(({ state }) => state === 'failed');
      if (failed !== undefined) throw badOption('texts', 'texts that can be stored', failed.reason);
      if ((before?.count ?? 0) > watch.texts.length) {
        await this.examples.collection.remove(idsOf(watch.id, before!.count).slice(watch.texts.length));
      }
      this.facts.set(watch.id, factsOf(watch, this.endOf(watch)));
      this.passages.forget();
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
      gone.push(...idsOf(id, facts.count));
      this.facts.delete(id);
      return { id, state: 'removed' };
    });
    await this.examples?.collection.remove(gone);
    this.passages.forget();
    return answers;
  }

  /** All watches that have not ended, in the order in which they were made. */
  async *list(): AsyncGenerator<StoredWatch> {
    for await (const { watch } of this.stored()) yield watch;
  }

  /** What the watches find in documents that arrive. */
  async find(arrived: readonly Arrived[], prepared: PreparedTexts): Promise<FoundEvent[]> {
    if (this.facts.size === 0 || this.examples === undefined || arrived.length === 0) return [];
    const now = this.clock();
    const time = new Date(1000 * now).toISOString();
    const near = await this.findNear(arrived, prepared, now);
    const passages = await this.findPassages(arrived, now);
    return arrived.flatMap(({ id }, i) => {
      const watches = new Set([...near[i].keys(), ...passages[i].keys()]);
      return [...watches].sort().map((watch) => ({
        time,
        watch,
        id,
        ...(near[i].has(watch) && { near: near[i].get(watch) }),
        ...(passages[i].has(watch) && { passage: passages[i].get(watch) }),
      }));
    });
  }

  async close(): Promise<void> {
    await this.passages.close();
    await this.examples?.collection.close();
  }

  private async findNear(arrived: readonly Arrived[], prepared: PreparedTexts, now: number) {
    const { documents } = this.examples!;
    const { view, steps } = documents;
    const stored = {
      view,
      now,
      bytes: (number: number) => documents.bytes(number, view),
      content: (number: number) => documents.content(number, view),
      texts: (numbers: readonly number[]) => documents.texts(numbers, view),
    };
    const queries = arrived.map(({ i }) => prepared.query(i));
    const found = await findMatches(queries, stored, steps.engine, this.settings);
    return found.map(({ matches }) => {
      const byWatch = new Map<string, NonNullable<FoundEvent['near']>>();
      // the most alike first: the first one of a watch counts
      for (const { documents: numbers, evidence } of matches) {
        for (const number of numbers) {
          const [watch, text] = JSON.parse(documents.id(number, view)) as [string, number];
          const { near = this.settings.threshold, count = 0 } = this.facts.get(watch) ?? {
            near: false as const,
          };
          if (near === false || evidence.resemblance < near || text >= count || byWatch.has(watch)) continue;
          const { a: _, b: __, ...facts } = pairOf('', '', evidence);
          byWatch.set(watch, { text, ...facts });
        }
      }
      return byWatch;
    });
  }

  private async findPassages(arrived: readonly Arrived[], now: number) {
    const least = new Map<string, number>();
    for (const [id, { passage, expires = now + 1 }] of this.facts) {
      if (passage !== undefined && expires > now) least.set(id, passage);
    }
    if (least.size === 0) return arrived.map(() => new Map<string, NonNullable<FoundEvent['passage']>>());
    await this.passages.prepare(this.settings, () => this.stored());
    return Promise.all(arrived.map((document) => this.passages.find(document, least)));
  }

  /** The watches of now, in the order in which they were made. */
  private async *stored(): AsyncGenerator<{ readonly watch: StoredWatch }> {
    const watches = new Map<string, { first: CollectionDocument; texts: string[] }>();
    for await (const document of this.examples?.collection.documents() ?? []) {
      const [id, text] = JSON.parse(document.id) as [string, number];
      const found = watches.get(id) ?? { first: document, texts: [] };
      watches.set(id, found);
      if (text < (document.meta as unknown as WatchFacts).count) found.texts[text] = document.text;
    }
    for (const [id, { first, texts }] of watches) {
      const { near, passage, meta } = first.meta as unknown as WatchFacts;
      const { lang, seen: created, expires } = first;
      const some = { ...(lang !== undefined && { lang }), ...(expires !== undefined && { expires }) };
      const kinds = { ...(near !== undefined && { near }), ...(passage !== undefined && { passage }) };
      yield { watch: { id, texts, ...some, ...kinds, ...(meta !== undefined && { meta }), created } };
    }
  }

  private documentsOf(given: Watch): InputDocument[] {
    const watch = resolveOptions(WATCH_RULES, given);
    this.check(watch);
    const { id, texts, lang } = watch;
    const ids = idsOf(id, texts.length);
    // a document expires when its field `expires` says so
    return texts.map((text, i) => ({ id: ids[i], text, lang, meta: factsOf(watch, this.endOf(watch)) }));
  }

  private endOf({ expires }: Watch): number | undefined {
    return expires === undefined ? undefined : momentOf('expires', expires, this.clock(), 1);
  }

  private check({ id, texts, near, passage, meta }: Watch): void {
    const { threshold } = this.settings;
    if (typeof id !== 'string' || id === '') throw badOption('id', 'the name of a watch', id);
    const isText = (text: unknown) => typeof text === 'string' && text.trim() !== '';
    if (!Array.isArray(texts) || texts.length < 1 || texts.length > MOST_TEXTS || !texts.every(isText)) {
      throw badOption(
        'texts',
        `1 to ${MOST_TEXTS} texts`,
        Array.isArray(texts) ? `${texts.length} values` : texts,
      );
    }
    if (near !== undefined && near !== false && !(near >= threshold && near <= 1)) {
      throw badOption('near', `\`false\`, or from ${threshold} to 1`, near);
    }
    const [least, most] = PASSAGE_WORDS;
    if (passage !== undefined && !(Number.isInteger(passage) && passage >= least && passage <= most)) {
      throw badOption('passage', `an integer from ${least} to ${most}`, passage);
    }
    if (near === false && passage === undefined) {
      throw badOption('near', 'a share if no passage is looked for', near);
    }
    if (meta !== undefined && (typeof meta !== 'object' || meta === null))
      throw badOption('meta', 'an object', meta);
  }
}

function factsOf(
  { texts, near, passage, meta }: Pick<Watch, 'texts' | 'near' | 'passage' | 'meta'>,
  expires: number | undefined,
) {
  return { count: texts.length, near, passage, meta, expires } satisfies WatchFacts;
}

/** The ids of the examples of a watch. */
function idsOf(id: string, count: number): string[] {
  return Array.from({ length: count }, (_, i) => JSON.stringify([id, i]));
}
