/** Looks for a text in the anchors and fingerprints of a collection, and ranks the documents that share parts with it. */

import type { Boilerplate, FoundSources, SourceCandidate } from '../../comparison.ts';
import type { AnchorTable } from './anchor-table.ts';
import { ANCHOR_WORDS, runHashes } from './anchors.ts';
import type { PartFingerprints, PartPrints } from './part-fingerprints.ts';
import type { QueryWords } from './query-words.ts';
import { PartFinder, type PartLimits } from './shared-parts.ts';
import type { SourceTexts } from './source-texts.ts';

export interface SearchLimits extends PartLimits {
  /** What occurs in more places than this is boilerplate, and not followed. */
  readonly boilerplate: number;
}

/** Where to look. */
export interface Searched {
  readonly table: AnchorTable;
  readonly texts: SourceTexts;
  readonly prints: PartFingerprints;
}

/** Places of anchors that one search follows at most; those of the rarest anchors are followed first. */
const MOST_PLACES = 4_000_000;

export function searchSources(
  query: QueryWords,
  prints: PartPrints,
  searched: Searched,
  limits: SearchLimits,
): FoundSources {
  const meetings = new MeetingPlaces(query, searched, limits);
  // fingerprints first: they tell which sentences are boilerplate
  meetings.addFingerprints(prints);
  meetings.addAnchors();
  const candidates: SourceCandidate[] = [];
  for (const [document, found] of meetings.documents) {
    const { parts, ranges } = new PartFinder(query, searched.texts, document, limits).find(found);
    if (parts.length === 0) continue;
    const words = ranges.reduce((sum, [from, to]) => sum + to - from, 0);
    const id = searched.texts.ids[document];
    candidates.push({ document, id, words, share: words / query.length, ranges, parts });
  }
  candidates.sort((x, y) => y.words - x.words || x.document - y.document);
  return { candidates, boilerplate: meetings.boilerplate(), words: query.length };
}

/** What a text and a document have in common, before it is looked at. */
interface Meeting {
  readonly own: number[];
  readonly theirs: number[];
  readonly sentences: { own: number; theirs: number }[];
  readonly paragraphs: { own: number; theirs: number }[];
}

class MeetingPlaces {
  readonly documents = new Map<number, Meeting>();
  /** Of every sentence: words in runs that occur in too many places, and in how many the rarest of these occurs. */
  private readonly commonWords: Uint32Array;
  private readonly commonPlaces: Float64Array;
  /** 1 if the sentence as a whole occurs in too many places: then so does every run of words inside it. */
  private readonly isCommon: Uint8Array;

  constructor(
    private readonly query: QueryWords,
    private readonly searched: Searched,
    private readonly limits: SearchLimits,
  ) {
    this.commonWords = new Uint32Array(query.sentences.length);
    this.isCommon = new Uint8Array(query.sentences.length);
    this.commonPlaces = new Float64Array(query.sentences.length).fill(Number.POSITIVE_INFINITY);
  }

  addAnchors(): void {
    const { query } = this;
    const { table, texts } = this.searched;
    const hashes = runHashes(query.hashes);
    const firsts = new Int32Array(hashes.length);
    const counts = new Uint32Array(hashes.length);
    for (let run = 0; run < hashes.length; run++) {
      firsts[run] = table.find(hashes[run]);
      if (firsts[run] !== -1) counts[run] = table.endOf(firsts[run]) - firsts[run];
    }
    const most = Math.min(this.limits.boilerplate, affordable(counts));
    // words before this one are known to be common
    let known = 0;
    for (let run = 0; run < hashes.length; run++) {
      if (counts[run] === 0) continue;
      const sentence = query.sentenceOf(run);
      const end = run + ANCHOR_WORDS;
      if (this.isCommon[sentence] === 1 && end <= query.firsts[sentence + 1]) continue;
      if (counts[run] > most) {
        this.addCommon(sentence, end - Math.max(run, known), counts[run]);
        known = end;
        continue;
      }
      for (let at = firsts[run]; at < firsts[run] + counts[run]; at++) {
        const place = table.placeAt(at);
        const meeting = this.meeting(texts.documentOfWord(place));
        meeting.own.push(run);
        meeting.theirs.push(place);
      }
    }
  }

  addFingerprints(prints: PartPrints): void {
    const { prints: indexes, texts } = this.searched;
    const { boilerplate } = this.limits;
    const common = new Set<bigint>();
    prints.sentences.forEach((fingerprint, own) => {
      if (fingerprint === 0n) return;
      const hits = common.has(fingerprint) ? undefined : indexes.sentences.query(fingerprint, boilerplate);
      if (hits === undefined || hits.length > boilerplate) {
        common.add(fingerprint);
        this.isCommon[own] = 1;
        this.addCommon(own, this.query.wordsOf(own).length, boilerplate + 1);
        return;
      }
      for (const { position } of hits) {
        const theirs = indexes.sentenceAt.get(position);
        this.meeting(texts.documentOfSentence(theirs)).sentences.push({ own, theirs });
      }
    });
    for (const { first, fingerprint } of prints.paragraphs) {
      const hits = indexes.paragraphs.query(fingerprint, boilerplate);
      if (hits.length > boilerplate) continue;
      for (const { position } of hits) {
        const theirs = indexes.paragraphAt.get(position);
        const document = texts.documentOfSentence(texts.paragraph(theirs).first);
        this.meeting(document).paragraphs.push({ own: first, theirs });
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
      meeting = { own: [], theirs: [], sentences: [], paragraphs: [] };
      this.documents.set(document, meeting);
    }
    return meeting;
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
