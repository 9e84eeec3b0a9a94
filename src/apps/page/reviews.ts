/** Verdicts and notes of the class, and the file that keeps them with its texts and settings, to go on with another day. */
import type { ReviewFields } from '../../report/pages/class/browser/review-cells.ts';
import { VERDICTS } from '../../report/pages/class/rows.ts';
import type { OverviewSettings, SavedText } from './messages.ts';

/** The name of such a file ends so. */
export const REVIEW_END = '.neardup-review.json';
const FORM = 'neardup review';

interface PairReview extends ReviewFields {
  readonly a: string;
  readonly b: string;
}

export interface SavedReview {
  readonly form: typeof FORM;
  readonly version: 1;
  readonly date: string;
  readonly settings: OverviewSettings;
  readonly reviews: readonly PairReview[];
  readonly documents: readonly SavedText[];
}

export class ClassReviews {
  private readonly known = new Map<string, PairReview>();
  /** Something was written that no file has. */
  isChanged = false;

  of(pair: { readonly a: string; readonly b: string }): PairReview | undefined {
    return this.known.get(keyOf(pair));
  }

  set({ a, b }: { readonly a: string; readonly b: string }, fields: ReviewFields): void {
    const key = keyOf({ a, b });
    if (Object.keys(fields).length === 0) this.known.delete(key);
    else this.known.set(key, { a, b, ...fields });
    this.isChanged = true;
  }

  replaceAll(reviews: readonly PairReview[]): void {
    this.known.clear();
    for (const review of reviews) this.known.set(keyOf(review), review);
    this.isChanged = false;
  }

  file(settings: OverviewSettings, documents: readonly SavedText[]): Blob {
    const date = new Date().toISOString();
    const file: SavedReview = {
      ...{ form: FORM, version: 1, date, settings, reviews: [...this.known.values()], documents },
    };
    return new Blob([JSON.stringify(file)], { type: 'application/json' });
  }
}

/** Reads such a file, which may come from anywhere: what is not as it should be is refused. */
export function readReviewFile(text: string): SavedReview {
  let file: Partial<SavedReview>;
  try {
    file = JSON.parse(text) ?? {};
  } catch {
    throw notRead('it is damaged.');
  }
  const { form, version, settings = {}, reviews, documents } = file;
  if (form !== FORM) throw notRead('it is no saved review.');
  if (version !== 1) throw notRead('a newer page has written it: open it with that one.');
  const { exclude = [] } = settings;
  const isWhole =
    isList(documents, isText) && documents.length > 1 && isList(reviews, isReview) && isList(exclude, isText);
  if (!isWhole) throw notRead('it is damaged.');
  return {
    ...{ form, version, date: String(file.date), reviews, documents },
    settings: {
      ...(settings.countCommon === true && { countCommon: true }),
      ...(settings.excludeQuotations === true && { excludeQuotations: true }),
      ...(settings.excludeBibliography === true && { excludeBibliography: true }),
      ...(exclude.length > 0 && { exclude }),
    },
  };
}

function keyOf({ a, b }: { readonly a: string; readonly b: string }): string {
  return JSON.stringify([a, b].sort());
}

function notRead(why: string): Error {
  return new Error(`The review cannot be opened: ${why}`);
}

function isList<T>(value: unknown, isItem: (each: unknown) => each is T): value is readonly T[] {
  return Array.isArray(value) && value.every(isItem);
}

function isText(value: unknown): value is SavedText {
  const { id, text, lang } = (value ?? {}) as Partial<SavedText>;
  return (
    typeof id === 'string' && typeof text === 'string' && (lang === undefined || typeof lang === 'string')
  );
}

function isReview(value: unknown): value is PairReview {
  const { a, b, state, note } = (value ?? {}) as Partial<PairReview>;
  const isState = state === undefined || VERDICTS.includes(state);
  const isNote = note === undefined || typeof note === 'string';
  return typeof a === 'string' && typeof b === 'string' && isState && isNote;
}
