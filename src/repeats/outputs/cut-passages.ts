/**
 * What was cut, for the page: how often each passage was, and one place of each. The excerpts of those that are listed are taken from the texts
 * when they are read once more.
 */
import type { CutsPageData, Excerpt, ListedPassage } from '../../report/index.ts';

/** A part of the text of a document. */
interface PlaceInText {
  readonly document: number;
  readonly start: number;
  readonly end: number;
}

interface Passage {
  count: number;
  readonly words: number;
  readonly cut: PlaceInText;
  readonly kept?: PlaceInText;
  readonly name?: string;
}

/** Passages that are listed, and those that are counted at the same time: beyond that, the rarest are forgotten. */
const LISTED = 200;
const COUNTED = 50_000;
/** Characters of a passage that are shown, and of the text on either side. */
const SHOWN = 2000;
const AROUND = 200;
const TENTHS = 10;

export class CutPassages {
  /** Documents by the share of their words that was cut: see `CutsPageData`. */
  readonly histogram = new Array<number>(TENTHS + 1).fill(0);
  private readonly passages = new Map<string, Passage>();
  private readonly excerpts = new Map<PlaceInText, Omit<Excerpt, 'id'>>();
  private readonly wanted = new Map<number, PlaceInText[]>();
  private listed: Passage[] = [];
  private forgotten = 0;

  /** @param documents All of them; those with a cut move to their tenth. */
  constructor(documents: number) {
    this.histogram[0] = documents;
  }

  addDocument(share: number): void {
    if (share <= 0) return;
    this.histogram[0]--;
    this.histogram[Math.max(1, Math.ceil(TENTHS * share))]++;
  }

  /** @param key Equal for equal passages. */
  add(key: string, passage: Omit<Passage, 'count'>): void {
    const known = this.passages.get(key);
    if (known !== undefined) {
      known.count++;
      return;
    }
    if (this.passages.size >= COUNTED) this.forgetRarest();
    this.passages.set(key, { ...passage, count: 1 });
  }

  /** Chooses what is listed, once all are counted. */
  choose(): void {
    const all = [...this.passages.values()];
    this.listed = all.sort((a, b) => b.count - a.count || b.words - a.words).slice(0, LISTED);
    for (const { cut, kept } of this.listed) {
      for (const place of kept === undefined ? [cut] : [cut, kept]) {
        const own = this.wanted.get(place.document);
        if (own === undefined) this.wanted.set(place.document, [place]);
        else own.push(place);
      }
    }
  }

  isWanted(document: number): boolean {
    return this.wanted.has(document);
  }

  /** Takes the excerpts from a document that is wanted. */
  look(document: number, text: string): void {
    for (const place of this.wanted.get(document) ?? []) {
      const { start, end } = place;
      const shown = text.slice(start, Math.min(end, start + SHOWN));
      const around = (part: string) => part.toWellFormed();
      this.excerpts.set(place, {
        before: around(text.slice(Math.max(0, start - AROUND), start)),
        text: around(end > start + SHOWN ? `${shown} …` : shown),
        after: end > start + SHOWN ? '' : around(text.slice(end, end + AROUND)),
      });
    }
  }

  /** What the page lists. */
  rows(idOf: (document: number) => string): Pick<CutsPageData, 'passages' | 'unlisted'> {
    const excerptOf = (place: PlaceInText): Excerpt => ({
      ...{ id: idOf(place.document), before: '', text: '', after: '' },
      ...this.excerpts.get(place),
    });
    const passages = this.listed.map(
      ({ count, words, cut, kept, name }): ListedPassage => ({
        ...{ count, words, cut: excerptOf(cut) },
        ...(kept !== undefined && { kept: excerptOf(kept) }),
        ...(name !== undefined && { name }),
      }),
    );
    return { passages, unlisted: this.passages.size + this.forgotten - this.listed.length };
  }

  private forgetRarest(): void {
    const ascending = [...this.passages].sort(([, a], [, b]) => a.count - b.count);
    for (const [key] of ascending.slice(0, COUNTED / 2)) this.passages.delete(key);
    this.forgotten += COUNTED / 2;
  }
}
