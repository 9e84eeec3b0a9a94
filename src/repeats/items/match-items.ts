/**
 * From runs that a text has in common with items to what of each item stands in it. Every word that counts is equal, not only its hash.
 *
 * Runs near each other are a place. At a place the item is laid over the text so that the runs meet, and words count that stand there in three or
 * more equal ones in a row. Work on a place is bounded, so periodic texts take linear time.
 */
import { WORD_WEIGHT } from '../../engines/layouts/window-anchors.ts';
import { utf8Text } from '../../platform/bytes.ts';
import { wordStarts } from '../find/word-starts.ts';
import type { ItemSeeds } from './item-seeds.ts';
import { EQUAL_WORDS, type ItemText, type ItemTexts } from './item-texts.ts';

/** What of an item stands in a text. */
export interface ItemMatch {
  /** The number of its text. */
  readonly text: number;
  /** The share of its words, and that of what its words weigh among all items. */
  readonly share: number;
  readonly ownShare: number;
  /** Words of the longest equal run. */
  readonly longest: number;
  readonly contaminated: boolean;
  /** Words of the document, ascending: from, to. If it is found at several places, those of all. */
  readonly spans: readonly (readonly [from: number, to: number])[];
}

/** A run of the item that stands in the document: its first word in both. */
interface Seed {
  readonly word: number;
  readonly place: number;
}

type Span = [from: number, to: number];

/** A text of fewer words is a place as a whole. */
const LEAST_PLACE = 20;
/** Ways in which an item is laid over a place. */
const MOST_WAYS = 256;
/** Meetings of a document that are looked at; each takes the time of a few words. */
const MOST_MEETINGS = 1 << 22;
/** Words between two equal runs that belong to one span. */
const SPAN_GAP = 5;
/** Items of which less stands in a text are not listed. */
const LISTED_SHARE = 0.5;
/** The least share of an item's own weight. */
const OWN_SHARE = 0.8;
/** Up to this many words an item has to stand in a text as a whole; from so many on, `share` of it. */
const WHOLE_WORDS = 20;
const LONG_WORDS = 50;
/** Sums of shares are not exact. */
const EPSILON = 1e-6;

export class ItemMatcher {
  /** Documents with more meetings than were looked at. */
  truncated = 0;
  private document: { readonly bytes: Uint8Array; readonly starts: Uint32Array; readonly words: Int32Array } =
    {
      bytes: new Uint8Array(0),
      starts: new Uint32Array(1),
      words: new Int32Array(0),
    };

  /** @param share The share of a long item from which on it is found. */
  constructor(
    private readonly items: ItemTexts,
    private readonly seeds: ItemSeeds,
    private readonly share: number,
  ) {}

  /**
   * The items of which a good part stands in a document, in their order.
   *
   * @param found Where runs begin in its bytes, and their hashes, in turn.
   */
  matches(bytes: Uint8Array, found: readonly number[]): ItemMatch[] {
    const starts = wordStarts(bytes);
    this.document = { bytes, starts, words: new Int32Array(starts.length - 1).fill(UNKNOWN) };
    const matches: ItemMatch[] = [];
    for (const [text, seeds] of this.meetings(found)) {
      const match = this.matchOf(text, seeds);
      if (match !== undefined) matches.push(match);
    }
    return matches.sort((a, b) => a.text - b.text);
  }

  /** The seeds of every item that the document meets, ascending. */
  private meetings(found: readonly number[]): Map<number, Seed[]> {
    const { seeds } = this;
    const { starts } = this.document;
    const met = new Map<number, Seed[]>();
    const hits = Array.from({ length: found.length / 2 }, (_, i) => [found[2 * i], found[2 * i + 1]]);
    hits.sort(([a], [b]) => a - b);
    let meetings = 0;
    let word = 0;
    let last = -1;
    for (const [at, hash] of hits) {
      if (at === last) continue;
      last = at;
      while (starts[word] < at) word++;
      const [from, to] = seeds.rangeOf(hash);
      meetings += to - from;
      if (meetings > MOST_MEETINGS) {
        this.truncated++;
        break;
      }
      for (let i = from; i < to; i++) {
        const seed = { word, place: seeds.places[i] };
        const known = met.get(seeds.texts[i]);
        if (known === undefined) met.set(seeds.texts[i], [seed]);
        else known.push(seed);
      }
    }
    return met;
  }

