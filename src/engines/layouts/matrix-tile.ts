/**
 * A tile of a comparison matrix (paper D): arguments and results of the kernel `matrixTile`. Compiled by tsc and asc.
 *
 * Rows and columns are sentences. Words have numbers, and a word that fewer columns have a smaller one; 0 is the number of all words
 * that no column has.
 */
type usize = number;
type u32 = number;

// @unmanaged
export class MatrixTile {
  /** Addresses of the words of all rows (u32), where each row starts in them (u32[rows + 1]) … */
  rowWords: usize = 0;
  rowStarts: usize = 0;
  /** … and of the same words, ascending inside every row. */
  rowSorted: usize = 0;
  /** Addresses of the words of all columns, and where each column starts in them. */
  columnWords: usize = 0;
  columnStarts: usize = 0;
  /** Address of u32[longest sentence + 1]: the least LCS that counts, by the words of the longer sentence. */
  least: usize = 0;
  /** Addresses of u32[words + 1] and of (column, occurrences) pairs: the columns that have word w, ascending. */
  postingStarts: usize = 0;
  postings: usize = 0;
  /** The tile: rows [rowFrom, rowTo), columns [columnFrom, columnTo). */
  rowFrom: u32 = 0;
  rowTo: u32 = 0;
  columnFrom: u32 = 0;
  columnTo: u32 = 0;
  /** 1: cells that cannot count are ruled out before their LCS is computed. The result is the same. */
  pruned: u32 = 0;
  /** Address of `matrixWorkBytes` bytes, all zero; they are zero again afterwards. */
  work: usize = 0;
  /** Words there are (numbers are below), columns, and words of the longest column: what `work` is laid out for. */
  words: u32 = 0;
  columns: u32 = 0;
  longest: u32 = 0;
  /** Address of (row, column, LCS) for every cell that counts, u32 each, by row; and for how many there is room. */
  out: usize = 0;
  room: u32 = 0;
  /** Result: the cells that count (those beyond `room` were not written), and the cells whose LCS was computed. */
  found: u32 = 0;
  computed: u32 = 0;
}

// The work space: a mask (u64) for every word, words in common (u32) with every column, the columns
// that have any (u32), and a carry (u8) for every word of the longest column.
export function commonAt(words: usize): usize {
  return words * 8;
}

export function touchedAt(words: usize, columns: usize): usize {
  return commonAt(words) + columns * 4;
}

export function carriesAt(words: usize, columns: usize): usize {
  return touchedAt(words, columns) + columns * 4;
}

/** Bytes of work space for tiles over these words and columns, the longest of `longest` words. */
export function matrixWorkBytes(words: usize, columns: usize, longest: usize): usize {
  return carriesAt(words, columns) + longest + 64;
}
