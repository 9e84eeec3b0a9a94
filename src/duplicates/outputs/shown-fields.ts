/** The fields that results show beside the ids of documents (`fields`): subject and date of a mail, the address of a page. */

import type { ShownValues } from '../../document.ts';
import { badOption } from '../../errors.ts';
import { fieldGetter, textNames, textOf } from '../../read/index.ts';
import type { ReadDocument, ReadOptions, SourcedItem } from '../../read.ts';
import type { RunOptions } from '../../run-options.ts';
import { option, wording } from '../../wording.ts';

/** Characters of a value that are kept: people look through results, and any field may hold a whole text. */
const MOST_CHARACTERS = 500;

interface ShownFieldsOptions extends Pick<ReadOptions, 'idField' | 'textField'> {
  /** Names with commas between them. */
  readonly fields?: string;
}

type OnDocument = (document: SourcedItem, number: number) => void;

export class ShownFields {
  readonly names: readonly string[];
  /** Notes the values of a document; left out if no fields are shown. */
  readonly onDocument: OnDocument | undefined;
  /** The values of each document, as JSON: that takes less memory than objects. */
  private readonly values: (string | undefined)[] = [];
  private readonly met = new Set<string>();
  private documents = 0;

  constructor(private readonly options: ShownFieldsOptions) {
    const { fields } = options;
    this.names = fields === undefined ? [] : [...new Set(fields.split(',').map((name) => name.trim()))];
    if (this.names.includes(''))
      throw badOption('fields', 'names of fields with commas between them', fields, 'As in `subject,date`.');
    if (this.names.length > 0) this.onDocument = this.collect();
  }

  /** The values of a document, by the names of their fields; undefined if it has none. */
  readonly of = (number: number): ShownValues | undefined => {
    const json = this.values[number];
    return json === undefined ? undefined : JSON.parse(json);
  };

  /** Says which names no document has. They are not refused: not every mail has every field. */
  tellMissing({ onProgress }: Pick<RunOptions, 'onProgress'>): void {
    const missing = this.names.filter((name) => !this.met.has(name));
    if (missing.length === 0 || this.documents === 0) return;
    const note = wording`No document has the field \`${missing.join('`, `')}\` of ${option('fields', this.options.fields)}.`;
    onProgress({ stage: 'read', documents: this.documents, note });
  }

  /** Id and text are no other fields of a document, but may be asked for all the same. */
  private ownValue(name: string, item: ReadDocument): unknown {
    const { idField, textField } = this.options;
    if (name === idField) return item.id;
    return textNames(textField).includes(name) ? textOf(item).slice(0, MOST_CHARACTERS + 1) : undefined;
  }

  private collect(): OnDocument {
    const getters = this.names.map((name) => [name, fieldGetter(name)] as const);
    return ({ item }, number) => {
      if (item.problem !== undefined) return;
      this.documents++;
      const shown: [name: string, value: unknown][] = [];
      for (const [name, getField] of getters) {
        const given = getField(item.meta ?? {});
        const value = given === undefined ? this.ownValue(name, item) : given;
        if (value === undefined) continue;
        this.met.add(name);
        const short = shortened(value);
        if (short !== undefined) shown.push([name, short]);
      }
      // not by assignment: a field may be called __proto__
      if (shown.length > 0) this.values[number] = JSON.stringify(Object.fromEntries(shown));
    };
  }
}

/** Calls both for every document. */
export function both(first: OnDocument | undefined, second: OnDocument | undefined): OnDocument | undefined {
  if (first === undefined || second === undefined) return first ?? second;
  return (document, number) => {
    first(document, number);
    second(document, number);
  };
}

/** The value as in JSON, up to a length; undefined for null and values that JSON cannot express. Numbers that JSON would change are text. */
function shortened(value: unknown): unknown {
  if (typeof value === 'boolean' || Number.isFinite(value)) return value;
  const isText = ['string', 'number', 'bigint'].includes(typeof value);
  const text = isText ? String(value) : jsonOf(value);
  if (text === undefined) return undefined;
  if (text.length > MOST_CHARACTERS)
    return `${text.slice(0, MOST_CHARACTERS).replace(/[\ud800-\udbff]$/, '')}…`;
  return isText ? text : (JSON.parse(text) ?? undefined);
}

/** Undefined for a function, a symbol, and an object that holds itself. */
function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? String(inner) : inner));
  } catch {
    return undefined;
  }
}
