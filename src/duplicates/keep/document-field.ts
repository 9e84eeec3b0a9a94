/** A field of documents by its name, and the error if the name is wrong: it is found in a sample before everything is read. */
import { badOption, type NeardupError } from '../../errors.ts';
import { fieldGetter, type OpenInput, sampleDocuments } from '../../read/index.ts';
import type { ReadDocument, ReadOptions } from '../../read.ts';

/** A sample of documents without the field: how many, and the fields that they have. */
export interface SampleWithout {
  readonly documents: number;
  readonly fields: readonly string[];
}

/** A function that gives the value of a field; undefined for none. An id is text, whatever it was. */
export function documentField(
  name: string,
  { idField }: Pick<ReadOptions, 'idField'>,
): (item: ReadDocument) => unknown {
  if (name === idField) return (item) => item.id;
  const getField = fieldGetter(name);
  // the language is beside the other fields if its format says it, and among them if a column does
  return ({ meta, lang }) => getField(meta ?? {}) ?? (name === 'lang' ? lang : undefined);
}

/** Undefined as soon as a document has the field, whatever its value; at once if the field is right. */
export async function sampleWithout(
  field: string,
  sources: OpenInput['sources'],
  options: ReadOptions,
): Promise<SampleWithout | undefined> {
  const getField = documentField(field, options);
  const fields = new Set<string>();
  let documents = 0;
  for await (const { item } of sampleDocuments(sources, options)) {
    if (item.problem !== undefined) continue;
    if (getField(item) !== undefined) return undefined;
    for (const name of Object.keys(item.meta ?? {})) fields.add(name);
    documents++;
  }
  return { documents, fields: [...fields] };
}

/** @param name The option that names the field. @param expected What its value should be. */
export function unknownField(
  { name, value, expected }: { readonly name: string; readonly value: string; readonly expected: string },
  sample?: SampleWithout,
): NeardupError {
  const check = 'Check the name of the field; `a.b` is field `b` of the object in field `a`.';
  const advice =
    sample === undefined
      ? check
      : `None of the ${sample.documents} documents checked has it. ${namesOf(sample.fields)} ${check}`;
  return badOption(name, expected, value, advice);
}

export function namesOf(fields: readonly string[]): string {
  const names = fields.slice(0, 8).join('`, `');
  return names === '' ? 'They have no other fields.' : `They have \`${names}\`.`;
}
