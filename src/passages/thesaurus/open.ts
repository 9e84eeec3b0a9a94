/** Which thesauri there are: one that a user names, the system's for a language, and the small built-in ones. */
import { NeardupError, systemReason } from '../../errors.ts';
import type { SynonymGroup, Thesaurus } from '../../passages.ts';
import { fileExists, folderFiles, isFolder, readNamedText } from '../../platform/files.ts';
import { myThes } from './mythes.ts';
import { WORDNET_FILES, wordNet } from './wordnet.ts';

const MYTHES_FOLDERS = ['/usr/share/mythes', '/usr/local/share/mythes'];
const WORDNET_FOLDERS = ['/usr/share/wordnet', '/usr/local/share/wordnet'];
/** Language data is loaded when it is needed. */
const BUILT_IN: Readonly<Record<string, () => Promise<string>>> = {
  en: async () => (await import('./english.ts')).ENGLISH_THESAURUS,
  uk: async () => (await import('./ukrainian.ts')).UKRAINIAN_THESAURUS,
};

/**
 * The thesauri for texts in these languages. `auto` is everything on this machine; `built-in` is the same on every machine;
 * `none`; anything else is a user's file, which is added to the built-in ones.
 */
export async function openThesauri(which: string, langs: readonly string[]): Promise<Thesaurus[]> {
  if (which === 'none') return [];
  const distinct = [...new Set(langs)];
  const builtIn = (await Promise.all(distinct.map(builtInThesaurus))).flat();
  if (which === 'built-in') return builtIn;
  if (which === 'auto') return [...builtIn, ...distinct.flatMap(systemThesauri)];
  return [...builtIn, fileThesaurus(which)];
}

async function builtInThesaurus(lang: string): Promise<Thesaurus[]> {
  const lines = Object.hasOwn(BUILT_IN, lang) ? await BUILT_IN[lang]() : undefined;
  if (lines === undefined) return [];
  return [
    {
      name: `built-in (${lang})`,
      *groups() {
        for (const line of lines.trim().split('\n')) yield { words: line.trim().split(' ') };
      },
    },
  ];
}

function systemThesauri(lang: string): Thesaurus[] {
  const found = MYTHES_FOLDERS.flatMap((folder) =>
    folderFiles(folder)
      .filter((path) => path.startsWith(`${folder}/th_${lang}_`) && path.endsWith('.dat'))
      .slice(0, 1)
      .map(myThes),
  );
  // the English MyThes files were made from WordNet: either is enough
  if (lang !== 'en' || found.length > 0) return found;
  return WORDNET_FOLDERS.filter(isWordNet).slice(0, 1).map(wordNet);
}

function fileThesaurus(path: string): Thesaurus {
  try {
    if (isFolder(path)) {
      if (isWordNet(path)) return wordNet(path);
      throw new NeardupError(
        'BAD_THESAURUS',
        `${path}: expected WordNet's data files in this folder, found none.`,
      );
    }
  } catch (cause) {
    if (cause instanceof NeardupError) throw cause;
    throw new NeardupError('BAD_THESAURUS', `${path}: ${systemReason(cause)}.`, { cause });
  }
  return path.endsWith('.dat') ? myThes(path) : lineThesaurus(path);
}

function isWordNet(folder: string): boolean {
  return WORDNET_FILES.every((name) => fileExists(folder, name));
}

function lineThesaurus(path: string): Thesaurus {
  return { name: path, groups: () => readLines(readNamedText(path), path) };
}

/** A user's own thesaurus: a line is `word<TAB>synonym, synonym`; `#` begins a comment. Any language, one word each. */
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
