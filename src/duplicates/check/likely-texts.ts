/** Which of very many candidates may a text resemble at all? Their sketches say so, most of which are known from texts before. */
import { type HeapText, here } from '../../corpus/index.ts';
import type { VerifyOptions } from '../../duplicates.ts';
import type { Engine } from '../../engines.ts';
import { CROWD } from '../candidates/crowds.ts';
import { hashShingles } from '../proof/shingle-hashes-job.ts';
import { BYTES_HERE, JOB_BYTES } from './limits.ts';
import type { ChosenTexts, StoredDocuments, TextQuery } from './stored-candidates.ts';
import { HASH_WORDS } from './text-numbers.ts';

/** Queries whose sketches are made together: with all of their candidates they are fewer than can be known. */
const TOGETHER = 128;

/** The wanted candidates of every query, by place. If they are a crowd, those that the query cannot resemble are left out. */
export async function likelyTexts(
  found: readonly ChosenTexts[],
  wanted: readonly Uint32Array[],
  queries: readonly TextQuery[],
  stored: StoredDocuments,
  engine: Engine,
  options: VerifyOptions,
): Promise<readonly Uint32Array[]> {
  // sketches say nothing of containment
  if (options.containment !== undefined) return wanted;
  const likely = [...wanted];
  const crowds = [...wanted.keys()].filter((query) => wanted[query].length > CROWD);
  for (let first = 0; first < crowds.length; first += TOGETHER) {
    const some = crowds.slice(first, first + TOGETHER);
    const places = new Places(
      stored,
      some.length + some.reduce((sum, query) => sum + wanted[query].length, 0),
    );
    const own = some.map((query) => places.ofQuery(queries[query]));
    const others = some.map((query) => {
      const { texts, firsts } = found[query];
      return wanted[query].map((place) => places.ofText(texts[place], firsts[place]));
    });
    await places.makeAll(engine, options);
    const { sketches } = stored.known;
    for (const [i, query] of some.entries()) {
      const isLikely = sketches.likely(own[i], options.threshold);
      likely[query] = wanted[query].filter((_, k) => isLikely(others[i][k]));
    }
  }
  return likely;
}

/** The places of texts among the known sketches, and the sketches still to be made. */
class Places {
  private readonly queries = new Map<number, TextQuery>();
  private readonly documents = new Map<number, number>();
  /** 1 + the place of every text in `KeyLists`; 0 if it was not asked for yet. */
  private readonly placeOf: Uint32Array;

  constructor(
    private readonly stored: StoredDocuments,
    texts: number,
  ) {
    stored.known.reserve(texts);
    this.placeOf = new Uint32Array(stored.lists.texts.count);
  }

  ofQuery(query: TextQuery): number {
    const hash = new Uint32Array(BigUint64Array.from(query.content()).buffer);
    const place = this.stored.known.placeOf(hash, 0);
    if (!this.stored.known.sketches.has(place)) this.queries.set(place, query);
    return place;
  }

  /** @param number A document that has the text. */
  ofText(text: number, number: number): number {
    if (this.placeOf[text] !== 0) return this.placeOf[text] - 1;
    const { view, known } = this.stored;
    const { table, document } = view.locate(number);
    const place = known.placeOf(table.contentWords, HASH_WORDS * document);
    if (!known.sketches.has(place) && !this.queries.has(place)) this.documents.set(place, number);
    this.placeOf[text] = place + 1;
    return place;
  }

  /** Makes the sketches that are missing. */
  async makeAll(engine: Engine, options: VerifyOptions): Promise<void> {
    const { stored, queries, documents } = this;
    await this.make([...queries.keys()], [...queries.values()], engine, options);
    let places: number[] = [];
    let bytes = 0;
    const last = [...documents.keys()].at(-1);
    for (const [place, number] of documents) {
      places.push(place);
      bytes += stored.bytes(number);
      if (bytes < JOB_BYTES && place !== last) continue;
      const texts = await stored.texts(places.map((each) => documents.get(each)!));
      try {
        const all = places.map((_, i) => texts.text(i));
        await this.make(places, all, engine, options);
      } finally {
        texts.release();
      }
      places = [];
      bytes = 0;
    }
  }

  private async make(
    places: readonly number[],
    texts: readonly HeapText[],
    engine: Engine,
    options: VerifyOptions,
  ): Promise<void> {
    if (places.length === 0) return;
    const ranges = Float64Array.from(texts.flatMap(({ address, length }) => [address, length]));
    const bytes = texts.reduce((sum, { length }) => sum + length, 0);
    const hashes = await hashShingles({ ranges }, bytes < BYTES_HERE ? here(engine) : engine, options);
    for (const [i, place] of places.entries()) this.stored.known.sketches.take(place, hashes[i]);
  }
}
