/**
 * The texts on the page. Only some fit in: texts of the least similar pairs come first, because these should be checked before
 * anything is removed.
 */
import type { Group } from '../../../answers/copies.ts';
import type { PageLimits } from './limits.ts';
import { listedMembers } from './listed-members.ts';

/** A text to be shown, and its language if it is known. */
export interface ReportText {
  readonly text: string;
  /** ISO 639-1 code. */
  readonly lang?: string;
}

/** The beginning of a text as the page holds it. */
export interface PageText {
  readonly shown: string;
  readonly lang: string;
  /** UTF-16 code units of the whole text. */
  readonly length: number;
}

/** A removed document and the one that was kept for it. */
interface Pair {
  readonly id: string;
  readonly kept: string;
}

/** Texts may turn out longer than estimated: more than this many times the limit is not held. */
const MOST_HELD = 4;
/** Bytes that a text takes besides its own. */
const ROW_BYTES = 64;
const ENCODER = new TextEncoder();

export class PageTexts {
  /** The ids of texts that may be shown: `add` them. */
  readonly wanted: ReadonlySet<string>;
  private readonly pairs: readonly Pair[];
  private readonly limits: PageLimits;
  private readonly texts = new Map<string, PageText>();
  private held = 0;

  /** `groups` are gone through more than once. `estimate` gives about how many code units or bytes a text has. */
  constructor(groups: Iterable<Group>, estimate: (id: string) => number, limits: PageLimits) {
    this.limits = limits;
    const sizeOf = (id: string) => Math.min(estimate(id), limits.text) + ROW_BYTES;
    this.pairs = pairsWithin(mostImportantFirst(groups, limits), sizeOf, limits.texts);
    this.wanted = idsOf(this.pairs);
  }

  add(id: string, { text, lang = '' }: ReportText): void {
    if (!this.wanted.has(id) || this.held > MOST_HELD * this.limits.texts) return;
    const shown = cut(text, this.limits.text);
    this.held += shown.length;
    this.texts.set(id, { shown, lang, length: text.length });
  }

  /** The texts of the pairs that fit into the page, by id. A pair has both of its texts or none. */
  fitting(): ReadonlyMap<string, PageText> {
    const known = this.pairs.filter(({ id, kept }) => this.texts.has(id) && this.texts.has(kept));
    const sizeOf = (id: string) => ENCODER.encode(this.texts.get(id)?.shown).length + ROW_BYTES;
    const ids = idsOf(pairsWithin(known, sizeOf, this.limits.texts));
    return new Map([...this.texts].filter(([id]) => ids.has(id)));
  }
}

/** The least alike pairs first. Of a large group, all but its least alike members come after those of other groups. */
function mostImportantFirst(groups: Iterable<Group>, limits: PageLimits): Pair[] {
  const pairs: (Pair & { resemblance: number; round: number })[] = [];
  const listedOf = listedMembers(groups, limits.members);
  for (const group of groups) {
    const listed = [...listedOf(group)].sort((x, y) => x.resemblance - y.resemblance);
    listed.forEach(({ id, resemblance }, i) => {
      pairs.push({ id, kept: group.kept, resemblance, round: i < limits.textsPerGroup ? 0 : 1 });
    });
  }
  return pairs.sort((x, y) => x.round - y.round || x.resemblance - y.resemblance);
}

/** As many pairs as fit; a text that several pairs share counts once. */
function pairsWithin(pairs: readonly Pair[], sizeOf: (id: string) => number, limit: number): Pair[] {
  const seen = new Set<string>();
  let left = limit;
  const end = pairs.findIndex(({ id, kept }) => {
    for (const each of [kept, id]) {
      if (seen.has(each)) continue;
      seen.add(each);
      left -= sizeOf(each);
    }
    return left < 0;
  });
  return end === -1 ? [...pairs] : pairs.slice(0, end);
}

function idsOf(pairs: readonly Pair[]): Set<string> {
  return new Set(pairs.flatMap(({ id, kept }) => [kept, id]));
}

/** At most `length` code units, without half a character at the end. */
function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? length - 1 : length);
}
