/** Rows as JSON lines: an object each. The first line is `{"neardup": SCHEME}`; bytes are hexadecimal digits. */

import { NeardupError } from '../errors.ts';
import type { RowsIn, RowsOut, RowValue, Schema, StreamFormat, ValueType } from '../stages.ts';
import { missing, noColumn, unsafe } from './rows.ts';

/** Rows of a batch, and bytes: whichever is reached first. */
const BATCH = { rows: 2000, bytes: 4 << 20 };

export const rowLines: StreamFormat = {
  async *read(input, onScheme) {
    let rows: Row[] = [];
    let bytes = 0;
    for await (const line of splitLines(input)) {
      const row = parse(line);
      if (typeof row.neardup === 'string') {
        onScheme(row.neardup);
        continue;
      }
      rows.push(row);
      bytes += line.length;
      if (rows.length < BATCH.rows && bytes < BATCH.bytes) continue;
      yield rowsIn(rows);
      [rows, bytes] = [[], 0];
    }
    if (rows.length > 0) yield rowsIn(rows);
  },

  open(schema, scheme) {
    return {
      first: Buffer.from(`${JSON.stringify({ neardup: scheme })}\n`),
      batch: (rows) => Buffer.from(toLines(schema, rows)),
      last: new Uint8Array(),
    };
  },
};

type Row = Readonly<Record<string, unknown>>;

async function* splitLines(input: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let parts: Uint8Array[] = [];
  for await (const chunk of input) {
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      yield Buffer.concat([...parts, chunk.subarray(start, end)]);
      parts = [];
      start = end + 1;
    }
    if (start < chunk.length) parts.push(chunk.slice(start));
  }
  if (parts.length > 0) yield Buffer.concat(parts);
}

function parse(line: Buffer): Row {
  try {
    const row = JSON.parse(line.toString());
    if (typeof row === 'object' && row !== null) return row;
  } catch {
    // the message below says it
  }
  const start = line.toString('utf8', 0, 60);
  throw new NeardupError(
    'BAD_OPTION',
    `Expected a JSON object in every line of the input, got \`${start}\`.`,
    {
      advice: 'docs/worker.md describes the format; for an Arrow stream ask for that format.',
    },
  );
}

function rowsIn(rows: readonly Row[]): RowsIn {
  return {
    length: rows.length,
    has: (name) => rows.some((row) => name in row),
    integers(name) {
      return Float64Array.from(rows, (row, i) => {
        const value = row[name] ?? (name in row ? missing(name, i) : noColumn(name, Object.keys(row)));
        const number = typeof value === 'boolean' ? Number(value) : value;
        return Number.isSafeInteger(number) ? (number as number) : unsafe(name, value);
      });
    },
    bytes(name) {
      if (!this.has(name)) return undefined;
      return (row) => {
        const value = rows[row][name];
        return typeof value === 'string' ? Buffer.from(value) : undefined;
      };
    },
  };
}

function toLines(schema: Schema, columns: RowsOut): string {
  const names = Object.keys(schema);
  const count = columns[names[0]].length;
  let text = '';
  for (let row = 0; row < count; row++) {
    const values = names.flatMap((name) => {
      const value = columns[name][row];
      return value === null ? [] : [`"${name}":${toJson(value, schema[name])}`];
    });
    text += `{${values.join(',')}}\n`;
  }
  return text;
}

function toJson(value: NonNullable<RowValue>, type: ValueType): string {
  if (type === 'text') return JSON.stringify(Buffer.from(value as Uint8Array).toString());
  if (type === 'bytes') return `"${Buffer.from(value as Uint8Array).toString('hex')}"`;
  if (type === 'integers') return `[${(value as BigInt64Array).join(',')}]`;
  return String(value);
}
