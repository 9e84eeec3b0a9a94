/** Looks for a text in the anchors and sentence keys of a collection, and ranks the documents that share parts with it. */

import type { Boilerplate, FoundSources, SourceCandidate } from '../../comparison.ts';
import { ANCHOR_WORDS } from '../../engines/layouts/anchors.ts';
import type { Anchors } from './anchor-table.ts';
import type { SentenceWords } from './sentence-words.ts';
import { findParts, type PartLimits } from './shared-parts.ts';

export interface SearchLimits extends PartLimits {
  /** Anchors and keys in more places than this are boilerplate, and not followed. */
  readonly boilerplate: number;
}

/** Where to look. */
export interface Searched {
  /** Anchors, and keys of sentences. */
  readonly anchors: Anchors;
  idOf(document: number): string;
  /** The words of documents. */
  load(documents: readonly number[]): Promise<SentenceWords[]>;
}

/** Places of anchors that one search follows at most; those of the rarest anchors are followed first. */
const MOST_PLACES = 4_000_000;
/** Documents whose words are in memory at a time. */
const LOADED_AT_ONCE = 64;

export async function searchSources(
  query: SentenceWords,
  searched: Searched,
  limits: SearchLimits,
): Promise<FoundSources> {
  const meetings = new MeetingPlaces(query, searched, limits);
  // sentences first: they identify boilerplate
  meetings.addSentences();
  meetings.addAnchors();
  const candidates: SourceCandidate[] = [];
  const found = [...meetings.documents];
  for (let from = 0; from < found.length; from += LOADED_AT_ONCE) {
    const some = found.slice(from, from + LOADED_AT_ONCE);
    const words = await searched.load(some.map(([document]) => document));
    some.forEach(([document, meeting], i) => {
      const { parts, ranges } = findParts(query, words[i], meeting, limits);
      if (parts.length === 0) return;
      const shared = ranges.reduce((sum, [from, to]) => sum + to - from, 0);
      const id = searched.idOf(document);
      candidates.push({ document, id, words: shared, share: shared / query.length, ranges, parts });
    });
  }
  candidates.sort((x, y) => y.words - x.words || x.document - y.document);
  return { candidates, boilerplate: meetings.boilerplate(), words: query.length };
}

/** The anchors and sentences that a text and a document share, not yet compared. */
interface Meeting {
  /** Runs of words of the text that are anchors of the document, ascending. */
  readonly runs: number[];
  /** Sentences of the text that have a key in common with one of the document, ascending. */
  readonly sentences: number[];
}

class MeetingPlaces {
  readonly documents = new Map<number, Meeting>();
  /** Of every sentence: words in runs that occur in too many places, and in how many the rarest of these occurs. */
  private readonly commonWords: Uint32Array;
  private readonly commonPlaces: Float64Array;
  /** 1 if the sentence as a whole occurs in too many places: then so does every run of words inside it. */
  private readonly isCommon: Uint8Array;

  constructor(
    private readonly query: SentenceWords,
    private readonly searched: Searched,
    private readonly limits: SearchLimits,
  ) {
    this.commonWords = new Uint32Array(query.sentences.length);
    this.isCommon = new Uint8Array(query.sentences.length);
    this.commonPlaces = new Float64Array(query.sentences.length).fill(Number.POSITIVE_INFINITY);
  }

  addAnchors(): void {
    const { query } = this;
    const hashes = query.runs;
    const found = new FoundAnchors(hashes, this.searched.anchors, this.limits.boilerplate);
    const most = Math.min(this.limits.boilerplate, affordable(found.counts));
    // words before this one are known to be common
    let known = 0;
    for (let run = 0; run < hashes.length; run++) {
      const count = found.counts[run];
      if (count === 0) continue;
      const sentence = query.sentenceOf(run);
      const end = run + ANCHOR_WORDS;
      if (this.isCommon[sentence] === 1 && end <= query.firsts[sentence + 1]) continue;
      if (count > most) {
        this.addCommon(sentence, end - Math.max(run, known), count);
        known = end;
        continue;
      }
      for (const document of found.documents(run)) {
        const { runs } = this.meeting(document);
        // an anchor may be in a document several times
        if (runs.at(-1) !== run) runs.push(run);
      }
    }
  }

  addSentences(): void {
    const keys = this.query.keys.flatMap((own, sentence) => own.map((key) => ({ ...key, sentence })));
    const found = new FoundAnchors(
      Uint32Array.from(keys, ({ key }) => key),
      this.searched.anchors,
      this.limits.boilerplate,
    );
    const most = Math.min(this.limits.boilerplate, affordable(found.counts));
    for (const [i, { sentence, words, group }] of keys.entries()) {
      const count = found.counts[i];
      if (count <= most) {
        for (const document of found.documents(i)) {
          const { sentences } = this.meeting(document);
          if (sentences.at(-1) !== sentence) sentences.push(sentence);
        }
      } else if (group === 0) {
        this.isCommon[sentence] = 1;
        this.addCommon(sentence, words, count);
      }
    }
  }

  /** Sentences at least half of whose words are in runs that occur everywhere. */
  boilerplate(): Boilerplate[] {
    return this.query.sentences.flatMap(({ start, end }, sentence) => {
      const words = this.query.wordsOf(sentence).length;
      if (this.commonWords[sentence] === 0 || 2 * this.commonWords[sentence] < words) return [];
      return [{ sentence, start, end, places: this.commonPlaces[sentence] }];
    });
  }

  private addCommon(sentence: number, words: number, places: number): void {
    this.commonWords[sentence] += words;
    this.commonPlaces[sentence] = Math.min(this.commonPlaces[sentence], places);
  }

  private meeting(document: number): Meeting {
    let meeting = this.documents.get(document);
    if (meeting === undefined) {
      meeting = { runs: [], sentences: [] };
      this.documents.set(document, meeting);
    }
    return meeting;
  }
}

/** The documents of every hash; of those in many places, as many as it takes to know that. */
class FoundAnchors {
  /** In how many places each hash is; at most one more than may be followed. */
  readonly counts: Uint32Array;
  /** The documents of all hashes, while they are few enough to be kept. */
  private readonly lists: number[][] = [];

  constructor(
    private readonly hashes: Uint32Array,
    private readonly anchors: Anchors,
    private readonly most: number,
  ) {
    this.counts = new Uint32Array(hashes.length);
    let kept = 0;
    for (let i = 0; i < hashes.length; i++) {
      const list = this.find(i);
      this.counts[i] = list.length;
      kept += list.length;
      if (kept <= MOST_PLACES) this.lists.push(list);
    }
  }

  /** Of the hash with this number. */
  documents(i: number): readonly number[] {
    return this.lists[i] ?? this.find(i);
  }

  private find(i: number): number[] {
    const list: number[] = [];
    this.anchors.find(this.hashes[i], (document) => list.push(document) <= this.most);
    return list;
  }
}

/** In how many places an anchor may occur so that all such anchors together can be followed. */
function affordable(counts: Uint32Array): number {
  let all = 0;
  for (const count of counts) all += count;
  if (all <= MOST_PLACES) return Number.POSITIVE_INFINITY;
  const sorted = counts.slice().sort();
  let sum = 0;
  for (let i = 0; i < sorted.length; i++) {
    sum += sorted[i];
    if (sum > MOST_PLACES) return sorted[i] - 1;
  }
  return Number.POSITIVE_INFINITY;
}
