/** Arrow data as a schema and batches of rows. Dictionaries come between the batches, and are replaced or get more values. */
import { BadArrow, damagedArrow, TooLargeArrow } from './bad-arrow.ts';
import { type ArrowLimits, readBatch } from './batches.ts';
import { type ArrowBatch, Dictionary } from './columns.ts';
import { type ArrowFile, fileMessages } from './file-messages.ts';
import { type ArrowForm, type ArrowMessage, MessageKind, readMessages } from './messages.ts';
import { type ArrowField, type ArrowSchema, readSchema, withDictionaries } from './schema.ts';

export interface ArrowHead extends ArrowSchema {
  readonly form: ArrowForm;
}

export interface ArrowRows {
  /** Bytes that the batch takes in the data, and the number of rows that it says it has. */
  readonly size: number;
  readonly stated: number;
  /** The dictionaries as they are now, by their ids. */
  readonly dictionaries: ReadonlyMap<number, Dictionary>;
  /** The rows. Call it before the next batch is taken, or not at all. */
  read(): Promise<ArrowBatch>;
}

/** The schema, which comes first, and then the batches. Raises BadArrow. */
export async function* readArrow(
  input: AsyncIterable<Uint8Array> | ArrowFile,
  limits: ArrowLimits,
): AsyncGenerator<ArrowHead | ArrowRows> {
  const messages = messagesOf(input, limits);
  try {
    const first = await messages.next();
    if (first.done === true || first.value.kind !== MessageKind.schema)
      throw damagedArrow('data without a schema');
    const schema = readSchema(first.value.header);
    yield { ...schema, form: first.value.form };
    yield* rowsOf(schema, messages, limits);
  } catch (error) {
    throw told(error);
  } finally {
    await messages.return(undefined);
  }
}

async function* messagesOf(
  input: AsyncIterable<Uint8Array> | ArrowFile,
  { memory }: ArrowLimits,
): AsyncGenerator<ArrowMessage> {
  if ('size' in input) yield* fileMessages(input, memory);
  else yield* readMessages(input, memory);
}

async function* rowsOf(
  schema: ArrowSchema,
  messages: AsyncIterable<ArrowMessage>,
  limits: ArrowLimits,
): AsyncGenerator<ArrowRows> {
  const dictionaries = new Map<number, Dictionary>();
  const valueFields = new Map<number, ArrowField>();
  for (const field of withDictionaries(schema.fields))
    valueFields.set(field.dictionary!.id, { ...field, dictionary: undefined });
  for await (const message of messages) {
    const { kind, header, size } = message;
    if (kind === MessageKind.batch) {
      yield {
        size,
        stated: header.number(0, 'i64'),
        dictionaries,
        async read() {
          try {
            return await readBatch(schema.fields, message, header, dictionaries, limits);
          } catch (error) {
            throw told(error);
          }
        },
      };
      continue;
    }
    if (kind !== MessageKind.dictionary)
      throw new BadArrow('Expected Arrow data of rows, got other messages.');
    const id = header.number(0, 'i64');
    const field = valueFields.get(id);
    const data = header.table(1);
    if (field === undefined || data === undefined) throw damagedArrow('a dictionary of no column');
    const { columns } = await readBatch([field], message, data, dictionaries, limits);
    const isMore = header.number(2, 'bool') !== 0;
    const known = (isMore ? dictionaries.get(id) : undefined) ?? new Dictionary();
    known.add(columns[0]);
    dictionaries.set(id, known);
    const bytes = [...dictionaries.values()].reduce((sum, dictionary) => sum + dictionary.bytes, 0);
    if (bytes > limits.memory) throw new TooLargeArrow(bytes);
  }
}

/** Places outside of a message are RangeErrors. */
function told(error: unknown): unknown {
  return error instanceof RangeError ? damagedArrow('a message that is damaged') : error;
}
