/** Arrow's types: their numbers, the parameters in their tables, and the buffers that a column of each has. */

export const Type = {
  ...{ null: 1, int: 2, float: 3, binary: 4, utf8: 5, bool: 6, decimal: 7, date: 8, time: 9, timestamp: 10 },
  ...{ interval: 11, list: 12, struct: 13, union: 14, fixedBinary: 15, fixedList: 16, map: 17, duration: 18 },
  ...{ largeBinary: 19, largeUtf8: 20, largeList: 21, runEnds: 22, binaryView: 23, utf8View: 24 },
  ...{ listView: 25, largeListView: 26 },
} as const;

export type Parameter = number | readonly number[] | Uint8Array | undefined;

/** A type with the parameters of its table, in their order there. */
export interface ArrowType {
  readonly id: number;
  readonly parameters: readonly Parameter[];
}

type ParameterKind = 'bool' | 'i16' | 'i32' | 'i32s' | 'text';

/** The kinds of the parameters of each type, and their defaults. */
export const PARAMETERS: Readonly<
  Record<number, readonly (readonly [kind: ParameterKind, missing?: number])[]>
> = {
  [Type.int]: [['i32'], ['bool']],
  [Type.float]: [['i16']],
  [Type.decimal]: [['i32'], ['i32'], ['i32', 128]],
  [Type.date]: [['i16', 1]],
  [Type.time]: [
    ['i16', 1],
    ['i32', 32],
  ],
  [Type.timestamp]: [['i16'], ['text']],
  [Type.interval]: [['i16']],
  [Type.union]: [['i16'], ['i32s']],
  [Type.fixedBinary]: [['i32']],
  [Type.fixedList]: [['i32']],
  [Type.map]: [['bool']],
  [Type.duration]: [['i16', 1]],
};

/** How the values of a column are stored. */
export type Layout =
  | { readonly kind: 'null' | 'bits' | 'struct' | 'sparse' | 'dense' | 'views' | 'runs' }
  | { readonly kind: 'fixed'; readonly width: number }
  | { readonly kind: 'fixedList'; readonly size: number }
  | { readonly kind: 'bytes' | 'list' | 'listView'; readonly wide: boolean };

/** Undefined if the type, or a parameter of it, is unknown. */
export function layoutOf({ id, parameters }: ArrowType): Layout | undefined {
  const [first, second, third] = parameters as readonly number[];
  const fixed = (width: number | undefined): Layout | undefined =>
    width !== undefined && Number.isInteger(width) && width >= 0 ? { kind: 'fixed', width } : undefined;
  switch (id) {
    case Type.null:
      return { kind: 'null' };
    case Type.bool:
      return { kind: 'bits' };
    case Type.int:
      return [8, 16, 32, 64].includes(first) ? fixed(first / 8) : undefined;
    case Type.float:
      return fixed([2, 4, 8][first]);
    case Type.decimal:
      return [32, 64, 128, 256].includes(third) ? fixed(third / 8) : undefined;
    case Type.date:
      return fixed([4, 8][first]);
    case Type.time:
      return [32, 64].includes(second) && first >= 0 && first <= 3 ? fixed(second / 8) : undefined;
    case Type.timestamp:
    case Type.duration:
      return first >= 0 && first <= 3 ? fixed(8) : undefined;
    case Type.interval:
      return fixed([4, 8, 16][first]);
    case Type.fixedBinary:
      return fixed(first);
    case Type.fixedList:
      return first >= 0 ? { kind: 'fixedList', size: first } : undefined;
    case Type.binary:
    case Type.utf8:
    case Type.largeBinary:
    case Type.largeUtf8:
      return { kind: 'bytes', wide: id >= Type.largeBinary };
    case Type.binaryView:
    case Type.utf8View:
      return { kind: 'views' };
    case Type.list:
    case Type.map:
    case Type.largeList:
      return { kind: 'list', wide: id === Type.largeList };
    case Type.listView:
    case Type.largeListView:
      return { kind: 'listView', wide: id === Type.largeListView };
    case Type.struct:
      return { kind: 'struct' };
    case Type.union:
      return first === 0 || first === 1 ? { kind: first === 0 ? 'sparse' : 'dense' } : undefined;
    case Type.runEnds:
      return { kind: 'runs' };
    default:
      return undefined;
  }
}

/** The number of children that columns of a kind must have; undefined if any will do. */
export function childrenOf({ kind }: Layout): number | undefined {
  if (kind === 'struct' || kind === 'sparse' || kind === 'dense') return undefined;
  if (kind === 'runs') return 2;
  return kind === 'list' || kind === 'listView' || kind === 'fixedList' ? 1 : 0;
}

const NAMES: Readonly<Record<number, string>> = Object.fromEntries(
  Object.entries(Type).map(([name, id]) => [id, name]),
);

/** The name of a type in messages. */
export function typeName({ id, parameters: [first, second] }: ArrowType): string {
  if (id === Type.int) return `${second ? 'int' : 'uint'}${first}`;
  if (id === Type.float) return `float${[16, 32, 64][first as number] ?? ''}`;
  return NAMES[id] ?? `type ${id}`;
}
