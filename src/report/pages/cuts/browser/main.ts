/** The script of the page of cuts: shows only passages with the words that are searched for. */
import { hasElement } from '../../browser/find.ts';

if (hasElement('search')) {
  const search = document.getElementById('search') as HTMLInputElement;
  const passages = [...document.querySelectorAll<HTMLElement>('.passage')];
  const texts = passages.map(({ textContent }) => (textContent ?? '').toLowerCase());
  search.addEventListener('input', () => {
    const words = search.value.toLowerCase().split(/\s+/);
    passages.forEach((passage, i) => {
      passage.hidden = !words.every((word) => texts[i].includes(word));
    });
  });
}
