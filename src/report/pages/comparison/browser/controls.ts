/** The filters of the page: which passages count, and which sources are looked at. */
import { KINDS, type PassageFilter } from '../../../comparison/shares.ts';
import { find, setText } from '../../browser/find.ts';

export class Controls {
  /** The source that is looked at alone; -1 for all. */
  viewed = -1;
  private readonly minWords = find<HTMLInputElement>('min-words');
  private readonly noQuotations = find<HTMLInputElement>('no-quotations');
  private readonly kinds = KINDS.map((_, kind) => find<HTMLInputElement>(`kind-${kind}`));
  private readonly sources: readonly HTMLInputElement[];
  private readonly viewButtons = [...document.querySelectorAll<HTMLElement>('[data-view]')];
  private readonly changed: () => void;

  /** Calls `changed` when a filter or the view changes. */
  constructor(sources: number, changed: () => void) {
    // a single source has no row in a list of sources
    const listed = sources > 1 ? sources : 0;
    this.sources = Array.from({ length: listed }, (_, i) => find<HTMLInputElement>(`source-in-${i}`));
    this.changed = changed;
    this.listen();
  }

  filter(): PassageFilter {
    return {
      minWords: Number(this.minWords.value),
      quotations: !this.noQuotations.checked,
      kinds: new Set(KINDS.filter((_, kind) => this.kinds[kind].checked)),
      sources: this.sources.length === 0 ? undefined : new Set(checkedNumbers(this.sources)),
    };
  }

  /** Marks the source that the right side shows. */
  pointAt(source: number): void {
    for (const row of document.querySelectorAll<HTMLElement>('[data-source]'))
      row.classList.toggle('shown', Number(row.dataset.source) === source);
  }

  private listen(): void {
    for (const box of [this.noQuotations, ...this.kinds, ...this.sources])
      box.addEventListener('change', () => this.apply());
    this.minWords.addEventListener('input', () => this.apply());
    for (const button of this.viewButtons)
      button.addEventListener('click', () => this.view(Number(button.dataset.view)));
    find('reset').addEventListener('click', () => this.reset());
    const colors = document.querySelector<HTMLSelectElement>('#color-by');
    colors?.addEventListener('change', () => {
      find('compared').className = `by-${colors.value}`;
    });
  }

  private apply(): void {
    setText('min-words-says', this.minWords.value);
    find('reset').hidden = this.isUntouched();
    this.changed();
  }

  private isUntouched(): boolean {
    return (
      Number(this.minWords.value) <= Number(this.minWords.min) &&
      !this.noQuotations.checked &&
      [...this.kinds, ...this.sources].every(({ checked }) => checked)
    );
  }

  private reset(): void {
    this.minWords.value = this.minWords.min;
    this.noQuotations.checked = false;
    for (const box of [...this.kinds, ...this.sources]) box.checked = true;
    this.apply();
  }

  private view(source: number): void {
    this.viewed = source;
    for (const button of this.viewButtons)
      button.setAttribute('aria-pressed', String(Number(button.dataset.view) === source));
    this.changed();
  }
}

function checkedNumbers(boxes: readonly HTMLInputElement[]): number[] {
  return boxes.flatMap(({ checked }, i) => (checked ? [i] : []));
}
