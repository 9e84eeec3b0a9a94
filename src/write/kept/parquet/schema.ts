/**
 * The columns of a Parquet file that takes rows of other Parquet files: all columns of these, with their types. A column that some
 * of the files lack, or that has no values in some rows, is optional.
 */
import { type FileMetaData, parquetSchema, type SchemaElement, type SchemaTree } from 'hyparquet';
import { getMaxDefinitionLevel, getMaxRepetitionLevel, getTreePath } from 'hyparquet/src/schema.js';
import { NeardupError } from '../../../errors.ts';
import type { AddedColumn } from '../../../write.ts';
import { expectFree } from '../added-columns.ts';

/** A column of values: a column of the table, or the innermost one inside lists or nested columns. */
export interface Leaf {
  /** The names on the way to it. */
  readonly names: readonly string[];
  readonly path: readonly SchemaElement[];
  readonly element: SchemaElement;
  readonly maxDefinitionLevel: number;
  readonly maxRepetitionLevel: number;
}

interface Column {
  readonly tree: SchemaTree;
  readonly source: string;
  isOptional: boolean;
}

export class JoinedSchema {
  private root: SchemaElement | undefined;
  private readonly columns = new Map<string, Column>();
  private keyValues: FileMetaData['key_value_metadata'];

  /** @param output The file that takes the rows, for messages. @param added Columns after those of the files. */
  constructor(
    private readonly output: string,
    private readonly added: readonly AddedColumn[] = [],
  ) {}

  get isEmpty(): boolean {
    return this.root === undefined;
  }

  /** Adds the columns of a file. Refuses those that cannot be kept as they are beside the others. */
  add(metadata: FileMetaData, source: string): void {
    const { element, children } = parquetSchema(metadata);
    const isFirst = this.root === undefined;
    const names = children.map((child) => child.element.name);
    expectFree(names, this.added, source);
    const doubled = names.find((name, i) => names.indexOf(name) < i);
    if (doubled !== undefined) throw this.refused(`two columns \`${doubled}\` in ${source}`);
    if (isFirst) [this.root, this.keyValues] = [element, metadata.key_value_metadata];
    // notes of other programs about the columns are right only for these columns
    else if (names.join('\0') !== [...this.columns.keys()].join('\0')) this.keyValues = undefined;
    for (const [name, column] of this.columns) column.isOptional ||= !names.includes(name);
    for (const tree of children) this.addColumn(tree, source, isFirst);
  }

  /** Notes of other programs in the files, if all have the same columns, and no others are added. */
  get notes(): FileMetaData['key_value_metadata'] {
    return this.added.length === 0 ? this.keyValues : undefined;
  }

  elements(): SchemaElement[] {
    const trees = [...this.columns.values()].map(joinedTree);
    const more = this.added.map(addedElement);
    return [{ ...this.root!, num_children: trees.length + more.length }, ...trees.flatMap(flat), ...more];
  }

  /** The number of an added column; -1 for one of the files. */
  placeAmongAdded({ names }: Leaf): number {
    return this.added.findIndex(({ name }) => name === names[0]);
  }

  leaves(): Leaf[] {
    const tree = parquetSchema({ schema: this.elements() } as FileMetaData);
    return leafPaths([tree]).map((path) => leafOf(path));
  }

  private addColumn(tree: SchemaTree, source: string, isFirst: boolean): void {
    const { name, repetition_type: repetition } = tree.element;
    const known = this.columns.get(name);
    const unknown = flat(tree).find(({ logical_type: type }) => type && typeof type.type !== 'string');
    if (unknown !== undefined) throw this.refused(`a column \`${name}\` of an unknown type in ${source}`);
    if (known === undefined) {
      const isOptional = repetition === 'OPTIONAL' || (!isFirst && repetition !== 'REPEATED');
      this.columns.set(name, { tree, source, isOptional });
      return;
    }
    if (shapeOf(known.tree) !== shapeOf(tree)) {
      throw this.refused(
        `\`${name}\` as ${typeName(known.tree)} in ${known.source} and as ${typeName(tree)} in ${source}`,
      );
    }
    known.isOptional ||= repetition === 'OPTIONAL';
  }

  private refused(got: string): NeardupError {
    return new NeardupError(
      'OUTPUT_FORMAT',
      `Expected columns whose types \`${this.output}\` can keep, got ${got}.`,
      { advice: 'Write to a folder/, in which every input file has an output file, or to a *.jsonl file.' },
    );
  }
}

/** A leaf as it is in one of the files; undefined if the file does not have the column. */
export function leafIn(metadata: FileMetaData, { names }: Leaf): Leaf | undefined {
  const tree = parquetSchema(metadata);
  if (!tree.children.some(({ element }) => element.name === names[0])) return undefined;
  return leafOf(getTreePath(tree, [...names]));
}

function addedElement({ name, type }: AddedColumn): SchemaElement {
  const element = { name, repetition_type: 'OPTIONAL' } as const;
  return type === 'STRING'
    ? { ...element, type: 'BYTE_ARRAY', converted_type: 'UTF8' }
    : { ...element, type };
}

function leafOf(path: SchemaTree[]): Leaf {
  return {
    names: path.slice(1).map(({ element }) => element.name),
    path: path.map(({ element }) => element),
    element: path.at(-1)!.element,
    maxDefinitionLevel: getMaxDefinitionLevel(path),
    maxRepetitionLevel: getMaxRepetitionLevel(path),
  };
}

function leafPaths(path: SchemaTree[]): SchemaTree[][] {
  const { children } = path.at(-1)!;
  return children.length === 0 ? [path] : children.flatMap((child) => leafPaths([...path, child]));
}

function joinedTree({ tree, isOptional }: Column): SchemaTree {
  if (!isOptional || tree.element.repetition_type === 'REPEATED') return tree;
  return { ...tree, element: { ...tree.element, repetition_type: 'OPTIONAL' } };
}

function flat({ element, children }: SchemaTree): SchemaElement[] {
  return [writable(element), ...children.flatMap(flat)];
}

/** The library writes widths of whole numbers as a type that other readers refuse. The older note of the same type says as much. */
function writable(element: SchemaElement): SchemaElement {
  const { logical_type: type } = element;
  if (type?.type !== 'INTEGER') return element;
  const name = `${type.isSigned ? 'INT' : 'UINT'}_${type.bitWidth}` as SchemaElement['converted_type'];
  return { ...element, logical_type: undefined, converted_type: name };
}

/** The properties that must be equal for columns to be merged: all but whether rows may lack the column. */
function shapeOf(tree: SchemaTree): string {
  const isRepeated = tree.element.repetition_type === 'REPEATED';
  const [first, ...others] = flat(tree);
  const top = { ...first, repetition_type: isRepeated, field_id: undefined };
  return JSON.stringify([top, ...others.map((element) => ({ ...element, field_id: undefined }))]);
}

function typeName({ element, children }: SchemaTree): string {
  const { type, converted_type: converted, logical_type: logical, precision, scale } = element;
  if (logical?.type === 'TIMESTAMP' || logical?.type === 'TIME') return `${logical.type} (${logical.unit})`;
  const name = converted ?? logical?.type ?? type ?? `a struct of ${children.length} columns`;
  return name === 'DECIMAL' ? `DECIMAL(${precision}, ${scale ?? 0})` : name;
}
