/** Refuses a field for ids that no document has: a misspelt name would silently give all documents other ids. */
import { badOption, type NeardupError } from '../errors.ts';
import type { ReadOptions, Source } from '../read.ts';
import { LOOKED_AT_BY, NO_IDS, READ_RULES } from './options.ts';
import { sampleDocuments } from './sample-documents.ts';

export async function refuseUnknownId(sources: readonly Source[], options: ReadOptions): Promise<void> {
  const { idField } = options;
  if (!asksForId(options)) return;
  const fields = new Set<string>();
  let documents = 0;
  for await (const { item, reader } of sampleDocuments(sources, options)) {
    if (item.problem !== undefined || !LOOKED_AT_BY.idField!.includes(reader.name)) continue;
    if (item.id !== undefined) return;
    documents++;
    for (const name of Object.keys(item.meta ?? {})) fields.add(name);
  }
  if (documents === 0) return;
  const names = [...fields].slice(0, 8).join('`, `');
  const known = names === '' ? 'They have no other fields.' : `They have \`${names}\`.`;
  throw noSuchId(idField, `None of the ${documents} documents checked has it. ${known}`);
}

/** True if the field was named by the caller. */
export function asksForId({ idField }: Pick<ReadOptions, 'idField'>): boolean {
  return idField !== READ_RULES.idField.default && idField !== NO_IDS;
}

/** @param found A sentence: what was looked at. */
export function noSuchId(idField: string, found: string): NeardupError {
  const advice = `${found} To number them by their places, name the field \`${NO_IDS}\`.`;
  return badOption('idField', 'a field that documents have', idField, advice);
}
