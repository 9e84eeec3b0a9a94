/**
 * The comparison matrix of two texts (paper D): p = LCS / words of the longer sentence, for every pair of sentences, in tiles
 * over the workers. Only cells above `similarWeight` are kept. Neither tiles nor threads nor pruning change the result. If nearly all
 * sentences are alike, as the rows of a table are, only some cells are computed (`chosen-tiles.ts`): as many for every sentence, whatever the
 * length of the texts.
 */
import type { Address, Heap } from '../engines/index.ts';
import { type MatrixField, MatrixTileFields } from '../engines/index.ts';
import { matrixWorkBytes } from '../engines/layouts/matrix-tile.ts';
import type { Engine } from '../engines.ts';
import { badOption } from '../errors.ts';
import { chosenTiles, type Tile } from './chosen-tiles.ts';
import { lookups, matrixInput, type SentenceNumbers } from './matrix-input.ts';

export interface MatrixOptions {
  readonly similarWeight: number;
  /** Sentences along a side of a tile: paper D's t. @default small enough to give every thread some tiles */
  readonly tile?: number;
  /** Rule cells out before their LCS is computed. @default true */
  readonly pruned?: boolean;
  /** If there are more cells above `similarWeight`, only some are computed. @default 2,097,152 */
  readonly maxCells?: number;
}

/** The cells above `similarWeight`, by row, then column. */
export interface LcsCells {
  readonly row: Uint32Array;
  readonly column: Uint32Array;
  readonly lcs: Uint32Array;
  /** Cells whose LCS was computed; the others were ruled out, or not chosen. */
  readonly computed: number;
  /** True if only some cells were computed. */
  readonly partial?: true;
}

/** Limits of a whole matrix: cells above `similarWeight`, computed cells, and columns looked up for words. */
const MAX_CELLS = 1 << 21;
const MAX_COMPUTED = 2 ** 29;
const MAX_LOOKUPS = 2 ** 33;
/** Cells of a tile at most, so that a limit is noticed before much more is computed. */
const TILE_CELLS = 1 << 21;
/** Cells a tile has room for at first. If that is too few, the tile is done again with enough. */
const FIRST_ROOM = 4096;
/** Below this many words on both sides together, a message to a worker costs more than it saves. */
const WORTH_WORKERS = 4000;
const TILES_PER_THREAD = 4;
const MAX_TILES = 1_000_000;

export async function lcsCells(
  engine: Engine,
  rows: SentenceNumbers,
  columns: SentenceNumbers,
  options: MatrixOptions,
): Promise<LcsCells> {
  const rowCount = rows.starts.length - 1;
  const columnCount = columns.starts.length - 1;
  if (rows.numbers.length === 0 || columns.numbers.length === 0) return noCells();
  const input = matrixInput(rows, columns);
  const least = leastLcs(options.similarWeight, rows, columns);
  const { heap } = engine;
  const blocks: Address[] = [];
  const place = (data: Uint32Array): Address => {
    const address = heap.place(data);
    blocks.push(address);
    return address;
  };
  try {
    const fields: Partial<Record<MatrixField, number>> = {
      rowWords: place(input.rowWords),
      rowStarts: place(rows.starts),
      rowSorted: place(input.rowSorted),
      columnWords: place(input.columnWords),
      columnStarts: place(columns.starts),
      least: place(least),
      postingStarts: place(input.postingStarts),
      postings: place(input.postings),
      pruned: options.pruned === false ? 0 : 1,
      words: input.words,
      columns: columnCount,
      longest: input.longest,
    };
    const workBytes = matrixWorkBytes(input.words, columnCount, input.longest);
    const small = rows.numbers.length + columns.numbers.length < WORTH_WORKERS && options.tile === undefined;
    const whole = cutTiles(rowCount, columnCount, tileSides(engine, rowCount, columnCount, options.tile));
    const budget = { cells: options.maxCells ?? MAX_CELLS, computed: MAX_COMPUTED };
    const isFeasible = lookups(input, rows.starts, least) <= MAX_LOOKUPS;
    const spaceFor = () => new TileSpace(heap, workBytes, fields);
    const found = isFeasible ? await runTiles(engine, whole, small, spaceFor, budget) : undefined;
    if (found !== undefined) return { ...sortCells(found.parts, rowCount), computed: found.computed };
    const chosen = chosenTiles(input, rows, columns);
    fields.pruned = 0;
    const { parts, computed } = (await runTiles(engine, chosen, true, spaceFor, undefined))!;
    return { ...sortCells(parts, rowCount), computed, partial: true };
  } finally {
    for (const block of blocks.reverse()) heap.release(block);
  }
}

