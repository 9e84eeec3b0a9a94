/** The input of the kernel of the comparison matrix: words numbered by rarity, and for every word the columns that have it. */

/** Sentences as numbers of words: those of sentence s are `numbers.subarray(starts[s], starts[s + 1])`. */
export interface SentenceNumbers {
  readonly numbers: Uint32Array;
  readonly starts: Uint32Array;
}

export interface MatrixInput {
  readonly rowWords: Uint32Array;
  readonly rowSorted: Uint32Array;
  readonly columnWords: Uint32Array;
  readonly postingStarts: Uint32Array;
  readonly postings: Uint32Array;
  /** Numbers of words are below this. */
  readonly words: number;
  /** Words of the longest column. */
  readonly longest: number;
}

export function matrixInput(rows: SentenceNumbers, columns: SentenceNumbers): MatrixInput {
  const ranks = rankByRarity(rows, columns);
  const rowWords = rows.numbers.map((word) => ranks.of[word]);
  const columnWords = columns.numbers.map((word) => ranks.of[word]);
  const rowSorted = rowWords.slice();
  for (let row = 0; row + 1 < rows.starts.length; row++) {
    rowSorted.subarray(rows.starts[row], rows.starts[row + 1]).sort();
  }
  let longest = 0;
  for (let column = 0; column + 1 < columns.starts.length; column++) {
    longest = Math.max(longest, columns.starts[column + 1] - columns.starts[column]);
  }
  const lists = postingLists(columnWords, columns.starts, ranks.count);
  return { rowWords, rowSorted, columnWords, ...lists, words: ranks.count, longest };
}

/** How many columns the kernel looks up for the words of all rows. A row has at least `least[length]` words in common with a similar column. */
export function lookups(
  { rowSorted, postingStarts }: MatrixInput,
  starts: Uint32Array,
  least: Uint32Array,
): number {
  let sum = 0;
  for (let row = 0; row + 1 < starts.length; row++) {
    const length = starts[row + 1] - starts[row];
    for (const word of rowSorted.subarray(starts[row], starts[row] + length - least[length] + 1)) {
      sum += postingStarts[word + 1] - postingStarts[word];
    }
  }
  return sum;
}

/** New numbers: 0 for words in no column, then the words of the columns, the rarest first. */
function rankByRarity(rows: SentenceNumbers, columns: SentenceNumbers): { of: Uint32Array; count: number } {
  const size = 1 + Math.max(highest(rows.numbers), highest(columns.numbers));
  const counts = new Uint32Array(size);
  for (const word of columns.numbers) counts[word]++;
  // one number to sort by: how often, then which
  const keys = new Float64Array(size);
  let count = 0;
  for (let word = 0; word < size; word++) if (counts[word] > 0) keys[count++] = counts[word] * size + word;
  const of = new Uint32Array(size);
  keys
    .subarray(0, count)
    .sort()
    .forEach((key, i) => {
      of[key % size] = i + 1;
    });
  return { of, count: count + 1 };
}

function highest(numbers: Uint32Array): number {
  let most = 0;
  for (const number of numbers) if (number > most) most = number;
  return most;
}

/** For every word the columns that have it, ascending, each with how often. */
function postingLists(
  words: Uint32Array,
  starts: Uint32Array,
  count: number,
): { postingStarts: Uint32Array; postings: Uint32Array } {
  const postingStarts = new Uint32Array(count + 1);
  // 1 + the column that a word was met in last
  const last = new Uint32Array(count);
  const eachOnce = (visit: (word: number, column: number, again: boolean) => void) => {
    last.fill(0);
    for (let column = 0; column + 1 < starts.length; column++) {
      for (let at = starts[column]; at < starts[column + 1]; at++) {
        const word = words[at];
        visit(word, column, last[word] === column + 1);
        last[word] = column + 1;
      }
    }
  };
  eachOnce((word, _, again) => {
    if (!again) postingStarts[word + 1]++;
  });
  for (let word = 0; word < count; word++) postingStarts[word + 1] += postingStarts[word];
  const postings = new Uint32Array(2 * postingStarts[count]);
  const next = postingStarts.slice();
  eachOnce((word, column, again) => {
    if (!again) postings[2 * next[word]++] = column;
    postings[2 * next[word] - 1]++;
  });
  return { postingStarts, postings };
}
