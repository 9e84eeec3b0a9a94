/**
 * Dictionaries of several files, or that change within one, as one dictionary: the values of all, each once. Numbers of values get as
 * many bits as they need then.
 */
import {
  type ArrowBatch,
  type ArrowField,
  type ArrowRows,
  type Column,
  type Dictionary,
  emptyColumn,
  indexesOf,
  joinColumns,
  storedIntegers,
  takeRows,
  valueKeys,
} from '../../../arrow/index.ts';
import { NeardupError } from '../../../errors.ts';

/** For every value of a dictionary, its number in the joined one; undefined if all are the same. */
type Renumbering = Uint32Array | undefined;

/** One dictionary made of several. */
class JoinedDictionary {
  readonly parts: Column[] = [];
  length = 0;
  /** The numbers of the values, from the second dictionary on. */
  private numbers: Map<string, number> | undefined;

  add({ parts, length }: Dictionary): Renumbering {
    if (this.length === 0) {
      this.parts.push(...parts);
      this.length = length;
      return undefined;
    }
    this.numbers ??= numbersOf(this.parts);
    const renumbering = new Uint32Array(length);
    let row = 0;
    for (const part of parts) {
      const key = valueKeys(part);
      const fresh: number[] = [];
      for (let value = 0; value < part.length; value++) {
        let number = this.numbers.get(key(value));
        if (number === undefined) {
          number = this.length++;
          this.numbers.set(key(value), number);
          fresh.push(value);
        }
        renumbering[row++] = number;
      }
      if (fresh.length > 0) this.parts.push(takeRows(part, Uint32Array.from(fresh)));
    }
    return renumbering.every((number, i) => number === i) ? undefined : renumbering;
  }
}

/** Of equal values in a dictionary, the first stands for all. */
function numbersOf(parts: readonly Column[]): Map<string, number> {
  const numbers = new Map<string, number>();
  let number = 0;
  for (const part of parts) {
    const key = valueKeys(part);
    for (let value = 0; value < part.length; value++, number++)
      if (!numbers.has(key(value))) numbers.set(key(value), number);
  }
  return numbers;
}

/** Numbers the dictionaries that a column of a file has one after the other: the same each time that the file is read. */
class Versions {
  private readonly current = new Map<string, { readonly dictionary: Dictionary; readonly number: number }>();

  numberOf(way: string, dictionary: Dictionary): number {
    const known = this.current.get(way);
    if (known?.dictionary === dictionary) return known.number;
    const number = (known?.number ?? -1) + 1;
    this.current.set(way, { dictionary, number });
    return number;
  }

  *[Symbol.iterator](): Generator<[way: string, number: number, dictionary: Dictionary]> {
    for (const [way, { number, dictionary }] of this.current) yield [way, number, dictionary];
  }
}

export class JoinedDictionaries {
  /** By the way to the column that has it. */
  private readonly joined = new Map<string, JoinedDictionary>();
  private readonly renumberings = new Map<string, Renumbering>();
  private table = -1;
  private versions = new Versions();

  constructor(private readonly output: string) {}

  /** Adds all dictionaries of a file. */
  async addTable(fields: readonly ArrowField[], batches: AsyncIterable<ArrowRows>): Promise<void> {
    const ways = [...waysToDictionaries(fields)];
    this.nextTable();
    if (ways.length === 0) return;
    let known = [...this.versions];
    for await (const { dictionaries } of batches) {
      for (const [way, { dictionary }] of ways) {
        const present = dictionaries.get(dictionary!.id);
        if (present !== undefined) this.versions.numberOf(way, present);
      }
      // those that were replaced get no more values
      const now = [...this.versions];
      for (const version of known)
        if (!now.some(([way, number]) => way === version[0] && number === version[1])) this.add(version);
      known = now;
    }
    for (const version of known) this.add(version);
  }

  /** Begins a file, or the first one again. */
  nextTable(first = false): void {
    this.table = first ? 0 : this.table + 1;
    this.versions = new Versions();
  }

