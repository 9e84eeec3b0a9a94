/** Random corpora for the stages: copies, edits, empty and broken lines, ids that collide, some without an id. */

/** A generator of numbers from 0 up to 1 (mulberry32). */
export function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Texts of which the documents of all files are copies. */
export function randomTexts(next: () => number, count: number): string[] {
  const pick = (n: number) => Math.floor(next() * n);
  const text = () => Array.from({ length: 20 + pick(60) }, () => `w${pick(500)}`).join(' ');
  return Array.from({ length: count }, text);
}

/** Lines of a file. @param names Ids are made with it, so that files may share ids or not. */
export function randomLines(
  next: () => number,
  originals: readonly string[],
  count: number,
  names: string,
): string[] {
  const pick = (n: number) => Math.floor(next() * n);
  return Array.from({ length: count }, (_, i) => {
    const kind = pick(20);
    if (kind === 0) return ['', '   ', '{"text": 5}', 'no JSON', '{"id": "x"}'][pick(5)];
    if (kind === 1) return JSON.stringify({ id: `${names}${i}`, text: ' . ' });
    const words = originals[pick(originals.length)].split(' ');
    for (let edits = pick(4); edits > 0; edits--) words[pick(words.length)] = `e${pick(9)}`;
    const id = next() < 0.2 ? undefined : pick(12) === 0 ? `${names}${pick(count)}#2` : `${names}${i}`;
    const score = next() < 0.1 ? undefined : pick(50);
    const date = `20${10 + pick(10)}-0${1 + pick(9)}-11`;
    const name = ['ångström', 'Zebra', '\u{1f600}', '\uff21', 'a'][pick(5)];
    return JSON.stringify({ id, text: words.join(next() < 0.3 ? ', ' : ' '), score, date, name });
  });
}

/** Lines whose scores are of another kind, as those of a reference may be: they are never looked at. */
export function otherScores(lines: readonly string[]): string[] {
  return lines.map((line) => line.replace('"score":', '"score":"high","other":'));
}
