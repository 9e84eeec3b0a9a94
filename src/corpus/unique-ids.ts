/**
 * Ids of one input in which given ids may repeat, because a later document replaces an earlier one. Derived ids (`read/id-of.ts`)
 * are unique all the same: two mails with one Message-ID are two documents. The names depend only on the input, so the same
 * files give the same ids again.
 */
import { formatPlace } from '../document.ts';
import { NeardupError } from '../errors.ts';
import { idOf } from '../read/index.ts';
import type { ReadDocument, SourcedItem } from '../read.ts';
import { IdTable } from './id-table.ts';

export class UniqueIds {
  private readonly numbered = new NumberedIds();
  private tables: { readonly given: IdTable; readonly derived: IdTable } | undefined;

  /** Made with the first id: most calls of `add` have documents of which none needs it. */
  private get ids() {
    if (this.tables === undefined) {
      const given = new IdTable();
      this.tables = { given, derived: new IdTable(given.seed) };
    }
    return this.tables;
  }

  /** Raises DUPLICATE_ID if an id that the data gives was derived for an earlier document. */
  add(item: ReadDocument, sourced: Pick<SourcedItem, 'reader' | 'place'>): string {
    const id = idOf(item, sourced);
    if (item.id === undefined)
      return this.isFree(id) ? id : this.numbered.take(id, (each) => this.isFree(each));
    if (this.ids.derived.find(id) !== -1) {
      const place = formatPlace(sourced.place);
      throw new NeardupError(
        'DUPLICATE_ID',
        `The id \`${id}\` of ${place} was derived for another document.`,
      );
    }
    this.ids.given.add(id);
    return id;
  }

  /** Takes the id for a document without one, if it is free. */
  private isFree(id: string): boolean {
    return this.ids.given.find(id) === -1 && this.ids.derived.add(id) === -1;
  }
}

/** Appends the first free number to ids that are taken. */
export class NumberedIds {
  /** The last number of each: thousands of documents with one id must not try all numbers again. */
  private readonly last = new Map<string, number>();

  /** @param take Takes an id if it is free, and says so. */
  take(id: string, take: (numbered: string) => boolean): string {
    let number = (this.last.get(id) ?? 1) + 1;
    while (!take(`${id}#${number}`)) number++;
    this.last.set(id, number);
    return `${id}#${number}`;
  }
}