interface TileCells {
  /** (row, column, LCS) of every cell. */
  readonly cells: Uint32Array;
  readonly computed: number;
}

/** The cells that may still be found and computed. */
type Budget = { cells: number; computed: number };

/** The cells of all tiles; undefined if they are more than the budget. */
async function runTiles(
  engine: Engine,
  tiles: Tile[],
  here: boolean,
  spaceFor: () => TileSpace,
  budget: Budget | undefined,
): Promise<{ parts: TileCells[]; computed: number } | undefined> {
  const parts: TileCells[] = [];
  const left = budget ?? { cells: Number.POSITIVE_INFINITY, computed: Number.POSITIVE_INFINITY };
  let computed = 0;
  // every lane has its own work space and takes tile after tile
  const lane = async (): Promise<void> => {
    const space = spaceFor();
    try {
      for (let next = tiles.pop(); next !== undefined; next = tiles.pop()) {
        const cells = here ? space.runHere(engine, next, left) : await space.run(engine, next, left);
        if (cells === undefined) tiles.length = 0;
        else parts.push(cells);
        computed += cells?.computed ?? 0;
      }
    } catch (error) {
      tiles.length = 0;
      throw error;
    } finally {
      space.release();
    }
  };
  const lanes = Array.from({ length: here ? 1 : Math.min(tiles.length, 2 * engine.threads) }, lane);
  // every lane ends before the memory it reads is released, even if one fails
  for (const ended of await Promise.allSettled(lanes)) if (ended.status === 'rejected') throw ended.reason;
  return left.cells < 0 || left.computed < 0 ? undefined : { parts, computed };
}

/** The memory of one tile at a time. */
class TileSpace {
  private readonly tile: Address;
  private readonly work: Address;
  private out: Address;
  private room = FIRST_ROOM;
  private isFilled = false;

  constructor(
    private readonly heap: Heap,
    workBytes: number,
    private readonly fields: Partial<Record<MatrixField, number>>,
  ) {
    this.tile = heap.allocate(4 * MatrixTileFields.length);
    this.work = heap.allocate(workBytes);
    heap.u8.fill(0, this.work, this.work + workBytes);
    this.out = heap.allocate(12 * this.room);
  }

  async run(engine: Engine, tile: Tile, budget: Budget): Promise<TileCells | undefined> {
    for (;;) {
      await engine.call('matrixTile', this.fill(tile));
      const cells = this.take(budget);
      if (cells !== 'again') return cells;
    }
  }

  /** As `run`, on this thread. */
  runHere(engine: Engine, tile: Tile, budget: Budget): TileCells | undefined {
    for (;;) {
      engine.kernels.matrixTile(this.fill(tile));
      const cells = this.take(budget);
      if (cells !== 'again') return cells;
    }
  }

  private fill(tile: Tile): Address {
    const { tile: address, work, out, room, heap } = this;
    const at = address / 4;
    if (!this.isFilled) {
      for (const [name, value] of Object.entries({ ...this.fields, work })) {
        heap.u32[at + MatrixTileFields[name as MatrixField]] = value;
      }
      this.isFilled = true;
    }
    heap.u32[at + MatrixTileFields.rowFrom] = tile.rowFrom;
    heap.u32[at + MatrixTileFields.rowTo] = tile.rowTo;
    heap.u32[at + MatrixTileFields.columnFrom] = tile.columnFrom;
    heap.u32[at + MatrixTileFields.columnTo] = tile.columnTo;
    heap.u32[at + MatrixTileFields.out] = out;
    heap.u32[at + MatrixTileFields.room] = room;
    return address;
  }

