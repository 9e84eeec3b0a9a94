/**
 * From seeds that a text has in common with items to what of each item stands in it. Every word that counts is equal, not only its hash.
 *
 * An item is met where the text has one of its own windows (`own-windows.ts`); those near each other are a place. At a place the item is laid over the
 * text so that the windows meet, and words count that stand there in three or more equal ones in a row. Work on a place is bounded, so periodic texts take linear time.
 */
import { WORD_WEIGHT } from '../../engines/layouts/window-anchors.ts';
import { DocumentWords, type EqualRun, type ItemSeed, ownRunsOf, runsInLine } from './equal-runs.ts';
import type { ItemSeeds } from './item-seeds.ts';
import type { ItemTexts } from './item-texts.ts';

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

/** Ways in which an item is laid over a place. */
const MOST_WAYS = 256;

type Span = [from: number, to: number];

/** A text of fewer words is a place as a whole. */
const LEAST_PLACE = 20;
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

  /** @param share The share of a long item from which on it is found. */
  constructor(
    private readonly items: ItemTexts,
    private readonly seeds: Pick<ItemSeeds, 'rangeOf' | 'texts' | 'places'>,
    private readonly share: number,
  ) {}

  /**
   * The items of which a good part stands in a document, in their order.
   *
   * @param found Where runs begin in its bytes, and their hashes, in turn.
   */
  matches(bytes: Uint8Array, found: readonly number[]): ItemMatch[] {
    const document = new DocumentWords(bytes, this.items.numbers);
    const matches: ItemMatch[] = [];
    for (const [text, seeds] of this.meetings(found, document.starts)) {
      const match = this.matchOf(text, document, seeds);
      if (match !== undefined) matches.push(match);
    }
    return matches.sort((a, b) => a.text - b.text);
  }

  /** The seeds of every item that the document meets, ascending. */
  private meetings(found: readonly number[], starts: Uint32Array): Map<number, ItemSeed[]> {
    const { seeds } = this;
    const met = new Map<number, ItemSeed[]>();
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

  private matchOf(text: number, document: DocumentWords, seeds: readonly ItemSeed[]): ItemMatch | undefined {
    const { words } = this.items.texts[text];
    const reach = Math.max(LEAST_PLACE, words.length);
    const runs = ownRunsOf(words, this.items.windows[text], document, seeds);
    let best: ItemMatch | undefined;
    const spans: Span[] = [];
    for (let from = 0, to = 0; from < runs.length; from = to) {
      const first = runs[from].from;
      for (to = from + 1; to < runs.length; to++)
        if (runs[to].from > runs[to - 1].to + reach || runs[to].from > first + 2 * reach) break;
      const ways = new Set(runs.slice(from, to).map((run) => run.from - run.place));
      const match = this.matchAt(
        text,
        [...ways].slice(0, MOST_WAYS).flatMap((way) => runsInLine(words, document, way)),
      );
      if (match.contaminated) spans.push(...(match.spans as Span[]));
      if (best === undefined || isBetter(match, best)) best = match;
    }
    if (best === undefined || Math.min(best.share, best.ownShare) < LISTED_SHARE) return undefined;
    return best.contaminated ? { ...best, spans: joined(spans) } : best;
  }

  /** What of an item stands in these runs. */
  private matchAt(text: number, runs: readonly EqualRun[]): ItemMatch {
    const { words, weights, weight } = this.items.texts[text];
    const stands = new Uint8Array(words.length);
    let longest = 0;
    for (const { from, to, place } of runs) {
      stands.fill(1, place, place + to - from);
      longest = Math.max(longest, to - from);
    }
    const spans = runs.map(({ from, to }): Span => [from, to]);
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
}

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
