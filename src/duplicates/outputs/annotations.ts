/** What `annotate` writes beside every document: the columns, and their values. */
import type { Annotation } from '../../results.ts';
import type { AddedColumn, AddedValues } from '../../write.ts';

const COLUMNS: Readonly<Record<keyof Annotation, AddedColumn['type']>> = {
  group: 'INT64',
  copies: 'INT64',
  kept: 'BOOLEAN',
  keptId: 'STRING',
  resemblance: 'DOUBLE',
};

const NAMES = Object.keys(COLUMNS) as (keyof Annotation)[];

/** @param prefix The beginning of their names. */
export function annotationColumns(prefix: string): readonly AddedColumn[] {
  return NAMES.map((name) => ({ name: prefix + name, type: COLUMNS[name] }));
}

export function annotationValues(annotation: Annotation): AddedValues {
  return NAMES.map((name) => annotation[name]);
}