  /** The cells found; undefined if they exceed the budget, `again` if `out` was too small and has been enlarged. */
  private take(budget: Budget): TileCells | 'again' | undefined {
    const { tile, out, room, heap } = this;
    const found = heap.u32[tile / 4 + MatrixTileFields.found];
    const computed = heap.u32[tile / 4 + MatrixTileFields.computed];
    if (found > room && found <= budget.cells) {
      heap.release(out);
      this.room = found;
      this.out = heap.allocate(12 * found);
      return 'again';
    }
    budget.cells -= found;
    budget.computed -= computed;
    if (budget.cells < 0 || budget.computed < 0) return undefined;
    return { cells: heap.u32.slice(out / 4, out / 4 + 3 * found), computed };
  }

  release(): void {
    for (const block of [this.out, this.work, this.tile]) this.heap.release(block);
  }
}

/** For every number of words of the longer sentence the least LCS with LCS / words > similarWeight. */
function leastLcs(similarWeight: number, ...sides: readonly SentenceNumbers[]): Uint32Array {
  let longest = 0;
  for (const { starts } of sides) {
    for (let s = 0; s + 1 < starts.length; s++) longest = Math.max(longest, starts[s + 1] - starts[s]);
  }
  const least = new Uint32Array(longest + 1);
  let lcs = 0;
  for (let words = 1; words <= longest; words++) {
    while (lcs / words <= similarWeight && lcs <= words) lcs++;
    least[words] = lcs;
  }
  return least;
}

/** Squares if t is given; otherwise whole rows, so that no list of columns is looked up twice. */
function tileSides({ threads }: Engine, rows: number, columns: number, tile?: number): [number, number] {
  if (tile !== undefined) return [tile, tile];
  const share = Math.max(16, Math.ceil(rows / (threads === 1 ? 1 : TILES_PER_THREAD * threads)));
  return [Math.max(1, Math.min(share, Math.floor(TILE_CELLS / columns))), columns];
}

/** @throws If the list of tiles would fill the memory. */
function cutTiles(rows: number, columns: number, [height, width]: [number, number]): Tile[] {
  const tasks = Math.ceil(rows / height) * Math.ceil(columns / width);
  if (tasks > MAX_TILES) {
    const least = Math.ceil(Math.sqrt((rows * columns) / MAX_TILES)) + 1;
    const expected = `at least ${least} for texts of ${rows} and ${columns} sentences`;
    throw badOption('tile', expected, height);
  }
  const tiles: Tile[] = [];
  for (let rowFrom = 0; rowFrom < rows; rowFrom += height) {
    for (let columnFrom = 0; columnFrom < columns; columnFrom += width) {
      const rowTo = Math.min(rows, rowFrom + height);
      const columnTo = Math.min(columns, columnFrom + width);
      tiles.push({ rowFrom, rowTo, columnFrom, columnTo });
    }
  }
  return tiles;
}

/** Tiles end in any order: their cells by row, and inside a row by column. */
function sortCells(parts: readonly TileCells[], rowCount: number): Omit<LcsCells, 'computed'> {
  const ends = new Uint32Array(rowCount + 1);
  for (const { cells } of parts) for (let at = 0; at < cells.length; at += 3) ends[cells[at] + 1]++;
  for (let row = 0; row < rowCount; row++) ends[row + 1] += ends[row];
  const total = ends[rowCount];
  const row = new Uint32Array(total);
  // columns and LCS as one number, to be sorted by native code; an LCS has far less than 2^21 words
  const keys = new Float64Array(total);
  const next = ends.slice();
  for (const { cells } of parts) {
    for (let at = 0; at < cells.length; at += 3) {
      const to = next[cells[at]]++;
      row[to] = cells[at];
      keys[to] = cells[at + 1] * LCS_LIMIT + cells[at + 2];
    }
  }
  for (let r = 0; r < rowCount; r++)
    if (ends[r + 1] - ends[r] > 1) keys.subarray(ends[r], ends[r + 1]).sort();
  return {
    row,
    column: Uint32Array.from(keys, (key) => Math.floor(key / LCS_LIMIT)),
    lcs: Uint32Array.from(keys, (key) => key % LCS_LIMIT),
  };
}

const LCS_LIMIT = 2 ** 21;

function noCells(): LcsCells {
  return { row: new Uint32Array(), column: new Uint32Array(), lcs: new Uint32Array(), computed: 0 };
}
