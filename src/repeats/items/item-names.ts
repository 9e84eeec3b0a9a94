/** What items are called: the suite of each, and its id as the suite gives it. */
import { fieldGetter } from '../../read/index.ts';
import type { SourcedItem } from '../../read.ts';

export class ItemNames {
  /** The suites, in the order in which their first items came. */
  readonly suites: string[] = [];
  private readonly numbers = new Map<string, number>();
  private readonly suiteOfItem: number[] = [];
  private readonly ids: (string | undefined)[] = [];
  private readonly taken = new Set<string>();
  private readonly fieldOf: ((meta: Readonly<Record<string, unknown>>) => unknown) | undefined;

  constructor(suiteField: string | undefined) {
    if (suiteField !== undefined) this.fieldOf = fieldGetter(suiteField);
  }

  readonly onReference = (document: SourcedItem, number: number): void => {
    const { item } = document;
    if (item.problem !== undefined) return;
    const name = this.suiteNameOf(document);
    const suite = this.numbers.get(name) ?? this.suites.push(name) - 1;
    this.numbers.set(name, suite);
    this.suiteOfItem[number] = suite;
    if (item.id === undefined) return;
    // the second item of that id has the name that the run gives it
    const key = `${suite}\n${item.id}`;
    if (!this.taken.has(key)) this.ids[number] = item.id;
    this.taken.add(key);
  };

  suiteOf(item: number): number {
    return this.suiteOfItem[item];
  }

  /** The id that the suite gives, if it is the first item there that has it. */
  givenId(item: number): string | undefined {
    return this.ids[item];
  }

  private suiteNameOf({ item, source, reader }: SourcedItem): string {
    const meta = item.problem === undefined ? item.meta : undefined;
    const given = meta && this.fieldOf?.(meta);
    if (typeof given === 'string' && given !== '') return given;
    if (typeof given === 'number') return String(given);
    // files of one item each are a suite with their folder
    if (!reader.many) return source.name.replace(/[/\\][^/\\]*$/, '');
    return source.name.replace(/^(?:.*[/\\])?([^/\\]+?)(?:\.[a-z]+){0,2}$/i, '$1');
  }
}
