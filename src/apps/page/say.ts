/** The sentences of the page, in the chosen language. The worker is told it with every request. */
import { speak } from '../../report/pages/say.ts';
import { PAGE_ENGLISH, type PageSentences } from './sentences/english.ts';
import { PAGE_UKRAINIAN } from './sentences/ukrainian.ts';

export const PAGE_LANGUAGES: Readonly<Record<string, PageSentences>> = {
  en: PAGE_ENGLISH,
  uk: PAGE_UKRAINIAN,
};

/** The sentences in use. */
export let pageSay: PageSentences = PAGE_ENGLISH;

export function useLanguage(lang: string): void {
  pageSay = PAGE_LANGUAGES[lang];
  speak(pageSay);
}
