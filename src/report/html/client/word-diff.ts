/**
 * Runs in the page. Which words do two texts share, in the same order? A longest common subsequence of words where
 * the table is small enough; in longer texts, words that occur once in both divide them first (patience diff).
 */

/** A stretch of both texts, as words with the space after them: the same in both, or different (one may be empty). */
export interface DiffPart {
  readonly same: boolean;
  readonly a: readonly string[];
  readonly b: readonly string[];
}

/**
 * Joining all `a` gives the first text, joining all `b` the second. With `comparedAs` only words count: neither case nor signs that
 * stand alone do, and words in small letters are the same where it gives the same for them. Self-contained: it is sent to the page as
 * source.
 */
export function wordDiff(textA: string, textB: string, comparedAs?: (word: string) => string): DiffPart[] {
  /** Cells of the largest table: 4 M take 8 MB and some 20 ms. */
  const LARGEST_TABLE = 4_000_000;
  // a character of a script written without spaces, a word, or a sign; and the white space after it
  const unspaced =
    '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}';
  const pattern = new RegExp(
    `(?:^\\s+)?(?:[${unspaced}]\\p{M}*|(?:(?![${unspaced}])[\\p{L}\\p{M}\\p{N}'’ʼ])+|[^\\s]|$)\\s*`,
    'gu',
  );
  const numbers = new Map<string, number>();
  const tokensOf = (text: string) => (text.match(pattern) ?? []).filter((token) => token !== '');
  const keysOf = (tokens: string[]) =>
    tokens.map((token) => {
      const word = comparedAs === undefined ? token.trim() : comparedAs(token.trim().toLowerCase());
      if (!numbers.has(word)) numbers.set(word, numbers.size);
      return numbers.get(word)!;
    });

  const tokensA = tokensOf(textA);
  const tokensB = tokensOf(textB);
  const a = keysOf(tokensA);
  const b = keysOf(tokensB);
  /** Position in B of each word of A that both share; -1 elsewhere. */
  const partner = new Int32Array(a.length).fill(-1);

  function align(startA: number, endA: number, startB: number, endB: number): void {
    while (startA < endA && startB < endB && a[startA] === b[startB]) partner[startA++] = startB++;
    while (startA < endA && startB < endB && a[endA - 1] === b[endB - 1]) partner[--endA] = --endB;
    if (startA === endA || startB === endB) return;
    if ((endA - startA + 1) * (endB - startB + 1) <= LARGEST_TABLE) {
      alignByTable(startA, endA, startB, endB);
      return;
    }
    // where no word divides the texts, the whole stretch counts as different
    const anchors = uniqueWords(startA, endA, startB, endB);
    let fromA = startA;
    let fromB = startB;
    for (const [atA, atB] of anchors) {
      partner[atA] = atB;
      align(fromA, atA, fromB, atB);
      fromA = atA + 1;
      fromB = atB + 1;
    }
    if (anchors.length > 0) align(fromA, endA, fromB, endB);
  }

  function alignByTable(startA: number, endA: number, startB: number, endB: number): void {
    const width = endB - startB + 1;
    const common = new Uint16Array((endA - startA + 1) * width);
    for (let i = endA - 1; i >= startA; i--) {
      for (let j = endB - 1; j >= startB; j--) {
        const cell = (i - startA) * width + (j - startB);
        common[cell] =
          a[i] === b[j] ? common[cell + width + 1] + 1 : Math.max(common[cell + width], common[cell + 1]);
      }
    }
    for (let i = startA, j = startB; i < endA && j < endB; ) {
      const cell = (i - startA) * width + (j - startB);
      if (a[i] === b[j]) partner[i++] = j++;
      else if (common[cell + width] >= common[cell + 1]) i++;
      else j++;
    }
  }

  /** Words that occur once in either stretch: the longest run of them that keeps its order in both. */
  function uniqueWords(startA: number, endA: number, startB: number, endB: number): [number, number][] {
    const places = new Map<number, { inA: number; inB: number; atA: number; atB: number }>();
    for (let i = startA; i < endA; i++) {
      const place = places.get(a[i]);
      if (place === undefined) places.set(a[i], { inA: 1, inB: 0, atA: i, atB: -1 });
      else place.inA++;
    }
    for (let j = startB; j < endB; j++) {
      const place = places.get(b[j]);
      if (place === undefined) continue;
      place.inB++;
      place.atB = j;
    }
    const unique = [...places.values()].filter(({ inA, inB }) => inA === 1 && inB === 1);
    // longest increasing subsequence by piles: `tops` are the last cards, `below` the card each one lies on
    const tops: number[] = [];
    const below = new Int32Array(unique.length).fill(-1);
    unique.forEach(({ atB }, card) => {
      let low = 0;
      let high = tops.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (unique[tops[middle]].atB < atB) low = middle + 1;
        else high = middle;
      }
      if (low > 0) below[card] = tops[low - 1];
      tops[low] = card;
    });
    const run: [number, number][] = [];
    for (let card = tops.at(-1) ?? -1; card >= 0; card = below[card]) {
      run.push([unique[card].atA, unique[card].atB]);
    }
    return run.reverse();
  }

  align(0, a.length, 0, b.length);

  const parts: { same: boolean; a: string[]; b: string[] }[] = [];
  const partOf = (same: boolean) => {
    const last = parts.at(-1);
    if (last?.same === same) return last;
    const part = { same, a: [], b: [] };
    parts.push(part);
    return part;
  };
  let j = 0;
  for (let i = 0; i < a.length; i++) {
    if (partner[i] === -1) {
      partOf(false).a.push(tokensA[i]);
      continue;
    }
    while (j < partner[i]) partOf(false).b.push(tokensB[j++]);
    const part = partOf(true);
    part.a.push(tokensA[i]);
    part.b.push(tokensB[j++]);
  }
  while (j < b.length) partOf(false).b.push(tokensB[j++]);
  return comparedAs === undefined ? parts : withoutSigns();

  /** Parts in which no word differs become the same. */
  function withoutSigns(): DiffPart[] {
    const joined: { same: boolean; a: string[]; b: string[] }[] = [];
    for (const part of parts) {
      const same = part.same || ![...part.a, ...part.b].some((token) => /[\p{L}\p{N}]/u.test(token));
      const last = joined.at(-1);
      if (last?.same === same) {
        // word by word: a call has room for some 100,000 arguments
        for (const token of part.a) last.a.push(token);
        for (const token of part.b) last.b.push(token);
      } else joined.push({ same, a: [...part.a], b: [...part.b] });
    }
    return joined;
  }
}
