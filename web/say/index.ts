/** The language in use: the one that was chosen, or that of the browser. */
import { computed, effect, signal } from '@preact/signals';
import { chosenLanguage, keepLanguage } from '../../src/report/pages/browser/language.ts';
import { speak } from '../../src/report/pages/say.ts';
import { EN, type Say } from './en.ts';
import { UK } from './uk.ts';

export const LANGUAGES: Readonly<Record<string, Say>> = { en: EN, uk: UK };

export const language = signal(chosenLanguage(Object.keys(LANGUAGES)));
export const say = computed(() => LANGUAGES[language.value]);

effect(() => {
  speak(say.value);
  document.documentElement.lang = language.value;
});

export function useLanguage(lang: string): void {
  keepLanguage(lang);
  language.value = lang;
}
