// The index of the search: an entry for every heading, made here, loaded as a script when the field is used (a page from a disk may fetch nothing).
import MiniSearch from 'minisearch';
import { anchorOf } from './markdown.mjs';
import { SEARCH } from './search-settings.mjs';

/** Characters of a text that are searched: of the reference, a heading and its first words. */
const MOST = 2500;
const MOST_OF_REFERENCE = 160;
/** Words that people look for, and the page that answers them, though it does not use them. */
const ASKED = {
  page: 'teacher teachers class classroom school student students homework essay essays assignment plagiarism copied cheating Turnitin similarity checker',
  'page.uk':
    'вчитель вчителі учитель викладач школа клас учень студент домашнє завдання твір реферат есе плагіат антиплагіат списування Turnitin',
};

export function searchIndex(pages) {
  const index = new MiniSearch(SEARCH);
  for (const { name, short, parts } of pages) {
    const most = name.startsWith('api/') || name === 'options' ? MOST_OF_REFERENCE : MOST;
    const taken = new Set();
    parts.forEach(({ title, text }, at) => {
      const anchor = title === '' ? '' : anchorOf(title, taken);
      if (title === '' && text.trim() === '') return;
      const place = at <= 1 ? `${name}.html` : `${name}.html#${anchor}`;
      index.add({
        id: `${name} ${at}`,
        place,
        page: short,
        title: title || short,
        text: text.slice(0, most),
        asked: at <= 1 && title !== '' ? ASKED[name] : undefined,
      });
    });
  }
  const json = JSON.stringify(JSON.stringify(index)).replaceAll('<', '\\u003c');
  return `globalThis.neardupSearch = ${json};\n`;
}
