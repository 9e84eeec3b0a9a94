/**
 * Documents that can be searched: signatures with their index, the ids, the term statistics by which queries are weighed, and the
 * canonical texts. Made from a corpus or a collection.
 */

import { Canonicalizer } from '../canonicalize/index.ts';
import type { TextTreatment } from '../canonicalize.ts';
import { BatchBuilder, prepareBatch } from '../corpus/index.ts';
import { type Address, plus } from '../engines/index.ts';
import type { Engine } from '../engines.ts';
import type { TermStatistics } from '../fingerprint/index.ts';
import type { Neighbor, SearchSettings, SignatureIndex } from '../nearest.ts';
import { joinBytes } from '../platform/join-bytes.ts';
import type { SearchMeasure } from './indexes/search-measure.ts';
import type { SignatureStore } from './indexes/signature-store.ts';
import { RANKED_BY_TEXT, TextRanker } from './rank-by-text.ts';
import { matchTerms, queryTerms } from './term-match.ts';
import type { CanonicalTexts } from './term-postings.ts';
import { termSlots } from './term-slots.ts';

/** A text that is looked for. */
export interface Query {
  /** Its name in results. */
  readonly id: string;
  readonly text: string | Uint8Array;
  readonly lang?: string;
}

/** The parts of a searchable collection. */
export interface SearchedParts {
  readonly engine: Engine;
  readonly store: Pick<SignatureStore, 'width' | 'bytes' | 'get' | 'close'>;
  readonly index: Pick<SignatureIndex, 'nearest' | 'nearestAll' | 'close'>;
  readonly statistics: TermStatistics;
  /** How texts were made canonical: queries must be treated alike. */
  readonly treatment: TextTreatment;
  idOf(number: number): string;
  /** The canonical text of a document. */
  textOf(number: number): Uint8Array;
  /** The canonical texts of all documents, to be searched from end to end. */
  readonly texts: CanonicalTexts;
}

/** A query and its results. */
export interface RankedAnswer {
  readonly query: Query;
  /** Its canonical text. */
  readonly text: string;
  readonly neighbors: readonly Neighbor[];
  /** The score of every neighbor, 0 to 1 (docs/search.md). */
  readonly scores: readonly number[];
}

/** A query of fewer known bits than this share is compared in these bits only: the others would say nothing. */
const KNOWN_SHARE = 0.9;
/** A query of at most this many different words is searched by its words (docs/search.md). */
const SHORT_QUERY = 20;
/** A query of more different words is a text rather than a search for words: its results are ranked like texts. */
const FEW_WORDS = 8;

export class Searchable {
  private readonly weights: Address;
  private readonly ranker: TextRanker;

  constructor(readonly parts: SearchedParts) {
    this.weights = parts.engine.heap.place(parts.statistics.weights());
    const { texts, statistics } = parts;
    const documentsWith = (terms: readonly string[]) =>
      termSlots(parts.engine, terms).map((slot) => statistics.counts[slot]);
    this.ranker = new TextRanker(texts, documentsWith);
  }

  /** The k nearest documents of every query, in the order of the queries. @param measure Compares what the index finds with everything. */
  async *search(
    queries: Iterable<Query>,
    k: number,
    settings: SearchSettings,
    measure?: SearchMeasure,
  ): AsyncGenerator<RankedAnswer> {
    const { engine, treatment } = this.parts;
    const canonicalizer = await Canonicalizer.open(engine.heap, treatment);
    const builder = new BatchBuilder(engine.heap);
    const waiting: Query[] = [];
    const answer = async (batch: Parameters<typeof prepareBatch>[0]) => {
      const prepared = await prepareBatch(batch, {
        engine,
        canonicalizer,
        canonical: treatment.canonical,
        simhashMode: 0,
        fingerprints: false,
        contents: true,
      });
      const answers = await this.answer(prepared, waiting.splice(0, batch.count), k, settings, measure);
      prepared.release();
      return answers;
    };
    for (const query of queries) {
      waiting.push(query);
      for (const batch of builder.add(query.text, query.lang)) yield* await answer(batch);
    }
    const last = builder.finish();
    if (last !== undefined) yield* await answer(last);
    canonicalizer.close();
  }

  /** Terms that a query and a document share, those that tell most first. */
  sharedTerms(queryText: string, number: number, most: number): string[] {
    const words = new Set(new TextDecoder().decode(this.parts.textOf(number)).split(' '));
    const shared = [...new Set(queryText.split(' '))].filter((word) => word !== '' && words.has(word));
    const slots = termSlots(this.parts.engine, shared);
    return shared
      .map((word, i) => ({ word, weight: this.weightAt(slots[i]) }))
      .sort((a, b) => b.weight - a.weight || (a.word < b.word ? -1 : 1))
      .slice(0, most)
      .map(({ word }) => word);
  }

