/** What `annotate` writes beside every document: the columns, and their values. */

import type { Annotation } from '../../answers/copies.ts';
import { badOption } from '../../errors.ts';
import { uselessOption } from '../../option-rules.ts';
import { textNames } from '../../read/index.ts';
import { option, wording } from '../../wording.ts';
import type { AddedColumn, AddedValues, RecordFields } from '../../write.ts';
import { DEDUP_RULES } from '../options.ts';

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

interface AnnotationOptions extends RecordFields {
  readonly output?: string;
  readonly annotate?: string;
  readonly annotatePrefix: string;
}

/** Refuses a prefix without annotations, and names that id and text have. */
export function checkAnnotation({
  output,
  annotate,
  annotatePrefix,
  idField,
  textField,
}: AnnotationOptions): void {
  if (annotate === undefined) {
    if (annotatePrefix === DEDUP_RULES.annotatePrefix.default) return;
    const advice = wording`Name an output with ${option('annotate')}.`;
    throw uselessOption('annotatePrefix', 'no documents are annotated', advice);
  }
  if (annotate === output) {
    throw badOption('annotate', wording`another path than ${option('output')}`, annotate);
  }
  const own = [idField, ...textNames(textField)];
  const taken = annotationColumns(annotatePrefix).find(({ name }) => own.includes(name));
  if (taken === undefined) return;
  throw badOption('annotatePrefix', `the beginning of names other than \`${taken.name}\``, annotatePrefix);
}
