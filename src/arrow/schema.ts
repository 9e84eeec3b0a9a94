/** The schema of Arrow data: read from its message, and written. */
import { BadArrow, damagedArrow } from './bad-arrow.ts';
import { integerVector, type Node, type Table, table, tables, textValue } from './flatbuffers.ts';
import {
  type ArrowType,
  childrenOf,
  type Layout,
  layoutOf,
  PARAMETERS,
  type Parameter,
  Type,
  typeName,
} from './types.ts';

/** Notes of programs: a name and a value, which may be any bytes. */
export type Metadata = readonly (readonly [name: Uint8Array, value: Uint8Array])[];

export interface ArrowField {
  readonly name: string;
  readonly nullable: boolean;
  /** The type of the values; of a column with a dictionary, that of the values in it. */
  readonly type: ArrowType;
  readonly layout: Layout;
  readonly dictionary?: DictionaryEncoding;
  readonly children: readonly ArrowField[];
  readonly metadata: Metadata;
}

/** Values of a column are numbers of values in a dictionary. */
export interface DictionaryEncoding {
  readonly id: number;
  /** Bits of a number, and whether it has a sign. */
  readonly bits: number;
  readonly signed: boolean;
  readonly ordered: boolean;
}

export interface ArrowSchema {
  readonly fields: readonly ArrowField[];
  readonly metadata: Metadata;
}

/** Columns in columns, and columns in all: forged schemas could have any number. */
const MAX_DEPTH = 64;
const MAX_FIELDS = 100_000;

/** @param header The table `Schema` of a message. */
export function readSchema(header: Table): ArrowSchema {
  if (header.number(0, 'i16') !== 0)
    throw new BadArrow('Expected Arrow data of little-endian numbers, got big-endian ones.');
  let left = MAX_FIELDS;
  const field = (from: Table, depth: number): ArrowField => {
    if (depth > MAX_DEPTH || --left < 0)
      throw new BadArrow(`Expected Arrow columns of at most ${MAX_DEPTH} levels, got more.`);
    return readField(from, (child) => field(child, depth + 1));
  };
  const fields = header.tables(1).map((each) => field(each, 1));
  checkDictionaries(fields);
  return { fields, metadata: readMetadata(header.tables(2)) };
}

function readField(from: Table, child: (from: Table) => ArrowField): ArrowField {
  const name = from.text(0);
  const id = from.number(2, 'u8');
  const parameters = from.table(3);
  const type = {
    id,
    parameters: (PARAMETERS[id] ?? []).map(([kind, missing], i) =>
      readParameter(parameters, i, kind, missing),
    ),
  };
  const layout = layoutOf(type);
  if (layout === undefined)
    throw new BadArrow(`Expected Arrow columns of known types, got ${typeName(type)} in \`${name}\`.`);
  const children = from.tables(5).map(child);
  const count = childrenOf(layout);
  const isWhole = (count === undefined || children.length === count) && areRunEnds(layout, children);
  if (!isWhole)
    throw damagedArrow(`a column \`${name}\` of type ${typeName(type)} with ${children.length} others in it`);
  const encoding = from.table(4);
  const dictionary = encoding && readEncoding(encoding);
  return {
    name,
    nullable: from.number(1, 'bool') !== 0,
    type,
    layout,
    ...(dictionary && { dictionary }),
    children,
    metadata: readMetadata(from.tables(6)),
  };
}

function areRunEnds({ kind }: Layout, [ends]: readonly ArrowField[]): boolean {
  if (kind !== 'runs') return true;
  return ends.type.id === Type.int && ends.type.parameters[0] !== 8 && ends.dictionary === undefined;
}

function readParameter(from: Table | undefined, i: number, kind: string, missing = 0): Parameter {
  if (kind === 'text') return from?.has(i) ? from.bytes(i) : undefined;
  if (kind === 'i32s') return from?.has(i) ? from.integers(i) : undefined;
  return from === undefined ? missing : from.number(i, kind as 'i16', missing);
}

