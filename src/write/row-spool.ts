/**
 * Rows whose columns are not known before the last row: they wait in a temporary file beside the output, because they may
 * be more than memory holds. The file loses its name at once if the system allows it: then nothing is left, however the run ends.
 */
import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { NeardupError } from '../errors.ts';
import { temporaryName } from './atomic-file.ts';
import { addUnfinished, settleUnfinished } from './unfinished.ts';
import { writeFailed } from './write-failed.ts';

/** Takes up to `count` rows; the others remain for the next call. */
export function* take<T>(rows: Iterator<T>, count: number): Generator<T> {
  for (let i = 0; i < count; i++) {
    const next = rows.next();
    if (next.done === true) return;
    yield next.value;
  }
}

export type Row = ReadonlyMap<string, unknown>;

const BLOCK = 262_144;
const LENGTH_BYTES = 4;
/** No table of documents has this many columns: such names must be values. */
const MAX_COLUMNS = 10_000;

export class RowSpool {
  private readonly numbers = new Map<string, number>();
  private readonly file: number;
  private readonly path: string;
  private waiting: Buffer[] = [];
  private waitingBytes = 0;
  private isOpen = true;

  constructor(private readonly output: string) {
    this.path = temporaryName(output);
    addUnfinished(this.path);
    try {
      this.file = openSync(this.path, 'wx+', 0o600);
    } catch (error) {
      settleUnfinished(this.path);
      throw writeFailed(output, error);
    }
    this.removeName();
  }

  /** The columns so far, in the order in which they were first met. */
  get columns(): readonly string[] {
    return [...this.numbers.keys()];
  }

  add(row: Row): void {
    const cells: unknown[] = [];
    for (const [name, value] of row) {
      let number = this.numbers.get(name);
      if (number === undefined) {
        number = this.numbers.size;
        if (number === MAX_COLUMNS) throw this.tooManyColumns();
        this.numbers.set(name, number);
      }
      cells[number] = value;
    }
    const bytes = Buffer.from(JSON.stringify(cells));
    const length = Buffer.allocUnsafe(LENGTH_BYTES);
    length.writeUInt32LE(bytes.length);
    this.waiting.push(length, bytes);
    this.waitingBytes += LENGTH_BYTES + bytes.length;
    if (this.waitingBytes >= BLOCK) this.flush();
  }

  /** The cells of every row by the number of their column. */
  *rows(): Generator<readonly unknown[]> {
    this.flush();
    let position = 0;
    const length = Buffer.allocUnsafe(LENGTH_BYTES);
    while (readSync(this.file, length, 0, LENGTH_BYTES, position) === LENGTH_BYTES) {
      const bytes = Buffer.allocUnsafe(length.readUInt32LE());
      readSync(this.file, bytes, 0, bytes.length, position + LENGTH_BYTES);
      position += LENGTH_BYTES + bytes.length;
      yield JSON.parse(bytes.toString());
    }
  }

  close(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    closeSync(this.file);
    this.removeName();
  }

  private flush(): void {
    try {
      const bytes = Buffer.concat(this.waiting);
      for (let done = 0; done < bytes.length; ) done += writeSync(this.file, bytes, done);
      this.waiting = [];
      this.waitingBytes = 0;
    } catch (error) {
      throw writeFailed(this.output, error);
    }
  }

  private removeName(): void {
    try {
      rmSync(this.path, { force: true });
      settleUnfinished(this.path);
    } catch {
      // some systems keep the name of an open file: it is removed when the file is closed
    }
  }

  private tooManyColumns(): NeardupError {
    return new NeardupError(
      'OUTPUT_FORMAT',
      `Expected at most ${MAX_COLUMNS} columns for \`${this.output}\`, got documents with more different fields.`,
      { advice: 'Write to a *.jsonl file.' },
    );
  }
}
