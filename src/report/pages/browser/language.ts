/** The language of a page: the one that was chosen, or that of the browser. */

const STORED = 'neardup-language';

/** @param known The languages that the page has; the first one is for all others. */
export function chosenLanguage(known: readonly string[]): string {
  const lang = stored() ?? navigator.language.slice(0, 2);
  return known.includes(lang) ? lang : known[0];
}

export function keepLanguage(lang: string): void {
  try {
    localStorage.setItem(STORED, lang);
  } catch {
    // a page from a disk may have no storage: the choice lasts until it is closed
  }
}

function stored(): string | null {
  try {
    return localStorage.getItem(STORED);
  } catch {
    return null;
  }
}
