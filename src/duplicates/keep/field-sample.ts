/** Looks for the field of a keep policy in a sample of the input, so that a wrong name is found before everything is read. */
import { fieldGetter, readSources } from '../../read/index.ts';
import type { ReadOptions, Source } from '../../read.ts';

/** Documents that are looked at, and sources that they are taken from: the first documents of each. */
const SAMPLE = 1000;
const SAMPLE_SOURCES = 10;

/** What was looked at in vain: how many documents, and fields that they have. */
export interface SampleWithout {
  readonly documents: number;
  readonly fields: readonly string[];
}

/** Undefined as soon as a document has the field, whatever its value; at once if the field is right. */
export async function sampleWithout(
  field: string,
  sources: readonly Source[],
  options: ReadOptions,
): Promise<SampleWithout | undefined> {
  const getField = fieldGetter(field);
  const fields = new Set<string>();
  const chosen = spread(sources);
  let documents = 0;
  for (const source of chosen) {
    const end = documents + Math.ceil(SAMPLE / chosen.length);
    for await (const { item } of readSources([source], options)) {
      if (item.problem !== undefined) continue;
      if (getField(item.meta ?? {}) !== undefined) return undefined;
      for (const name of Object.keys(item.meta ?? {})) fields.add(name);
      if (++documents >= end) break;
    }
  }
  return { documents, fields: [...fields] };
}

/** Sources at equal distances. */
function spread(sources: readonly Source[]): readonly Source[] {
  const step = Math.max(1, sources.length / SAMPLE_SOURCES);
  return sources.filter((_, i) => Math.floor(i / step) !== Math.floor((i - 1) / step));
}
