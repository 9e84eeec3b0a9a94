/**
 * Conditions on fields of documents: `within` says which may be compared, `uniqueBy` which are copies whatever their texts say. The values
 * are collected while documents are read.
 */
import { growingNumbers, growingU32, IdTable } from '../../corpus/index.ts';
import type { FieldOptions } from '../../duplicates.ts';
import type { OpenInput } from '../../read/index.ts';
import type { ReadDocument, ReadOptions, SourcedItem } from '../../read.ts';
import type { RunOptions } from '../../run-options.ts';
import { option, wording } from '../../wording.ts';
import type { Conditions, TextClasses } from '../candidates/conditions.ts';
import { documentField, sampleWithout, unknownField } from './document-field.ts';
import { readingOf } from './field-values.ts';
import { urlKey } from './url-key.ts';

type ConditionOptions = FieldOptions & ReadOptions & Pick<RunOptions, 'onProgress'>;

const UNITS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
/** Longer values count as none: no page or language has such a name. */
const MOST_CHARACTERS = 4096;

/** The field of `within`, and the window in milliseconds if it has one. */
function parseWithin(within: string): { readonly field: string; readonly window?: number } {
  const [, field, count, unit] = /^(.+):([1-9]\d*)([smhd])$/.exec(within) ?? [];
  return field === undefined ? { field: within } : { field, window: Number(count) * UNITS[unit] };
}

export class FieldConditions {
  /** Notes the values of a document, of the reference as well; left out if no field is looked at. */
  readonly onDocument: ((document: SourcedItem, number: number) => void) | undefined;
  private readonly within: Column | undefined;
  private readonly window: number | undefined;
  private readonly keys: Column | undefined;
  private readonly times = growingNumbers();
  private undated = 0;

  constructor(private readonly options: ConditionOptions) {
    const { within, uniqueBy } = options;
    if (within !== undefined) {
      const { field, window } = parseWithin(within);
      this.window = window;
      this.within = new Column(field, options);
    }
    if (uniqueBy !== undefined) this.keys = new Column(uniqueBy, options);
    if ((within ?? uniqueBy) !== undefined)
      this.onDocument = (document, number) => this.collect(document, number);
  }

  /** Refuses a field that a sample of the files does not have. */
  async begin({ sources }: OpenInput): Promise<void> {
    for (const name of ['within', 'uniqueBy'] as const) {
      const field = name === 'within' ? this.within?.field : this.keys?.field;
      if (field === undefined || field === this.options.idField || sources.length === 0) continue;
      const without = await sampleWithout(field, sources, this.options);
      if (without !== undefined && without.documents > 0) throw unknownField(this.named(name), without);
    }
  }

  /** Once all documents were read. Refuses a field that no document has. */
  finish(): Conditions | undefined {
    const { within, keys, times, window } = this;
    if (within === undefined && keys === undefined) return undefined;
    if (within?.isEmpty) throw unknownField(this.named('within'));
    if (keys?.isEmpty) throw unknownField(this.named('uniqueBy'));
    this.tellUndated();
    return {
      kindOf: (document) => `${within?.of(document) ?? 0} ${keys?.of(document) ?? 0}`,
      ...(within !== undefined && {
        classes: window === undefined ? equalValues(within) : nearTimes(times, window),
      }),
      ...(keys !== undefined && { keyOf: (document: number) => keys.of(document) }),
      ...(window !== undefined && { times: { of: (document: number) => times.get(document), window } }),
    };
  }

  private collect({ item }: SourcedItem, number: number): void {
    if (item.problem !== undefined) return;
    const { within, keys, window } = this;
    const value = within?.valueIn(item);
    within?.set(number, textOfValue(value));
    if (window !== undefined) {
      const time = readingOf(value, false)?.date ?? Number.NaN;
      while (this.times.length < number) this.times.push(Number.NaN);
      this.times.push(time);
      if (Number.isNaN(time)) this.undated++;
    }
    const key = textOfValue(keys?.valueIn(item));
    // keys of documents that must not be compared are different ones
    const scope = window === undefined ? (within?.of(number) ?? 0) : 0;
    keys?.set(number, key === undefined ? undefined : `${scope} ${urlKey(key)}`);
  }

  private tellUndated(): void {
    const { undated, options } = this;
    if (undated === 0) return;
    const note = wording`${undated} documents have no date for ${option('within', options.within)}: they are compared with each other.`;
    options.onProgress({ stage: 'match', documents: this.times.length, note });
  }

  private named(name: 'within' | 'uniqueBy') {
    const expected = `a field that documents have${this.window !== undefined && name === 'within' ? ', with dates' : ''}`;
    return { name, value: this.options[name]!, expected };
  }
}

/** Values of a field as numbers: equal ones for equal values, 0 for none. */
class Column {
  private readonly values = new IdTable();
  private readonly numbers = growingU32();
  readonly valueIn: (item: ReadDocument) => unknown;

  constructor(
    readonly field: string,
    options: ReadOptions,
  ) {
    this.valueIn = documentField(field, options);
  }

  get isEmpty(): boolean {
    return this.values.length === 0 && this.numbers.length > 0;
  }

  set(document: number, value: string | undefined): void {
    while (this.numbers.length < document) this.numbers.push(0);
    const known = value === undefined ? undefined : this.values.add(value);
    // a new one has the last number
    const place = known === -1 ? this.values.length - 1 : known;
    this.numbers.push(place === undefined ? 0 : 1 + place);
  }

  of(document: number): number {
    return document < this.numbers.length ? this.numbers.get(document) : 0;
  }
}

function equalValues(column: Column): TextClasses {
  return { classOf: (document) => column.of(document), near: (own) => [own] };
}

function nearTimes(times: { get(document: number): number }, window: number): TextClasses {
  const slots = new Slots(window);
  return { classOf: (document) => slots.classOf(times.get(document)), near: (own) => slots.near(own) };
}

/** Times in slots as long as the window: what is no further apart is in one slot or in two that follow each other. */
class Slots {
  private readonly classes = new Map<number, number>();
  /** The slot of every class. Class 0 has the documents without a time. */
  private readonly slots: number[] = [Number.NaN];

  constructor(private readonly window: number) {}

  classOf(time: number): number {
    if (Number.isNaN(time)) return 0;
    const slot = Math.floor(time / this.window);
    const known = this.classes.get(slot);
    if (known !== undefined) return known;
    this.classes.set(slot, this.slots.length);
    return this.slots.push(slot) - 1;
  }

  near(own: number): readonly number[] {
    if (own === 0) return [0];
    const slot = this.slots[own];
    return [slot - 1, slot, slot + 1].flatMap((each) => this.classes.get(each) ?? []);
  }
}

/** A value as text, so that it is the same in every format; undefined for none. */
function textOfValue(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  const text = (typeof value === 'object' ? JSON.stringify(value) : String(value)).trim();
  return text === '' || text.length > MOST_CHARACTERS ? undefined : text;
}
