/**
 * MyThes thesauri, as in LibreOffice and Debian's `mythes-*` packages. The first line of the `.dat` names the charset; an entry is
 * `word|n` and n lines `(part of speech)|synonym|synonym (note)|…`, one for each meaning. The `.idx` beside it has a line
 * `word|offset` for every entry, so that only the entries that are wanted need to be read.
 */

import type { SynonymGroup, Thesaurus } from '../../passages.ts';
import { latin1 } from '../../platform/bytes.ts';
import { fileExists, NamedFile, readNamedBytes } from '../../platform/files.ts';

/** Notes after a word that is not a synonym. */
const NO_SYNONYM = /\((?:antonym|generic term|related term)\)/;
/** Bytes of an entry that are read at once; the few longer ones lose their last meanings. */
const ENTRY_BYTES = 8192;

export function myThes(path: string): Thesaurus {
  const index = path.replace(/\.dat$/, '.idx');
  return {
    name: path,
    groups: (wanted) =>
      fileExists(index)
        ? readByIndex(path, readNamedBytes(index), wanted)
        : readMyThes(readNamedBytes(path), wanted),
  };
}

/** Entries of a whole file. */
export function* readMyThes(file: Uint8Array, wanted: (word: string) => boolean): Generator<SynonymGroup> {
  const text = decode(file);
  const lines = text.split('\n');
  for (let at = 1; at < lines.length; ) {
    const [word, count] = lines[at].split('|');
    const meanings = Number.parseInt(count, 10) || 0;
    if (meanings > 0 && wanted(word)) yield* entry(lines.slice(at, at + 1 + meanings));
    at += 1 + meanings;
  }
}

function* readByIndex(
  path: string,
  index: Uint8Array,
  wanted: (word: string) => boolean,
): Generator<SynonymGroup> {
  const decoder = decoderOf(index);
  const file = new NamedFile(path);
  try {
    // two lines of head: charset, number of entries
    for (const line of decoder.decode(index).split('\n').slice(2)) {
      const bar = line.indexOf('|');
      if (bar === -1 || !wanted(line.slice(0, bar))) continue;
      const bytes = file.read(Number.parseInt(line.slice(bar + 1), 10), ENTRY_BYTES);
      const lines = decoder.decode(bytes).split('\n');
      const meanings = Number.parseInt(lines[0].split('|')[1], 10) || 0;
      const whole = bytes.length < ENTRY_BYTES ? lines.length : lines.length - 1;
      yield* entry(lines.slice(0, Math.min(1 + meanings, whole)));
    }
  } finally {
    file.close();
  }
}

function* entry([head, ...meanings]: readonly string[]): Generator<SynonymGroup> {
  const word = head.slice(0, head.indexOf('|'));
  for (const meaning of meanings) {
    const [, ...synonyms] = meaning.split('|');
    const words = synonyms.filter((synonym) => !NO_SYNONYM.test(synonym)).map(withoutNote);
    if (words.length > 0) yield { words: [word, ...words], star: true };
  }
}

function withoutNote(word: string): string {
  const note = word.indexOf(' (');
  return (note === -1 ? word : word.slice(0, note)).trim();
}

function decode(file: Uint8Array): string {
  return decoderOf(file).decode(file);
}

function decoderOf(file: Uint8Array): TextDecoder {
  const charset = latin1(file, 0, Math.max(0, file.indexOf(10))).trim();
  // `ISO8859-1`, as these files write it, is not a name that decoders know
  const label = charset.replace(/^ISO8859/i, 'iso-8859').replace(/^microsoft-cp/i, 'windows-');
  try {
    return new TextDecoder(label || 'utf-8');
  } catch {
    return new TextDecoder();
  }
}
