/** Verdicts and notes of the class, and the file that keeps them with its texts and settings, to go on with another day. */
import type { UnreadFile } from '../../answers/comparisons.ts';
import type { ReviewFields } from '../../report/pages/class/browser/review-cells.ts';
import { VERDICTS } from '../../report/pages/class/rows.ts';
import type { UnseenIn } from './found.ts';
import type { OverviewSettings, SavedText } from './messages.ts';
import { pageSay } from './say.ts';

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
  /** Files that could not be read, and documents with letters that nobody sees. */
  readonly unread: readonly UnreadFile[];
  readonly unseen: readonly UnseenIn[];
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

  file(
    settings: OverviewSettings,
    documents: readonly SavedText[],
    { unread, unseen }: Pick<SavedReview, 'unread' | 'unseen'>,
  ): Blob {
    const date = new Date().toISOString();
    const file: SavedReview = {
      ...{ form: FORM, version: 1, date, settings, reviews: [...this.known.values()], documents },
      ...{ unread, unseen },
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
    throw new Error(pageSay.reviewProblem.damaged);
  }
  // older files have no lists of what could not be read
  const { form, version, settings = {}, reviews, documents, unread = [], unseen = [] } = file;
  if (form !== FORM) throw new Error(pageSay.reviewProblem.other);
  if (version !== 1) throw new Error(pageSay.reviewProblem.newer);
  const { exclude = [] } = settings;
  const isWhole =
    isList(documents, isText) && documents.length > 1 && isList(reviews, isReview) && isList(exclude, isText);
  const isRead = isList(unread, isUnread) && isList(unseen, isUnseen);
  if (!isWhole || !isRead) throw new Error(pageSay.reviewProblem.damaged);
  return {
    ...{ form, version, date: String(file.date), reviews, documents, unread, unseen },
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

function isList<T>(value: unknown, isItem: (each: unknown) => each is T): value is readonly T[] {
  return Array.isArray(value) && value.every(isItem);
}

function isText(value: unknown): value is SavedText {
  const { id, text, lang } = (value ?? {}) as Partial<SavedText>;
  return (
    typeof id === 'string' && typeof text === 'string' && (lang === undefined || typeof lang === 'string')
  );
}

function isUnread(value: unknown): value is UnreadFile {
  const { source, reason } = (value ?? {}) as Partial<UnreadFile>;
  return typeof source === 'string' && typeof reason === 'string';
}

function isUnseen(value: unknown): value is UnseenIn {
  const { source, words, text } = (value ?? {}) as Partial<UnseenIn>;
  return typeof source === 'string' && typeof words === 'number' && typeof text === 'string';
}

function isReview(value: unknown): value is PairReview {
  const { a, b, state, note } = (value ?? {}) as Partial<PairReview>;
  const isState = state === undefined || VERDICTS.includes(state);
  const isNote = note === undefined || typeof note === 'string';
  return typeof a === 'string' && typeof b === 'string' && isState && isNote;
}
