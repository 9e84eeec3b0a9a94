/** A sample of the input, so that the wrong name of a field is found before everything is read. */
import type { ReadOptions, Source, SourcedItem } from '../read.ts';
import { readSources } from './read-sources.ts';

/** Documents that are looked at, and sources that they are taken from: the first documents of each. */
const SAMPLE = 1000;
const SAMPLE_SOURCES = 10;

/** Documents that could be read. */
export async function* sampleDocuments(
  sources: readonly Source[],
  options: ReadOptions,
): AsyncGenerator<SourcedItem> {
  const chosen = spread(sources);
  let documents = 0;
  for (const source of chosen) {
    const end = documents + Math.ceil(SAMPLE / chosen.length);
    for await (const read of readSources([source], options)) {
      if (read.item.problem !== undefined) continue;
      yield read;
      if (++documents >= end) break;
    }
  }
}

/** Sources at equal distances. */
function spread(sources: readonly Source[]): readonly Source[] {
  const step = Math.max(1, sources.length / SAMPLE_SOURCES);
  return sources.filter((_, i) => Math.floor(i / step) !== Math.floor((i - 1) / step));
}
