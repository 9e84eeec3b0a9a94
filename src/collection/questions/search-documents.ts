/** `search`: the documents of a collection that are most like a text. It is the batch search, over signatures that are kept. */
import { orAborted } from '../../abort.ts';
import type { SearchResult, Summary } from '../../answers/runs.ts';
import { CANONICALIZE_RULES } from '../../canonicalize/index.ts';
import type { CheckQuery, CollectionSettings, SearchAnswer } from '../../collection.ts';
import type { Steps } from '../../corpus/index.ts';
import {
  QUERY_RULES,
  type Queries,
  type Query,
  type QueryOptions,
  queryList,
  refuseUselessStructure,
  results,
  Searchable,
} from '../../nearest/index.ts';
import { defaultsOf, resolveOptions } from '../../option-rules.ts';
import { pause } from '../../platform/host.ts';
import { summaryOf } from '../../summary.ts';
import { inTurns } from '../in-turns.ts';
import {
  beginFirstEpoch,
  type LivingPiece,
  type SearchPiece,
  statisticsIn,
} from '../indexes/search-index.ts';
import type { SearchWeights } from '../indexes/search-weights.ts';
import type { TextIndex } from '../indexes/text-index.ts';
import type { DocumentTable } from '../tables/document-table.ts';
import { type DocumentView, isLivingIn } from '../tables/document-view.ts';
import type { LivingDocuments } from '../tables/living-documents.ts';
import { AskTogether } from './ask-together.ts';
import { storedNumber } from './check.ts';
import { SearchedDocuments } from './searched-documents.ts';

/** A new epoch begins when there are this many times the documents of the last one, as long as they are no more than this. */
const GROWTH = 4;
const RENEWED_UP_TO = 200_000;

/** Queries that are searched for together without a pause: each takes milliseconds of this thread. */
const SEARCHED_AT_ONCE = 8;

type Answered = Omit<SearchAnswer, 'commit'>;

/** The options shared by all queries that are answered together. */
interface GroupOptions extends Omit<QueryOptions, 'signal'> {
  /** True if the queries are stored documents, which are left out of their own results. */
  readonly isStored: boolean;
}

/** The state of the last search, and the documents it covers. */
interface Known {
  readonly searched: SearchedDocuments;
  readonly view: DocumentView;
  readonly epoch: string;
  /** Living documents when it was refreshed, and the second. */
  living: number;
  now: number;
}

interface Refreshed {
  readonly known: Known;
  readonly view: DocumentView;
  /** The statistics that weigh the signatures. */
  readonly statistics: SearchWeights['statistics'];
}

export class DocumentSearch {
  private known: Known | undefined;
  /** Searches that were asked for together, one after the other. */
  private readonly searches: AskTogether<string | CheckQuery, GroupOptions, Answered>;

  constructor(
    private readonly documents: LivingDocuments,
    readonly index: TextIndex<SearchPiece>,
    readonly weights: SearchWeights,
    private readonly steps: Steps,
    private readonly settings: CollectionSettings,
  ) {
    this.searches = new AskTogether(
      (queries, options) => this.index.ask(this.documents.view.tables, () => this.answer(queries, options)),
      1,
    );
  }

  search(query: string | CheckQuery, given: Partial<QueryOptions>): Promise<Answered> {
    const { signal, ...options } = resolveOptions(QUERY_RULES, given);
    refuseUselessStructure(given);
    const isStored = typeof query !== 'string' && query.text === undefined;
    const { length } = typeof query === 'string' ? query : (query.text ?? '');
    return orAborted(signal, this.searches.ask(query, { ...options, isStored }, length));
  }

  /** The answers to several queries, as the stream of `search`. */
  async *searchAll(queries: Queries, given: Partial<QueryOptions>): AsyncGenerator<SearchResult, Summary> {
    const start = performance.now();
    const { documents } = this;
    for (const query of queryList(queries)) yield* (await this.search(query, given)).results;
    let empty = 0;
    for (const number of documents.view.living(documents.now())) {
      const { table, document } = documents.view.locate(number);
      if (table.columns.words[document] === 0) empty++;
    }
    const { name: engine } = this.steps.engine;
    return summaryOf(start, { documents: documents.count(), empty, unreadable: 0, engine });
  }

  /** Whether the weights are those of the documents of a commit, and texts are treated as they are by default. */
  isAsBatch(commit: number): boolean {
    const { weights, documents, settings } = this;
    const defaults = Object.entries({ ...defaultsOf(CANONICALIZE_RULES), canonical: false });
    const isDefault = defaults.every(([name, value]) => settings[name as keyof CollectionSettings] === value);
    return isDefault && weights.commit === commit && weights.statistics?.documents === documents.count();
  }

