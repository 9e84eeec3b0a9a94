/** What the user is working on: kept while views change, gone when the page is closed. */
import { signal } from '@preact/signals';
import type { ReadDocument, SharingLine, Text } from './api/types.ts';
import { say } from './say/index.ts';

/** The document that is checked. */
export const checked = signal<Text | undefined>(undefined);
/** The documents of the class, and what was found. */
export const essays = signal<readonly Text[]>([]);
/** Documents that the service compares at once. */
const MOST_ESSAYS = 5000;

export const classPairs = signal<ClassResult | undefined>(undefined);
/** Which documents the class is compared with. */
export const classScope = signal<'class' | 'both' | 'library'>('class');
/** What does not count. */
export const templates = signal<readonly Text[]>([]);
export const excludeQuotations = signal(false);
export const excludeBibliography = signal(false);
/** Files that could not be read. */
export const unread = signal<readonly ReadDocument[]>([]);

/** Makes these texts the class. */
export function useEssays(texts: readonly Text[]): void {
  if (texts.length > MOST_ESSAYS) throw new Error(say.value.tooManyEssays(MOST_ESSAYS));
  essays.value = texts;
  classPairs.value = undefined;
}

export interface ClassResult {
  readonly pairs: readonly SharingLine[];
  readonly documents: number;
  readonly notCompared: number;
  readonly excluded: readonly string[];
  readonly engine: string;
}

/** The fields of a request that say what does not count. */
export function exclusions() {
  return {
    ...(templates.value.length > 0 && { exclude: templates.value }),
    ...(excludeQuotations.value && { excludeQuotations: true }),
    ...(excludeBibliography.value && { excludeBibliography: true }),
  };
}
