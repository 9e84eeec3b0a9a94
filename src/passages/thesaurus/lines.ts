/** A user's own thesaurus: a line is `word<TAB>synonym, synonym`; `#` begins a comment. Any language, one word each. */
import { NeardupError } from '../../errors.ts';
import type { SynonymGroup, Thesaurus } from '../../passages.ts';
import { readNamedText } from '../../platform/files.ts';

export function lineThesaurus(path: string): Thesaurus {
  return { name: path, groups: () => readLines(readNamedText(path), path) };
}

export function* readLines(text: string, name: string): Generator<SynonymGroup> {
  const lines = text.replace(/^\ufeff/, '').split('\n');
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i].replace(/#.*$/, '').trim();
    if (line === '') continue;
    const [word, list] = line.split('\t', 2);
    if (list === undefined) {
      throw new NeardupError(
        'BAD_THESAURUS',
        `${name}:${i + 1}: expected \`word<TAB>synonym, synonym\`, got \`${line.slice(0, 60)}\`.`,
      );
    }
    const words = list.split(/[,;，；、]/).map((synonym) => synonym.trim());
    yield { words: [word.trim(), ...words.filter((synonym) => synonym !== '')], star: true };
  }
}
