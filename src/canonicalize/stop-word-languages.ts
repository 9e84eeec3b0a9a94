/** The languages that have stop words, by ISO 639-1 code. The lists themselves are loaded only when asked for. */
export const LANGUAGES: readonly string[] = (
  'af ar bg bn br ca cs da de el en eo es et eu fa fi fr ga gl gu ha he hi hr hu hy id it ja ko ku la lt lv ' +
  'mr ms nl no pl pt ro ru sk sl so st sv sw th tl tr uk ur vi yo zh zu'
).split(' ');

/** `en-US`, `EN` and `zh_Hant` are `en`, `en` and `zh`. Undefined for a language without stop words. */
export function languageCode(lang: string): string | undefined {
  const code = lang.toLowerCase().split(/[-_]/, 1)[0];
  return LANGUAGES.includes(code) ? code : undefined;
}
