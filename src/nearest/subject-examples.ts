/**
 * Is a text about the subject of an example? The cosine of their words, each weighed by how rare it is: 1 if both have the same words equally often,
 * 0 if they have none in common. Signatures estimate this cosine too coarsely for texts that are only about the same subject.
 */
import { log2 } from '../fingerprint/index.ts';

/** Words in more than the share COMMON of documents are known by name; all others weigh like a word in the share RARE. */
const COMMON = 0.01;
const RARE = 0.002;
/** Words that an answer names at most. */
const SHARED_WORDS = 8;

/** In how many documents common words are. */
export interface CommonWords {
  /** Documents that were counted. */
  readonly documents: number;
  readonly counts: Readonly<Record<string, number>>;
}

/** An example: how often it has each word, and in how many of the documents those words are that are in some. */
export interface SubjectExample {
  /** Its canonical text. */
  readonly text: string;
  readonly documents: number;
  readonly counts: Readonly<Record<string, number>>;
}

export interface Likeness {
  /** From 0 to 1. */
  readonly score: number;
  /** Words of both, those that add most to the score first. */
  readonly shared: readonly string[];
}

/** Counts in how many documents words are. */
export class SubjectCounts {
  private readonly counts = new Map<string, number>();
  documents = 0;

  /** @param text A canonical text. */
  add(text: string): void {
    this.documents++;
    for (const word of timesOf(text).keys()) this.counts.set(word, (this.counts.get(word) ?? 0) + 1);
  }

  common(): CommonWords {
    const least = COMMON * this.documents;
    const common = [...this.counts].filter(([, count]) => count >= least);
    return { documents: this.documents, counts: Object.fromEntries(common) };
  }

  /** @param text A canonical text. */
  example(text: string): SubjectExample {
    const counts = [...timesOf(text).keys()].flatMap((word) => {
      const count = this.counts.get(word);
      return count === undefined ? [] : [[word, count] as const];
    });
    return { text, documents: this.documents, counts: Object.fromEntries(counts) };
  }
}

/** A word's contribution to an example. */
interface Posting {
  readonly example: number;
  /** How rare the word is, and its weight in the example of length 1. */
  readonly rarity: number;
  readonly weight: number;
}

export class SubjectExamples {
  private readonly rarities = new Map<string, number>();
  private readonly rare: number;
  private readonly postings = new Map<string, Posting[]>();
  private count = 0;

  constructor({ documents, counts }: CommonWords) {
    this.rare = rarityOf(Math.max(1, RARE * documents), documents);
    for (const [word, count] of Object.entries(counts)) this.rarities.set(word, rarityOf(count, documents));
  }

  /** Examples are numbered from 0. */
  add({ text, documents, counts }: SubjectExample): void {
    const having = new Map(Object.entries(counts));
    const words = [...timesOf(text)].map(([word, times]) => {
      const rarity = rarityOf(having.get(word) ?? 0, documents);
      return { word, rarity, weight: damped(times) * rarity };
    });
    const length = Math.sqrt(words.reduce((sum, { weight }) => sum + weight * weight, 0));
    for (const { word, rarity, weight } of words) {
      const list = this.postings.get(word) ?? [];
      this.postings.set(word, list);
      list.push({ example: this.count, rarity, weight: weight / length });
    }
    this.count++;
  }

  /** The examples that a text resembles at least as much as they ask for. @param text A canonical text. */
  find(text: string, least: readonly number[]): Map<number, Likeness> {
    const times = timesOf(text);
    const products = new Float64Array(this.count);
    // corrections by the examples' own counts, which are better than those of common words
    const corrections = new Float64Array(this.count);
    let squares = 0;
    for (const [word, count] of times) {
      const damp = damped(count);
      const own = damp * (this.rarities.get(word) ?? this.rare);
      squares += own * own;
      for (const { example, rarity, weight } of this.postings.get(word) ?? []) {
        products[example] += damp * rarity * weight;
        corrections[example] += damp * rarity * damp * rarity - own * own;
      }
    }
    const found = new Map<number, Likeness>();
    for (let example = 0; example < this.count; example++) {
      if (products[example] === 0) continue;
      const cosine = products[example] / Math.sqrt(squares + corrections[example]);
      const score = Math.min(1, Math.round(1e4 * cosine) / 1e4);
      if (score >= least[example]) found.set(example, { score, shared: this.sharedWith(example, times) });
    }
    return found;
  }

  private sharedWith(example: number, times: ReadonlyMap<string, number>): string[] {
    const shared: { word: string; adds: number }[] = [];
    for (const [word, count] of times) {
      const posting = this.postings.get(word)?.find((each) => each.example === example);
      if (posting !== undefined) shared.push({ word, adds: damped(count) * posting.rarity * posting.weight });
    }
    shared.sort((a, b) => b.adds - a.adds || (a.word < b.word ? -1 : 1));
    return shared.slice(0, SHARED_WORDS).map(({ word }) => word);
  }
}

/** How rare a word is that `count` of the documents have; above 0. */
function rarityOf(count: number, documents: number): number {
  return log2((documents + 1) / (Math.min(count, documents) + 0.5)) + 1 / 256;
}

/** A word that comes ten times says more than one that comes once, but not ten times as much. */
function damped(times: number): number {
  return 1 + log2(times);
}

/** How often a canonical text has each word. */
function timesOf(text: string): Map<string, number> {
  const times = new Map<string, number>();
  for (const word of text.split(/[\0- ]+/)) if (word !== '') times.set(word, (times.get(word) ?? 0) + 1);
  return times;
}
