/** What every page does: contents that are open where there is room, code that can be copied, and the search. */
import { button } from '../../src/report/pages/browser/element.ts';
import { startSearch } from './search.ts';

const WIDE = '(min-width: 50.01rem)';

const contents = document.querySelector<HTMLDetailsElement>('#contents')!;
const wide = matchMedia(WIDE);
const isBeside = () => wide.matches && document.querySelector('main.full') === null;
contents.open = isBeside();
wide.addEventListener('change', () => {
  contents.open = isBeside();
});
if (isBeside()) contents.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });

// in the language of the page
const [toCopy, isCopied, isSelected, copyTheCode] = document.body.dataset.copy!.split('|');
for (const code of document.querySelectorAll<HTMLElement>('pre.code')) {
  const around = document.createElement('div');
  around.className = 'copied';
  code.replaceWith(around);
  const copy = button({ class: 'copy', 'aria-label': copyTheCode }, () => void copied(code, copy), toCopy);
  around.append(code, copy);
}
startSearch();

async function copied(code: HTMLElement, said: HTMLElement): Promise<void> {
  // the prompt of a terminal is no part of its command
  const text = code.textContent!.replaceAll(/^\$ /gm, '');
  try {
    await navigator.clipboard.writeText(text);
    said.textContent = isCopied;
  } catch {
    getSelection()?.selectAllChildren(code);
    said.textContent = isSelected;
  }
  setTimeout(() => {
    said.textContent = toCopy;
  }, 2000);
}