  private matchOf(text: number, seeds: readonly Seed[]): ItemMatch | undefined {
    const item = this.items.texts[text];
    const reach = Math.max(LEAST_PLACE, item.words.length);
    let best: ItemMatch | undefined;
    const spans: Span[] = [];
    for (let from = 0, to = 0; from < seeds.length; from = to) {
      const first = seeds[from].word;
      for (to = from + 1; to < seeds.length; to++) {
        const { word } = seeds[to];
        if (word > seeds[to - 1].word + reach || word > first + 2 * reach) break;
      }
      const match = this.matchAt(text, item, seeds.slice(from, to));
      if (match.contaminated) spans.push(...(match.spans as Span[]));
      if (best === undefined || isBetter(match, best)) best = match;
    }
    if (best === undefined || Math.min(best.share, best.ownShare) < LISTED_SHARE) return undefined;
    return best.contaminated ? { ...best, spans: joined(spans) } : best;
  }

  /** What of an item stands at one place. */
  private matchAt(text: number, item: ItemText, seeds: readonly Seed[]): ItemMatch {
    const { words, weights, weight } = item;
    const stands = new Uint8Array(words.length);
    const spans: Span[] = [];
    let longest = 0;
    const ways = new Set<number>();
    for (const { word, place } of seeds) {
      if (ways.size === MOST_WAYS) break;
      const way = word - place;
      if (ways.has(way)) continue;
      ways.add(way);
      let run = 0;
      for (let at = 0; at <= words.length; at++) {
        if (at < words.length && this.wordAt(way + at) === words[at]) {
          run++;
          continue;
        }
        if (run >= EQUAL_WORDS) {
          stands.fill(1, at - run, at);
          spans.push([way + at - run, way + at]);
          longest = Math.max(longest, run);
        }
        run = 0;
      }
    }
    const own = this.items.ownOf(text);
    let [sum, ownSum, ownWeight] = [0, 0, 0];
    for (let at = 0; at < words.length; at++) {
      sum += stands[at] * weights[at];
      ownSum += stands[at] * own[at];
      ownWeight += own[at];
    }
    const share = sum / weight;
    const ownShare = Math.min(1, ownSum / ownWeight);
    const contaminated =
      share >= this.neededShare(weight / WORD_WEIGHT) - EPSILON && ownShare >= OWN_SHARE - EPSILON;
    return { text, share, ownShare, longest, contaminated, spans: joined(spans) };
  }

  private neededShare(words: number): number {
    const place = (words - WHOLE_WORDS) / (LONG_WORDS - WHOLE_WORDS);
    return 1 - (1 - this.share) * Math.min(1, Math.max(0, place));
  }

  /** The number of a word of the document; NONE if no item has it, or there is none. */
  private wordAt(at: number): number {
    const { bytes, starts, words } = this.document;
    if (at < 0 || at >= words.length) return NONE;
    if (words[at] === UNKNOWN)
      words[at] = this.items.numbers.find(utf8Text(bytes, starts[at], starts[at + 1] - 1));
    return words[at];
  }
}

const NONE = -1;
const UNKNOWN = -2;

function isBetter(a: ItemMatch, b: ItemMatch): boolean {
  if (a.contaminated !== b.contaminated) return a.contaminated;
  return a.share + a.ownShare > b.share + b.ownShare;
}

/** Spans in their order; those near each other become one. */
function joined(spans: readonly Span[]): Span[] {
  const found: Span[] = [];
  for (const [from, to] of [...spans].sort((a, b) => a[0] - b[0])) {
    const last = found.at(-1);
    if (last !== undefined && from <= last[1] + SPAN_GAP) last[1] = Math.max(last[1], to);
    else found.push([from, to]);
  }
  return found;
}
