/** Runs in the page. The filters: what counts, and which sources are looked at. */
import type { ComparisonData } from '../data.ts';
import type { CompareTools } from './compare-tools.ts';
import type { Filter } from './count-shares.ts';

export interface Controls {
  /** What counts now. */
  filter(): Filter;
  /** The source that is looked at alone; -1: all. */
  view(): number;
  /** Says which source the right side shows. */
  point(source: number): void;
}

/** Self-contained: it is sent to the page as source. */
export function controls(_tools: CompareTools, data: ComparisonData, changed: () => void): Controls {
  const input = (id: string) => document.getElementById(id) as HTMLInputElement;
  const least = input('min-words');
  const quotations = input('no-quotations');
  const kinds = [0, 1, 2].map((kind) => input(`kind-${kind}`));
  const several = data.sources.length > 1;
  const included = several ? data.sources.map((_, source) => input(`source-in-${source}`)) : [];
  const viewButtons = [...document.querySelectorAll<HTMLElement>('[data-view]')];
  let viewed = -1;

  function apply(): void {
    document.getElementById('min-words-says')!.textContent = least.value;
    const { minWords, quotations: kept, kinds: chosen, sources } = filter();
    const untouched = minWords <= Number(least.min) && kept && [...chosen, ...sources].every(Boolean);
    document.getElementById('reset')!.hidden = untouched;
    changed();
  }

  function filter(): Filter {
    return {
      minWords: Number(least.value),
      quotations: !quotations.checked,
      kinds: kinds.map(({ checked }) => checked),
      sources: several ? included.map(({ checked }) => checked) : [true],
    };
  }

  function look(view: number): void {
    viewed = view;
    for (const button of viewButtons)
      button.setAttribute('aria-pressed', String(Number(button.dataset.view) === view));
    changed();
  }

  for (const each of [quotations, ...kinds, ...included]) each.addEventListener('change', apply);
  least.addEventListener('input', apply);
  for (const button of viewButtons) {
    button.addEventListener('click', () => look(Number(button.dataset.view)));
  }
  document.getElementById('reset')!.addEventListener('click', () => {
    least.value = least.min;
    quotations.checked = false;
    for (const each of [...kinds, ...included]) each.checked = true;
    apply();
  });
  const colors = document.getElementById('color-by') as HTMLSelectElement | null;
  colors?.addEventListener('change', () => {
    document.body.className = `by-${colors.value}`;
  });
  return {
    filter,
    view: () => viewed,
    point(source) {
      for (const row of document.querySelectorAll<HTMLElement>('[data-source]'))
        row.classList.toggle('shown', Number(row.dataset.source) === source);
    },
  };
}
