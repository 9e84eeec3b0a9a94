/** The texts of the playground: a list that can be edited; texts are added by hand, by files, or as a bundled example. */

import { count } from '../../../src/report/numbers.ts';
import { button, element } from '../../../src/report/pages/browser/element.ts';
import type { PlainDocument } from './messages.ts';

/** Texts that are open for editing at first, if there are no more. */
const MOST_OPEN = 2;
/** Texts that are listed; the others are only counted. */
const MOST_LISTED = 40;
/** Texts above the fold of a phone; the others can be opened. */
const MOST_OF_A_PHONE = 4;

export class DocumentList {
  documents: PlainDocument[] = [];
  readonly place = element('div', { class: 'texts' });

  /** @param changed Called after every change of a text. */
  constructor(private readonly changed: () => void) {}

  /** Takes other documents in place of those that are there. */
  replace(documents: readonly PlainDocument[]): void {
    this.documents = unique(documents);
    this.draw();
    this.changed();
  }

  add(documents: readonly PlainDocument[]): void {
    this.replace([...this.documents, ...documents]);
  }

  addEmpty(): void {
    this.add([{ id: `text ${this.documents.length + 1}`, text: '' }]);
    const fields = this.place.querySelectorAll('textarea');
    const field = fields[fields.length - 1];
    for (const details of this.place.querySelectorAll('details')) details.open ||= details.contains(field);
    field?.focus();
  }

  private draw(): void {
    // on a phone the question would be far below
    const isWide = matchMedia('(min-width: 62rem)').matches;
    const few = this.documents.length <= MOST_OPEN && isWide;
    const items = this.documents.slice(0, MOST_LISTED).map((document, at) => this.item(document, at, few));
    const more = this.documents.length - items.length;
    if (more > 0) items.push(element('p', { class: 'note' }, `And ${count(more, 'text', 'texts')} more.`));
    const shown = isWide ? items : items.splice(0, MOST_OF_A_PHONE);
    const folded = isWide || items.length === 0 ? [] : [foldedTexts(items)];
    this.place.replaceChildren(...shown, ...folded);
  }

  private item({ id, text }: PlainDocument, at: number, open: boolean): HTMLElement {
    const size = element('small', {}, sizeOf(text));
    const field = element('textarea', {
      rows: '9',
      'aria-label': `Text of ${id}`,
      spellcheck: 'false',
    }) as HTMLTextAreaElement;
    field.value = text;
    field.addEventListener('input', () => {
      this.documents[at] = { id, text: field.value };
      size.textContent = sizeOf(field.value);
      this.changed();
    });
    const remove = button(
      { class: 'button small' },
      () => this.replace(this.documents.filter((_, other) => other !== at)),
      'Remove',
    );
    const summary = element('summary', {}, element('bdi', { class: 'id' }, id), ' ', size);
    return element('details', open ? { open: '' } : {}, summary, field, remove);
  }
}

function foldedTexts(items: readonly HTMLElement[]): HTMLElement {
  return element('details', { class: 'all-texts' }, element('summary', {}, 'All texts'), ...items);
}

function sizeOf(text: string): string {
  return count(text.split(/\s+/).filter((word) => word !== '').length, 'word', 'words');
}

/** Every answer refers to ids, so two texts cannot have one. */
function unique(documents: readonly PlainDocument[]): PlainDocument[] {
  const taken = new Set<string>();
  return documents.map(({ id, text }) => {
    let free = id;
    for (let number = 2; taken.has(free); number++) free = `${id}#${number}`;
    taken.add(free);
    return { id: free, text };
  });
}
