/**
 * MyThes thesauri, as LibreOffice and Debian's `mythes-*` packages have them. The first line of the `.dat` names the charset; an entry is
 * `word|n` and n lines `(part of speech)|synonym|synonym (note)|…`, one for each meaning.
 */
import { readFileSync } from 'node:fs';
import type { SynonymGroup, Thesaurus } from '../thesaurus.ts';

/** Notes behind a word that is no synonym. */
const NO_SYNONYM = /\((?:antonym|generic term|related term)\)/;

export function myThes(path: string): Thesaurus {
  return { name: path, groups: () => readMyThes(readFileSync(path)) };
}

export function* readMyThes(file: Buffer): Generator<SynonymGroup> {
  const lineEnd = file.indexOf(10);
  const charset = file.toString('latin1', 0, Math.max(0, lineEnd)).trim();
  const lines = decode(file.subarray(lineEnd + 1), charset).split('\n');
  for (let at = 0; at < lines.length; ) {
    const [word, count] = lines[at++].split('|');
    const meanings = Number.parseInt(count, 10);
    if (!(meanings > 0)) continue;
    for (const end = Math.min(lines.length, at + meanings); at < end; at++) {
      const [, ...synonyms] = lines[at].split('|');
      const words = synonyms.filter((synonym) => !NO_SYNONYM.test(synonym)).map(withoutNote);
      if (words.length > 0) yield { words: [word, ...words], star: true };
    }
  }
}

function withoutNote(word: string): string {
  const note = word.indexOf(' (');
  return (note === -1 ? word : word.slice(0, note)).trim();
}

function decode(bytes: Uint8Array, charset: string): string {
  // `ISO8859-1`, as these files write it, is not a name that decoders know
  const label = charset.replace(/^ISO8859/i, 'iso-8859').replace(/^microsoft-cp/i, 'windows-');
  try {
    return new TextDecoder(label || 'utf-8').decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
