/**
 * Patterns of file names as `.gitignore` has them: `*.log`, `node_modules/`, `/build`, `docs/**`, `!keep.log`. The last pattern that matches
 * decides. Matching a name takes time in proportion to the lengths of pattern and name: a pattern may come from an archive of a stranger.
 */

export interface FilePattern {
  /** Patterns of the parts of a path; `**` stands for any number of parts. */
  readonly parts: readonly string[];
  /** It matches folders only. */
  readonly isFolder: boolean;
  /** It takes names back that an earlier pattern matches. */
  readonly isNegated: boolean;
}

/** Patterns and the number of parts of a path that lead to the folder they are about. */
export interface PlacedPatterns {
  readonly depth: number;
  readonly patterns: readonly FilePattern[];
}

/** @param lines Those of a `.gitignore`: empty ones and those that begin with `#` are no patterns. */
export function filePatterns(lines: readonly string[]): FilePattern[] {
  return lines.flatMap((line) => {
    const given = line.replace(/(?<!\\)[ \t\r]+$/, '');
    if (given === '' || given.startsWith('#')) return [];
    const isNegated = given.startsWith('!');
    const pattern = isNegated ? given.slice(1) : given;
    const parts = pattern.split('/').filter((part) => part !== '');
    if (parts.length === 0) return [];
    const isAnchored = pattern.slice(0, -1).includes('/');
    return [{ parts: isAnchored ? parts : ['**', ...parts], isFolder: pattern.endsWith('/'), isNegated }];
  });
}

/** Whether patterns leave a path out. Those that come later in the list are about deeper folders, and win. */
export function isLeftOut(
  path: readonly string[],
  isFolder: boolean,
  placed: readonly PlacedPatterns[],
): boolean {
  for (const { depth, patterns } of placed.toReversed()) {
    const below = path.slice(depth);
    const decides = patterns.findLast(
      (pattern) => (isFolder || !pattern.isFolder) && matchesPath(pattern.parts, below),
    );
    if (decides !== undefined) return !decides.isNegated;
  }
  return false;
}

function matchesPath(pattern: readonly string[], path: readonly string[]): boolean {
  // `docs/**` matches what is in the folder, not the folder
  const rest = pattern.at(-1) === '**' ? [...pattern.slice(0, -1), '**', '*'] : pattern;
  return matches(rest, path, (part) => part === '**', matchesName);
}

function matchesName(pattern: string, name: string): boolean {
  return matches(
    nameParts(pattern),
    [...name],
    (part) => part === ANY_LETTERS,
    (part, letter) => part === ANY_LETTER || part === letter || inClass(part, letter),
  );
}

/** Wildcards, as no letter is written. */
const ANY_LETTERS = '**';
const ANY_LETTER = '??';

/** Letters, wildcards, and classes such as `[a-z]`. */
function nameParts(pattern: string): string[] {
  const parts = pattern.match(/\\.|\[[!^]?\]?[^\]]*\]|\*+|./gsu) ?? [];
  return parts.map((part) => {
    if (part === '?') return ANY_LETTER;
    if (part.startsWith('*')) return ANY_LETTERS;
    return part.length === 2 && part.startsWith('\\') ? part[1] : part;
  });
}

function inClass(part: string, letter: string): boolean {
  const [, negation, body] = /^\[([!^]?)(.*)\]$/su.exec(part) ?? [];
  if (body === undefined) return false;
  const letters = [...body];
  const isIn = letters.some((from, i) =>
    letters[i + 1] === '-' && letters[i + 2] !== undefined
      ? from <= letter && letter <= letters[i + 2]
      : from === letter,
  );
  return isIn !== (negation !== '');
}

/** Matches with wildcards that stand for any number of items. Only the last wildcard is ever taken back, so that time is bounded. */
function matches<P, T>(
  pattern: readonly P[],
  items: readonly T[],
  isWild: (part: P) => boolean,
  isMatch: (part: P, item: T) => boolean,
): boolean {
  let [at, wild, resume] = [0, -1, 0];
  for (let i = 0; i < items.length; ) {
    if (at < pattern.length && isWild(pattern[at])) {
      [wild, resume] = [at, i];
      at++;
    } else if (at < pattern.length && isMatch(pattern[at], items[i])) {
      at++;
      i++;
    } else if (wild !== -1) {
      at = wild + 1;
      i = ++resume;
    } else return false;
  }
  while (at < pattern.length && isWild(pattern[at])) at++;
  return at === pattern.length;
}
