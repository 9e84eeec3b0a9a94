/**
 * WordNet's data files (`data.noun`, `data.verb`, `data.adj`, `data.adv`): a line for every set of synonyms,
 * `offset file type count(hex) word id word id … | gloss`. Debian has them in `wordnet-base`.
 */
import type { SynonymGroup, Thesaurus } from '../../passages.ts';
import { readNamedText } from '../../platform/files.ts';

export const WORDNET_FILES = ['data.noun', 'data.verb', 'data.adj', 'data.adv'] as const;

export function wordNet(folder: string): Thesaurus {
  return {
    name: folder,
    *groups() {
      for (const name of WORDNET_FILES) yield* readWordNet(readNamedText(folder, name));
    },
  };
}

/** Offset (8 digits), file (2) and type (1) come before the number of words. */
const COUNT_AT = 14;

export function* readWordNet(text: string): Generator<SynonymGroup> {
  for (const line of text.split('\n')) {
    // the lines of the license begin with two spaces; half of the sets have one word
    if (line.startsWith(' ') || line.startsWith('01 ', COUNT_AT)) continue;
    const count = Number.parseInt(line.slice(COUNT_AT, COUNT_AT + 2), 16);
    if (!(count > 1)) continue;
    const fields = line.split(' ', 4 + 2 * count);
    const words: string[] = [];
    for (let i = 0; i < count && 4 + 2 * i < fields.length; i++) {
      // `galore(ip)`: the position of an adjective; `run_away`: more than a word
      words.push(fields[4 + 2 * i].replace(/\(.*\)$/, '').replaceAll('_', ' '));
    }
    yield { words };
  }
}
