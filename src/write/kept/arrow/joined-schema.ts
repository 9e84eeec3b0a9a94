/**
 * The columns of Arrow data that takes rows of other Arrow data: all columns of these, with their types. A column that some lack may have
 * missing values.
 */
import {
  type ArrowField,
  type ArrowSchema,
  type PlainType,
  plainField,
  shapeOf,
  typeName,
} from '../../../arrow/index.ts';
import { NeardupError } from '../../../errors.ts';
import type { AddedColumn } from '../../../write.ts';
import { expectFree } from '../added-columns.ts';

interface JoinedColumn {
  readonly field: ArrowField;
  readonly source: string;
}

const ADDED_TYPES: Readonly<Record<AddedColumn['type'], PlainType>> = {
  BOOLEAN: 'boolean',
  INT64: 'integer',
  DOUBLE: 'real',
  STRING: 'text',
};

export class JoinedArrowSchema {
  private readonly columns = new Map<string, JoinedColumn>();
  private first: ArrowSchema | undefined;
  private isAlike = true;

  /** @param output The file that takes the rows, for messages. @param added Columns after those of the files. */
  constructor(
    private readonly output: string,
    private readonly added: readonly AddedColumn[] = [],
  ) {}

  get isEmpty(): boolean {
    return this.first === undefined;
  }

  /** Adds the columns of a file. Refuses those that cannot be kept as they are beside the others. */
  add(schema: ArrowSchema, source: string): void {
    const names = schema.fields.map(({ name }) => name);
    expectFree(names, this.added, source);
    const doubled = names.find((name, i) => names.indexOf(name) < i);
    if (doubled !== undefined) throw this.refused(`two columns \`${doubled}\` in ${source}`);
    const isFirst = this.first === undefined;
    this.first ??= schema;
    this.isAlike &&= isFirst || names.join('\0') === [...this.columns.keys()].join('\0');
    for (const [name, { field, source: from }] of this.columns)
      if (!names.includes(name))
        this.columns.set(name, { field: { ...field, nullable: true }, source: from });
    for (const field of schema.fields) {
      const known = this.columns.get(field.name);
      if (known === undefined)
        this.columns.set(field.name, { field: isFirst ? field : { ...field, nullable: true }, source });
      else this.columns.set(field.name, { ...known, field: this.joined(known, field, source) });
    }
  }

  /** @param changed Columns whose values are written anew: they have neither dictionary nor runs. */
  joinedFields(changed: ReadonlySet<string>): readonly ArrowField[] {
    return [...this.columns.values()].map(({ field }) => (changed.has(field.name) ? plain(field) : field));
  }

  addedFields(): readonly ArrowField[] {
    return this.added.map(({ name, type }) => plainField(name, ADDED_TYPES[type]));
  }

  /** Notes of other programs about the columns are right only for these columns. */
  get metadata(): ArrowSchema['metadata'] {
    return this.isAlike && this.added.length === 0 ? this.first!.metadata : [];
  }

  field(name: string): ArrowField | undefined {
    return this.columns.get(name)?.field;
  }

  private joined(known: JoinedColumn, field: ArrowField, source: string): ArrowField {
    if (shapeOf(known.field) === shapeOf(field)) return withMissing(known.field, field);
    const [a, b] = [typeName(known.field.type), typeName(field.type)];
    throw this.refused(
      `\`${field.name}\` as ${a} in ${known.source} and as ${a === b ? 'another ' : ''}${b} in ${source}`,
    );
  }

  private refused(got: string): NeardupError {
    return new NeardupError(
      'OUTPUT_FORMAT',
      `Expected columns whose types \`${this.output}\` can keep, got ${got}.`,
      { advice: 'Write to a folder/, in which every input file has an output file, or to a *.jsonl file.' },
    );
  }
}

/** Values may be missing if they may be in one of the two. */
function withMissing(a: ArrowField, b: ArrowField): ArrowField {
  const children = a.children.map((child, i) => withMissing(child, b.children[i]));
  return { ...a, nullable: a.nullable || b.nullable, children };
}

/** The same column of values, without a dictionary or runs. */
function plain(field: ArrowField): ArrowField {
  if (field.dictionary !== undefined) return { ...field, dictionary: undefined };
  if (field.layout.kind !== 'runs') return field;
  const [, values] = field.children;
  return { ...plain(values), name: field.name, nullable: true, metadata: field.metadata };
}