  close(): void {
    this.parts.engine.heap.release(this.weights);
    this.parts.index.close();
    this.parts.store.close();
  }

  private async answer(
    prepared: { text: Address; offsets: Address },
    queries: readonly Query[],
    k: number,
    settings: SearchSettings,
    measure: SearchMeasure | undefined,
  ): Promise<RankedAnswer[]> {
    const { engine, store, index } = this.parts;
    const { heap } = engine;
    const { bytes, width } = store;
    const size = queries.length * bytes;
    const out = heap.allocate(2 * size);
    const masks = plus(out, size);
    const { text, offsets } = prepared;
    const call = { text, offsets, count: queries.length, width, weights: this.weights, out, masks };
    engine.kernels.topsig(call);
    const signatures = heap.u8.slice(out, out + size);
    const known = heap.u8.slice(masks, masks + size);
    heap.release(out);
    const piece = (of: Uint8Array, q: number) => of.subarray(q * bytes, (q + 1) * bytes);
    const bits = queries.map((_, q) => onesIn(piece(known, q)));
    const texts = queries.map((_, q) => canonicalOf(heap.u8, heap.u32, prepared, q));
    const isShort = texts.map((text) => queryTerms(text).length <= SHORT_QUERY);
    const full = queries.flatMap((_, q) => (!isShort[q] && bits[q] >= KNOWN_SHARE * width ? [q] : []));
    const short = queries.flatMap((_, q) => (isShort[q] ? [q] : []));
    // texts rank more than k, so that the same come first whatever k is
    const wanted = Math.max(k, RANKED_BY_TEXT);
    const asked = joinBytes(full.map((q) => piece(signatures, q)));
    const near = await index.nearestAll(asked, wanted, settings);
    await measure?.add(index, asked, width, near);
    const found = new Map(full.map((q, place) => [q, near[place]]));
    const hits = this.matchShort(
      short.map((q) => texts[q]),
      wanted,
    );
    const matched = new Map(short.map((q, place) => [q, hits[place]]));
    return queries.map((query, q) => {
      const [text, signature, mask] = [texts[q], piece(signatures, q), piece(known, q)];
      const words = matched.get(q);
      if (words !== undefined) {
        const neighbors = words.map(({ position }) => ({
          position,
          distance: maskedDistance(store.get(position), signature, mask),
        }));
        if (queryTerms(text).length > FEW_WORDS)
          return { query, text, ...this.ranked(text, neighbors, k, bits[q]) };
        return {
          query,
          text,
          neighbors: neighbors.slice(0, k),
          scores: words.slice(0, k).map(({ score }) => score),
        };
      }
      const all = found.get(q);
      const nearest = all ?? (bits[q] === 0 ? [] : index.nearest(signature, wanted, { ...settings, mask }));
      return { query, text, ...this.ranked(text, nearest, k, all === undefined ? bits[q] : width) };
    });
  }

  /** The first k of the nearest, with their scores. @param bits The number of bits that were compared. */
  private ranked(text: string, nearest: readonly Neighbor[], k: number, bits: number) {
    const score = (distance: number) => scoreOf(distance, bits);
    const ranked = this.ranker.rank(text, nearest, score);
    const neighbors = ranked.filter(({ score }) => score > 0).slice(0, k);
    return { neighbors, scores: neighbors.map(({ score }) => score) };
  }

  private matchShort(texts: readonly string[], k: number) {
    return texts.length === 0 ? [] : matchTerms(this.parts.texts, texts, k, (term) => this.factsOf(term));
  }

  private factsOf(term: string) {
    const [slot] = termSlots(this.parts.engine, [term]);
    return { weight: this.weightAt(slot), documents: this.parts.statistics.counts[slot] };
  }

  private weightAt(slot: number): number {
    return this.parts.engine.heap.u8[this.weights + slot];
  }
}

/** The cosine that the share of differing bits stands for: 1 for equal signatures, 0 for unrelated ones. */
export function scoreOf(distance: number, bits: number): number {
  return Math.max(0, Math.round(1e4 * Math.cos((Math.PI * distance) / bits)) / 1e4);
}

function canonicalOf(
  u8: Uint8Array,
  u32: Uint32Array,
  { text, offsets }: { text: number; offsets: number },
  number: number,
): string {
  const at = offsets / 4 + number;
  return new TextDecoder().decode(u8.slice(text + u32[at], text + u32[at + 1] - 1));
}

function maskedDistance(a: Uint8Array, b: Uint8Array, mask: Uint8Array): number {
  return onesIn(a.map((byte, i) => (byte ^ b[i]) & mask[i]));
}

function onesIn(bytes: Uint8Array): number {
  let ones = 0;
  for (let byte of bytes) for (; byte !== 0; byte &= byte - 1) ones++;
  return ones;
}
