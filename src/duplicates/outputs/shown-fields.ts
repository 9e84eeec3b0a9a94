/** The fields that results show beside the ids of documents (`fields`): subject and date of a mail, the address of a page. */
import { badOption } from '../../errors.ts';
import { fieldGetter } from '../../read/index.ts';
import type { SourcedItem } from '../../read.ts';
import type { ShownValues } from '../../results.ts';
import type { RunOptions } from '../../run-options.ts';
import { option, wording } from '../../wording.ts';

/** Characters of a value that are kept: results are to be looked through, and any field may hold a whole text. */
const MOST_CHARACTERS = 500;

type OnDocument = (document: SourcedItem, number: number) => void;

export class ShownFields {
  readonly names: readonly string[];
  /** Notes the values of a document; left out if no fields are shown. */
  readonly onDocument: OnDocument | undefined;
  /** The values of each document, as JSON: that takes less memory than objects. */
  private readonly values: (string | undefined)[] = [];
  private readonly met = new Set<string>();
  private documents = 0;

  /** @param fields Names with commas between them. */
  constructor(private readonly fields: string | undefined) {
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
    const note = wording`No document has the field \`${missing.join('`, `')}\` of ${option('fields', this.fields)}.`;
    onProgress({ stage: 'read', documents: this.documents, note });
  }

  private collect(): OnDocument {
    const getters = this.names.map((name) => [name, fieldGetter(name)] as const);
    return ({ item }, number) => {
      if (item.problem !== undefined) return;
      this.documents++;
      const shown: Record<string, unknown> = {};
      for (const [name, getField] of getters) {
        const value = getField(item.meta ?? {});
        if (value === undefined || value === null) continue;
        this.met.add(name);
        shown[name] = shortened(value);
      }
      if (Object.keys(shown).length > 0) this.values[number] = JSON.stringify(shown);
    };
  }
}

/** Both are told of a document. */
export function both(first: OnDocument | undefined, second: OnDocument | undefined): OnDocument | undefined {
  if (first === undefined || second === undefined) return first ?? second;
  return (document, number) => {
    first(document, number);
    second(document, number);
  };
}

/** The value as JSON has it. A number that JSON would round is text, and so is what is too long, up to a length. */
function shortened(value: unknown): unknown {
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  const exact = (_: string, inner: unknown) => (typeof inner === 'bigint' ? String(inner) : inner);
  const json = typeof value === 'string' ? value : (JSON.stringify(value, exact) ?? '');
  if (json.length > MOST_CHARACTERS)
    return `${json.slice(0, MOST_CHARACTERS).replace(/[\ud800-\udbff]$/, '')}…`;
  return typeof value === 'string' ? value : JSON.parse(json);
}
