// A tile of a comparison matrix, laid out as MatrixTile in src/engines/matrix.ts.
@unmanaged
export class Tile {
  rowWords: usize;
  rowStarts: usize;
  rowSorted: usize;
  columnWords: usize;
  columnStarts: usize;
  least: usize;
  postingStarts: usize;
  postings: usize;
  rowFrom: u32;
  rowTo: u32;
  columnFrom: u32;
  columnTo: u32;
  pruned: u32;
  work: usize;
  words: u32;
  columns: u32;
  longest: u32;
  out: usize;
  room: u32;
  found: u32;
  computed: u32;
}
