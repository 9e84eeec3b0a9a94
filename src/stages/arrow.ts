/** Rows as an Arrow IPC stream; docs/worker.md lists the types. The scheme is in the schema's metadata, under `neardup`. */
import {
  type ArrowBatch,
  type ArrowHead,
  BadArrow,
  batchMessage,
  buildColumn,
  bytesReader,
  CutArrow,
  endOfStream,
  integerReader,
  type PlainValue,
  plainField,
  readArrow,
  schemaMessage,
} from '../arrow/index.ts';
import { NeardupError } from '../errors.ts';
import type { RowsIn, StreamFormat } from '../stages.ts';
import { missing, noColumn, unsafe } from './rows.ts';

/** The largest batch that is read: an engine should send some megabytes at a time. */
const LIMITS = { memory: 2 ** 31 };

export const arrowRows: StreamFormat = {
  async *read(input, onScheme) {
    try {
      for await (const part of readArrow(input, LIMITS)) {
        if ('fields' in part) noteScheme(part, onScheme);
        else yield rowsIn(await part.read());
      }
    } catch (error) {
      throw error instanceof BadArrow ? unreadable(error) : error;
    }
  },

  open(schema, scheme) {
    const fields = Object.entries(schema).map(([name, type]) => plainField(name, type));
    const metadata = [[Buffer.from('neardup'), Buffer.from(scheme)]] as const;
    return {
      first: Buffer.concat(schemaMessage({ fields, metadata })),
      batch(rows) {
        const columns = fields.map((field) => buildColumn(field, rows[field.name] as PlainValue[]));
        return Buffer.concat(batchMessage({ length: columns[0].length, columns }));
      },
      last: endOfStream(),
    };
  },
};

function noteScheme({ metadata }: ArrowHead, onScheme: (scheme: string) => void): void {
  const scheme = metadata.find(([name]) => Buffer.from(name).toString() === 'neardup');
  if (scheme !== undefined) onScheme(Buffer.from(scheme[1]).toString());
}

function rowsIn({ length, columns }: ArrowBatch): RowsIn {
  const find = (name: string) => columns.find(({ field }) => field.name === name);
  const names = columns.map(({ field }) => field.name);
  return {
    length,
    has: (name) => find(name) !== undefined,
    integers(name) {
      const column = find(name) ?? noColumn(name, names);
      const value = integerReader(column);
      if (value === undefined)
        throw unreadable(new BadArrow(`Expected column \`${name}\` to hold whole numbers.`));
      return Float64Array.from({ length }, (_, row) => {
        const number = value(row);
        if (number === undefined) missing(name, row);
        return Number.isSafeInteger(number) ? number : unsafe(name, number);
      });
    },
    bytes(name) {
      const column = find(name);
      return column && bytesReader(column);
    },
  };
}

function unreadable(error: BadArrow): NeardupError {
  if (error instanceof CutArrow)
    return new NeardupError('INPUT_CHANGED', 'The Arrow stream on standard input was cut off.', {
      advice: 'The process that writes it has failed: see its own message.',
    });
  const { message } = error;
  return new NeardupError('BAD_OPTION', `Standard input: ${message}`, {
    advice: 'Send an Arrow IPC stream, whole, or ask for JSON lines; docs/worker.md lists the types.',
  });
}
