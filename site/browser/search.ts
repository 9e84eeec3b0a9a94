/** The search: a field with a list, used by keys or pointer. The index is loaded when the field is first used. */
import MiniSearch, { type Options, type SearchResult } from 'minisearch';
import { element } from '../../src/report/pages/browser/element.ts';
import { find } from '../../src/report/pages/browser/find.ts';
import { SEARCH } from '../search-settings.mjs';
import { loadScript } from './load-script.ts';

const MOST_SHOWN = 12;

let index: Promise<MiniSearch> | undefined;
let chosen = -1;

export function startSearch(): void {
  const field = find<HTMLInputElement>('search');
  field.addEventListener('focus', () => void load());
  field.addEventListener('input', () => void show(field));
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') hide(field);
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      move(field, event.key === 'ArrowDown' ? 1 : -1);
    }
  });
  field.form!.addEventListener('submit', (event) => {
    event.preventDefault();
    open(find('found').children[Math.max(0, chosen)]);
  });
  find('found').addEventListener('click', ({ target }) =>
    open((target as Element).closest('li') ?? undefined),
  );
  document.addEventListener('click', ({ target }) => {
    if (!(target as Element).closest('.search')) hide(field);
  });
  document.addEventListener('keydown', (event) => {
    const isTyping = (event.target as Element).closest('input, textarea, select') !== null;
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    field.focus();
  });
}

function load(): Promise<MiniSearch> {
  index ??= loadScript('search-index.js').then(() =>
    MiniSearch.loadJSON(
      (globalThis as unknown as { neardupSearch: string }).neardupSearch,
      SEARCH as Options,
    ),
  );
  return index;
}

async function show(field: HTMLInputElement): Promise<void> {
  const asked = field.value;
  const results = asked.trim() === '' ? [] : (await load()).search(asked).slice(0, MOST_SHOWN);
  // typed on meanwhile
  if (field.value !== asked) return;
  chosen = -1;
  find('found').replaceChildren(...results.map(item));
  find('found').hidden = results.length === 0;
  field.setAttribute('aria-expanded', String(results.length > 0));
  field.removeAttribute('aria-activedescendant');
  find('search-status').textContent = asked.trim() === '' ? '' : `${results.length}`;
}

function item({ place, page, title }: SearchResult, at: number): HTMLElement {
  const more = page === title ? [] : [element('small', {}, page)];
  const made = element('li', { role: 'option', id: `found-${at}`, 'aria-selected': 'false' }, title, ...more);
  made.dataset.place = place;
  return made;
}

function open(item: Element | undefined): void {
  if (item instanceof HTMLElement) location.href = `${document.body.dataset.root}${item.dataset.place}`;
}

function move(field: HTMLInputElement, by: number): void {
  const items = Array.from(find('found').children);
  if (items.length === 0) return;
  chosen = (chosen + by + items.length) % items.length;
  items.forEach((each, at) => {
    each.setAttribute('aria-selected', String(at === chosen));
  });
  items[chosen].scrollIntoView({ block: 'nearest' });
  field.setAttribute('aria-activedescendant', items[chosen].id);
}

function hide(field: HTMLInputElement): void {
  find('found').hidden = true;
  field.setAttribute('aria-expanded', 'false');
}
