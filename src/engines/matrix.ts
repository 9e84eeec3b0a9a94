/**
 * A tile of a comparison matrix (paper D): the memory that the kernel `matrixTile` shares with its callers. A tile is an array
 * of u32 in the heap; the numbers below are places in it. `assembly/matrix/tile.ts` has the same as a class.
 *
 * Rows and columns are sentences. Words have numbers, those that fewer columns have the smaller ones; 0 stands for all words
 * that no column has.
 */
export const MatrixTile = {
  /** Addresses of the words of all rows (u32), where each row starts in them (u32[rows + 1]) … */
  rowWords: 0,
  rowStarts: 1,
  /** … and of the same words, ascending inside every row. */
  rowSorted: 2,
  /** Addresses of the words of all columns, and where each column starts in them. */
  columnWords: 3,
  columnStarts: 4,
  /** Address of u32[longest sentence + 1]: the least LCS that counts where the longer sentence has so many words. */
  least: 5,
  /** Addresses of u32[words + 1] and of (column, occurrences) pairs: the columns that have word w, ascending. */
  postingStarts: 6,
  postings: 7,
  /** The tile: rows [rowFrom, rowTo), columns [columnFrom, columnTo). */
  rowFrom: 8,
  rowTo: 9,
  columnFrom: 10,
  columnTo: 11,
  /** 1: cells that cannot count are ruled out before their LCS is computed. The result is the same. */
  pruned: 12,
  /** Address of `matrixWorkBytes` bytes, all zero; they are zero again afterwards. */
  work: 13,
  /** Words there are (numbers are below), columns, and words of the longest column: what `work` is laid out for. */
  words: 14,
  columns: 15,
  longest: 16,
  /** Address of (row, column, LCS) for every cell that counts, u32 each, by row; and for how many there is room. */
  out: 17,
  room: 18,
  /** Result: the cells that count (those beyond `room` were not written), and the cells whose LCS was computed. */
  found: 19,
  computed: 20,
  length: 21,
} as const;

export type MatrixField = Exclude<keyof typeof MatrixTile, 'length'>;

/** Bytes of work space for tiles over so many words and columns. */
export function matrixWorkBytes(words: number, columns: number, longest: number): number {
  return 8 * words + 8 * columns + longest + 64;
}
