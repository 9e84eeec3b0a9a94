/** The language in use: the one that was chosen, or that of the browser. */
import { computed, effect, signal } from '@preact/signals';
import { speak } from '../../src/report/pages/say.ts';
import { EN, type Say } from './en.ts';
import { UK } from './uk.ts';

export const LANGUAGES: Readonly<Record<string, Say>> = { en: EN, uk: UK };
const STORED = 'neardup-language';

export const language = signal(chosen());
export const say = computed(() => LANGUAGES[language.value]);

effect(() => {
  speak(say.value);
  document.documentElement.lang = language.value;
});

export function useLanguage(lang: string): void {
  localStorage.setItem(STORED, lang);
  language.value = lang;
}

function chosen(): string {
  const lang = localStorage.getItem(STORED) ?? navigator.language.slice(0, 2);
  return Object.hasOwn(LANGUAGES, lang) ? lang : 'en';
}
