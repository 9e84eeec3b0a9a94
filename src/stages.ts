/**
 * Stages: how do engines of many machines run the steps of `dedup`, `trim` and `decontaminate`? A stage is one process with rows on standard input and rows on
 * standard output. The engine (Spark, or any other) reads, shuffles, joins and tries again; every question about a text is answered
 * here, by the functions that one machine uses. docs/worker.md is the contract for engines.
 *
 * | stage      | rows in                              | rows out                                                       |
 * |------------|--------------------------------------|----------------------------------------------------------------|
 * | keys       | documents                            | one row each: hash and band keys, or the problem               |
 * | components | edges between texts that share a key | one row for every text: its component                          |
 * | verify     | texts by component, in keep order    | texts that go, each with the text kept for it and the evidence |
 * | ids        | documents whose ids may collide      | one row each: its id                                           |
 * | anchors    | documents                            | one row each: canonical text and anchors, or the problem       |
 * | windows    | texts with anchors that stand twice  | a row for every window of such an anchor                       |
 * | repeats    | windows with the texts of both places | pieces that stand at an earlier place, proved                 |
 * | kept       | all pieces                           | pieces with the places where their words have stayed           |
 * | cut        | documents with pieces                | one row each: the text without them, and its cuts              |
 * | items      | documents                            | items of evaluation sets that stand in them                    |
 */

export const STAGES = [
  ...(['keys', 'components', 'verify', 'ids'] as const),
  ...(['anchors', 'windows', 'repeats', 'kept', 'cut', 'items'] as const),
];
export type StageName = (typeof STAGES)[number];

export type ValueType = 'integer' | 'real' | 'text' | 'bytes' | 'integers';

/** A value of a row; null is none. Texts are UTF-8. */
export type RowValue = number | bigint | Uint8Array | BigInt64Array | null;

/** Columns of rows that come out, by name: the type of each. */
export type Schema = Readonly<Record<string, ValueType>>;

/** Rows that come out: a list of values for every column of the schema. */
export type RowsOut = Readonly<Record<string, readonly RowValue[]>>;

/** Rows that came in. */
export interface RowsIn {
  readonly length: number;
  has(name: string): boolean;
  /** The numbers of a column. Refuses a column that is missing, and rows without a value. */
  integers(name: string): Float64Array;
  /** The text or bytes of a row in a column, as a view; undefined if it has none. The whole is undefined if there is no such column. */
  bytes(name: string): ((row: number) => Uint8Array | undefined) | undefined;
}

/** A format of streams: rows come in batches, after a first message with the scheme. */
export interface StreamFormat {
  /** @param onScheme Called with the scheme of the first message if it has one, before any row. */
  read(input: AsyncIterable<Uint8Array>, onScheme: (scheme: string) => void): AsyncIterable<RowsIn>;
  /** The first message, every batch, and the end of the stream. */
  open(schema: Schema, scheme: string): StreamWriter;
}

export interface StreamWriter {
  readonly first: Uint8Array;
  batch(rows: RowsOut): Uint8Array;
  readonly last: Uint8Array;
}

/** A stage: the schema of its output, and how rows are made. */
export interface Stage {
  readonly schema: Schema;
  /** True if rows made by an earlier stage come in: their scheme must be the one of this process. */
  readonly needsScheme: boolean;
  run(input: AsyncIterable<RowsIn>): AsyncIterable<RowsOut>;
}
