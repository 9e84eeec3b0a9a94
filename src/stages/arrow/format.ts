/**
 * Rows as an Arrow IPC stream: a message with the schema, one for every batch of rows, and the end. Only the types that the stages
 * need are read and written; docs/worker.md lists them. The scheme is in the schema's metadata, under `neardup`.
 */
import type { StreamFormat } from '../../stages.ts';
import { messages } from './messages.ts';
import { readBatch, readSchema } from './read.ts';
import { endOfStream, writeBatch, writeSchema } from './write.ts';

export const arrow: StreamFormat = {
  async *read(input, onScheme) {
    let schema: ReturnType<typeof readSchema> | undefined;
    for await (const message of messages(input)) {
      if (schema === undefined) {
        schema = readSchema(message);
        if (schema.scheme !== undefined) onScheme(schema.scheme);
      } else yield readBatch(schema, message);
    }
  },

  open(schema, scheme) {
    return {
      first: writeSchema(schema, scheme),
      batch: (rows) => writeBatch(schema, rows),
      last: endOfStream(),
    };
  },
};