  /** Fields with the numbers of the joined dictionaries, and bits enough for their values. */
  fields(fields: readonly ArrowField[]): readonly ArrowField[] {
    const ids = new Map([...this.joined.keys()].map((way, i) => [way, i] as const));
    let next = this.joined.size;
    const numbered = (field: ArrowField, way: string): ArrowField => {
      const children = field.children.map((child, i) => numbered(child, `${way}/${i}`));
      if (field.dictionary === undefined) return { ...field, children };
      const { bits, signed } = field.dictionary;
      const last = Math.max(0, (this.joined.get(way)?.length ?? 0) - 1);
      const needed = [8, 16, 32, 64].find((size) => size >= bits && last < 2 ** (signed ? size - 1 : size))!;
      return {
        ...field,
        children,
        dictionary: { ...field.dictionary, id: ids.get(way) ?? next++, bits: needed },
      };
    };
    return fields.map((field) => numbered(field, field.name));
  }

  /** The parts of every dictionary, those first that others need. @param fields As `fields` returned them. */
  *parts(fields: readonly ArrowField[]): Generator<[id: number, values: Column, isMore: boolean]> {
    for (const [way, field] of waysToDictionaries(fields)) {
      const id = field.dictionary!.id;
      const plain = { ...field, dictionary: undefined };
      const stored = this.joined.get(way)?.parts ?? [emptyColumn(plain, 0)];
      // in one part if possible: Polars reads no dictionary that gets more values
      const joined = joinColumns(stored);
      const parts = joined === undefined ? stored : [joined];
      for (const [i, part] of parts.entries()) yield [id, this.conform(part, plain, way), i > 0];
    }
  }

  /** A column of the present file under its field in the output. */
  conform(column: Column, field: ArrowField, way = field.name): Column {
    const children = column.children.map((child, i) => this.conform(child, field.children[i], `${way}/${i}`));
    if (column.dictionary === undefined) return { ...column, field, children };
    const number = this.versions.numberOf(way, column.dictionary);
    const renumbering = this.renumberings.get(`${this.table} ${number} ${way}`);
    const { bits } = field.dictionary!;
    if (renumbering === undefined && bits === column.field.dictionary!.bits) return { ...column, field };
    // values that are missing may have any number
    const numbers = indexesOf(column);
    const renumbered = Float64Array.from(
      numbers,
      (value) => renumbering?.[value] ?? (renumbering ? 0 : value),
    );
    return { ...column, field, buffers: [storedIntegers(renumbered, bits)] };
  }

  /** Notes the dictionaries of a batch of which no row is kept. */
  passOver({ columns }: ArrowBatch): void {
    const note = ({ dictionary, children }: Column, way: string): void => {
      if (dictionary !== undefined) this.versions.numberOf(way, dictionary);
      children.forEach((child, i) => {
        note(child, `${way}/${i}`);
      });
    };
    for (const column of columns) note(column, column.field.name);
  }

  private add([way, number, dictionary]: [way: string, number: number, dictionary: Dictionary]): void {
    const key = `${this.table} ${number} ${way}`;
    const joined = this.joined.get(way) ?? new JoinedDictionary();
    this.joined.set(way, joined);
    if (joined.length > 0 && dictionary.parts.some(hasDictionary)) throw this.nested(way);
    this.renumberings.set(key, joined.add(dictionary));
  }

  private nested(way: string): NeardupError {
    return new NeardupError(
      'OUTPUT_FORMAT',
      `Expected one dictionary in \`${way.split('/')[0]}\`, whose values have dictionaries of their own, for \`${this.output}\`, got several.`,
      { advice: 'Write to a *.jsonl file.' },
    );
  }
}

function hasDictionary({ dictionary, children }: Column): boolean {
  return dictionary !== undefined || children.some(hasDictionary);
}

/** The columns with a dictionary, also those in others, each after those that its values need. */
function* waysToDictionaries(
  fields: readonly ArrowField[],
  ways?: readonly string[],
): Generator<[way: string, field: ArrowField]> {
  for (const [i, field] of fields.entries()) {
    const way = ways?.[i] ?? field.name;
    yield* waysToDictionaries(
      field.children,
      field.children.map((_, child) => `${way}/${child}`),
    );
    if (field.dictionary !== undefined) yield [way, field];
  }
}