function readEncoding(from: Table): DictionaryEncoding {
  const index = from.table(1);
  const bits = index?.number(0, 'i32') ?? 32;
  if (![8, 16, 32, 64].includes(bits)) throw damagedArrow(`a dictionary with numbers of ${bits} bits`);
  return {
    id: from.number(0, 'i64'),
    bits,
    signed: index === undefined || index.number(1, 'bool') !== 0,
    ordered: from.number(2, 'bool') !== 0,
  };
}

function readMetadata(entries: readonly Table[]): Metadata {
  return entries.map((entry) => [entry.bytes(0), entry.bytes(1)] as const);
}

/** Columns may share a dictionary only if its values have one type: so no dictionary is a part of itself. */
function checkDictionaries(fields: readonly ArrowField[]): void {
  const shapes = new Map<number, string>();
  for (const field of withDictionaries(fields)) {
    const shape = valueShape(field);
    const known = shapes.get(field.dictionary!.id) ?? shape;
    if (known !== shape) throw damagedArrow(`a dictionary with two types in \`${field.name}\``);
    shapes.set(field.dictionary!.id, shape);
  }
}

/** The columns that have a dictionary, also those in others, in the order in which dictionaries need each other. */
export function* withDictionaries(fields: readonly ArrowField[]): Generator<ArrowField> {
  for (const field of fields) {
    yield* withDictionaries(field.children);
    if (field.dictionary !== undefined) yield field;
  }
}

/** Equal for columns whose values are stored in the same way, whatever dictionary they are in. */
function valueShape({ type, children }: ArrowField): string {
  return shapeOf({ type, children, dictionary: undefined, metadata: [] });
}

/** Equal for columns that can be joined: they may differ in whether values may be missing, and in notes that are not Arrow's own. */
export function shapeOf({
  type,
  children,
  dictionary,
  metadata,
}: Pick<ArrowField, 'type' | 'children' | 'dictionary' | 'metadata'>): string {
  const plain = (value: Parameter) => (value instanceof Uint8Array ? latin(value) : value);
  const notes = metadata.filter(([name]) => latin(name).startsWith('ARROW:')).map((note) => note.map(latin));
  const own = [type.id, type.parameters.map(plain), dictionary !== undefined, notes];
  return JSON.stringify([own, children.map((child) => [child.name, shapeOf(child)])]);
}

function latin(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
}

/** The table `Schema`. */
export function schemaTable({ fields, metadata }: ArrowSchema): Node {
  return table([[2, 0], tables(fields.map(fieldTable)), metadataTables(metadata)]);
}

function fieldTable({ name, nullable, type, dictionary, children, metadata }: ArrowField): Node {
  return table([
    textValue(name),
    [1, Number(nullable)],
    [1, type.id],
    typeTable(type),
    dictionary &&
      table([
        [8, dictionary.id],
        typeTable({ id: Type.int, parameters: [dictionary.bits, Number(dictionary.signed)] }),
        [1, Number(dictionary.ordered)],
      ]),
    tables(children.map(fieldTable)),
    metadataTables(metadata),
  ]);
}

const SIZES = { bool: 1, i16: 2, i32: 4 } as const;

function typeTable({ id, parameters }: ArrowType): Node {
  return table(
    (PARAMETERS[id] ?? []).map(([kind], i) => {
      const value = parameters[i];
      if (value === undefined) return undefined;
      if (kind === 'text') return textValue(value as Uint8Array);
      return kind === 'i32s' ? integerVector(value as number[]) : ([SIZES[kind], value as number] as const);
    }),
  );
}

function metadataTables(metadata: Metadata): Node | undefined {
  if (metadata.length === 0) return undefined;
  return tables(metadata.map(([name, value]) => table([textValue(name), textValue(value)])));
}