  /** Begins a new epoch with the statistics of the living documents of tables. */
  renew(tables: readonly DocumentTable[]): Promise<void> {
    // the pieces stay open, although other work goes on
    return this.index.ask(tables, async () => {
      const pieces = await this.index.piecesOf(tables);
      const living = this.livingPieces(tables, pieces);
      // the documents of a delta may all be removed
      const isAny = living.some(({ piece, isLiving }) => piece.numbers.some((number) => isLiving(number)));
      if (!isAny) return;
      const statistics = await inTurns(statisticsIn(living, this.steps));
      if (this.weights.begin(statistics)) this.index.forgetFiles(tables);
    });
  }

  /** Renews the weights if the collection has grown much since. */
  async renewIfGrown(tables: readonly DocumentTable[]): Promise<void> {
    const living = tables.reduce((sum, table) => sum + table.living, 0);
    const from = this.weights.statistics?.documents ?? 0;
    if (living >= GROWTH * from && living <= RENEWED_UP_TO) await this.renew(tables);
  }

  get memory(): number {
    return this.known?.searched.memory ?? 0;
  }

  async close(): Promise<void> {
    await this.searches.settled();
    this.known?.searched.close();
  }

  private async answer(
    queries: readonly (string | CheckQuery)[],
    { isStored, ...options }: GroupOptions,
  ): Promise<Answered[]> {
    const { documents, settings } = this;
    const { known, view, statistics } = await this.refreshed();
    const count = documents.count();
    if (statistics === undefined) return queries.map(() => ({ results: [], documents: count }));
    const { lang, stopWords, stems, stemDictionary, ngram, segment, canonical } = settings;
    const searchable = new Searchable({
      ...(await known.searched.parts(options)),
      engine: this.steps.engine,
      statistics,
      treatment: { lang, stopWords, stems, stemDictionary, ngram, segment, canonical },
      idOf: (row) => documents.id(known.searched.numberOf(row, view), view),
    });
    try {
      const asked = queries.map((query) => this.queryOf(query));
      const found = queries.map((): SearchResult[] => []);
      // queries may have the same name
      const numbered = asked.map((query, i) => ({ ...query, id: String(i) }));
      const k = isStored ? options.k + 1 : options.k;
      for (let first = 0; first < numbered.length; first += SEARCHED_AT_ONCE) {
        if (first > 0) await pause();
        const some = numbered.slice(first, first + SEARCHED_AT_ONCE);
        for await (const result of results(searchable, some, { ...options, k })) {
          const [i, list] = [Number(result.query), found[Number(result.query)]];
          if (isStored && result.id === asked[i].id) continue;
          list.push({ ...result, query: asked[i].id, rank: list.length + 1 });
        }
      }
      return found.map((list) => ({ results: list.slice(0, options.k), documents: count }));
    } finally {
      searchable.close();
    }
  }

  private queryOf(query: string | CheckQuery): Query {
    if (typeof query === 'string') return { id: query, text: query };
    if (query.text !== undefined) return { id: query.id ?? query.text, text: query.text, lang: query.lang };
    const { documents } = this;
    return documents.document(storedNumber(query.id, documents, documents.now()));
  }

  /** The documents as they are now, based on the state of the last search as far as possible. */
  private async refreshed(): Promise<Refreshed> {
    const { documents, weights } = this;
    const { view } = documents;
    const pieces = await this.index.piecesOf(view.tables);
    beginFirstEpoch(this.livingPieces(view.tables, pieces), this.steps, weights);
    const now = documents.now();
    const living = view.tables.reduce((sum, table) => sum + table.living, 0);
    if (this.known !== undefined && (this.known.view !== view || this.known.epoch !== weights.name))
      this.forget();
    const known = this.known ?? this.gather(view, pieces);
    this.known = known;
    const last = view.tables.length - 1;
    const added = known.searched.add(last, view.tables[last], pieces[last]);
    if (added > 0 || known.living !== living || known.now !== now) {
      if (!known.searched.refresh(now)) {
        this.forget();
        return this.refreshed();
      }
      Object.assign(known, { living, now });
    }
    return { known, view, statistics: weights.statistics };
  }

  /** The pieces of tables, with the documents that are alive now. */
  private livingPieces(
    tables: readonly DocumentTable[],
    pieces: readonly (readonly SearchPiece[])[],
  ): LivingPiece[] {
    const now = this.documents.now();
    return tables.flatMap((table, t) =>
      pieces[t].map((piece) => ({ piece, isLiving: (number) => isLivingIn(table, number, now) })),
    );
  }

  /** The segments, without the delta. */
  private gather(view: DocumentView, pieces: readonly (readonly SearchPiece[])[]): Known {
    const searched = new SearchedDocuments(this.steps.engine);
    for (const [t, table] of view.tables.slice(0, -1).entries()) searched.add(t, table, pieces[t]);
    return { searched, view, epoch: this.weights.name, living: -1, now: -1 };
  }

  private forget(): void {
    this.known?.searched.close();
    this.known = undefined;
  }
}
