/** The bundled examples: what they are called, the files that they are in, and what of them shows something at once. */

export interface Sample {
  readonly title: string;
  readonly files: readonly string[];
  /** Of many texts, two that have much in common. */
  readonly pair?: readonly [string, string];
  /** A search that finds something for a reason. */
  readonly query: string;
  /** The example that shows pairs, or two texts, if this one has none. */
  readonly other: SampleName;
}

export type SampleName = 'essay' | 'essay-uk' | 'versions' | 'articles' | 'news-uk';

export const SAMPLES: Readonly<Record<SampleName, Sample>> = {
  essay: {
    title: 'An essay and its source',
    files: ['examples/compare/essay.txt', 'examples/compare/guide.md'],
    query: 'ships aground on the reef',
    other: 'versions',
  },
  'essay-uk': {
    title: 'Твір і стаття',
    files: ['examples/compare/uk/tvir.txt', 'examples/compare/uk/stattia.txt'],
    query: 'годинник на вежі',
    other: 'news-uk',
  },
  versions: {
    title: '42 texts: versions and look-alikes',
    files: ['examples/versions.jsonl'],
    pair: ['bridge-1', 'bridge-3'],
    query: 'herons on the estuary',
    other: 'essay',
  },
  articles: {
    title: '118 short news',
    files: ['examples/articles.jsonl'],
    pair: ['heron-count', 'heron-count-updated'],
    query: 'herons on the estuary',
    other: 'essay',
  },
  'news-uk': {
    title: '56 новин',
    files: ['examples/news-uk.jsonl'],
    pair: ['mlyn-vidnovyly', 'mlyn-vidnovyly-ahentsiia'],
    query: 'бобри перегородили дорогу',
    other: 'essay-uk',
  },
};

/** What the list of examples says once the texts are others. */
export const OWN = 'own';

/** An example for which the operation has an answer, if the texts at hand give none. */
export function exampleFor(takes: 'two' | 'all', sample: SampleName | typeof OWN): SampleName {
  if (sample === OWN) return takes === 'two' ? 'essay' : 'versions';
  const isMany = SAMPLES[sample].files.length === 1;
  return isMany === (takes === 'all') ? sample : SAMPLES[sample].other;
}
