/** Writes Arrow data, as a stream or a file: every part of a message begins at a multiple of eight bytes. */
import { fromLatin1 } from '../platform/bytes.ts';
import type { ArrowBatch, Column } from './columns.ts';
import { longVector, type Node, padded, table, toBytes } from './flatbuffers.ts';
import { FILE_MARK, MESSAGE_MARK, MessageKind } from './messages.ts';
import { type ArrowSchema, schemaTable } from './schema.ts';

/** Version 5 of the format. */
const VERSION = 4;

/** Where a message is in a file. */
type Block = readonly [offset: number, metadata: number, body: number];

export class ArrowWriter {
  private at = 0;
  private readonly dictionaries: Block[] = [];
  private readonly batches: Block[] = [];

  /** @param form A file ends with a table of its messages. @param put Takes bytes, which are not changed afterwards. */
  constructor(
    private readonly schema: ArrowSchema,
    private readonly form: 'stream' | 'file',
    private readonly put: (bytes: Uint8Array) => void | Promise<void>,
  ) {}

  async begin(): Promise<void> {
    if (this.form === 'file') await this.send([fromLatin1(`${FILE_MARK}\0\0`)]);
    await this.send(schemaMessage(this.schema));
  }

  /** @param isMore Whether the values are added to those of the dictionary. */
  async dictionary(id: number, values: Column, isMore: boolean): Promise<void> {
    const { header, body } = batchTable({ length: values.length, columns: [values] });
    const parts = message(MessageKind.dictionary, table([[8, id], header, [1, Number(isMore)]]), body);
    this.dictionaries.push(await this.send(parts));
  }

  async batch(batch: ArrowBatch): Promise<void> {
    this.batches.push(await this.send(batchMessage(batch)));
  }

  async end(): Promise<void> {
    await this.send([endOfStream()]);
    if (this.form === 'stream') return;
    const footer = toBytes(
      table([[2, VERSION], schemaTable(this.schema), blocks(this.dictionaries), blocks(this.batches)]),
    );
    const length = new Uint8Array(4);
    new DataView(length.buffer).setUint32(0, footer.length, true);
    await this.send([footer, length, fromLatin1(FILE_MARK)]);
  }

  private async send(parts: readonly Uint8Array[]): Promise<Block> {
    const start = this.at;
    for (const part of parts) {
      if (part.length > 0) await this.put(part);
      this.at += part.length;
    }
    return [start, parts[0].length, this.at - start - parts[0].length];
  }
}

export function endOfStream(): Uint8Array {
  return Uint8Array.of(255, 255, 255, 255, 0, 0, 0, 0);
}

/** The parts of a message: its metadata first, and then its body. */
export function schemaMessage(schema: ArrowSchema): Uint8Array[] {
  return message(MessageKind.schema, schemaTable(schema), []);
}

export function batchMessage(batch: ArrowBatch): Uint8Array[] {
  const { header, body } = batchTable(batch);
  return message(MessageKind.batch, header, body);
}

/** The table `RecordBatch`, and the buffers that it names. */
function batchTable({ length, columns }: ArrowBatch): { header: Node; body: Uint8Array[] } {
  const nodes: [number, number][] = [];
  const body: Uint8Array[] = [];
  const variadic: [number][] = [];
  const add = ({ field, length, nulls, validity, buffers, children }: Column): void => {
    const { kind } = field.layout;
    nodes.push([length, nulls]);
    const isBare = ['null', 'sparse', 'dense', 'runs'].includes(kind) && field.dictionary === undefined;
    if (!isBare) body.push(validity ?? new Uint8Array());
    body.push(...buffers);
    if (kind === 'views' && field.dictionary === undefined) variadic.push([buffers.length - 1]);
    for (const child of children) add(child);
  };
  for (const column of columns) add(column);
  let offset = 0;
  const places = body.map((bytes) => {
    const place = [offset, bytes.length] as const;
    offset += padded(bytes.length);
    return place;
  });
  const counts = variadic.length === 0 ? undefined : longVector(variadic);
  return { header: table([[8, length], longVector(nodes), longVector(places), undefined, counts]), body };
}

function message(kind: number, header: Node, body: readonly Uint8Array[]): Uint8Array[] {
  const bodyLength = body.reduce((sum, bytes) => sum + padded(bytes.length), 0);
  const metadata = toBytes(table([[2, VERSION], [1, kind], header, [8, bodyLength]]));
  const start = new Uint8Array(8 + metadata.length);
  const view = new DataView(start.buffer);
  view.setUint32(0, MESSAGE_MARK, true);
  view.setUint32(4, metadata.length, true);
  start.set(metadata, 8);
  return [
    start,
    ...body.flatMap((bytes) => [bytes, PADDING.subarray(0, padded(bytes.length) - bytes.length)]),
  ];
}

const PADDING = new Uint8Array(8);

/** Structs of a place: its offset, the length of its metadata with four bytes of padding, and that of its body. */
function blocks(list: readonly Block[]): Node {
  return longVector(list);
}
