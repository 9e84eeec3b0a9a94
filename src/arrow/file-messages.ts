/** The messages of a file, found by the table at its end, because some writers begin a file differently from a stream. */
import { latin1 } from '../platform/bytes.ts';
import { BadArrow, CutArrow, damagedArrow, TooLargeArrow } from './bad-arrow.ts';
import { Table } from './flatbuffers.ts';
import { type ArrowMessage, FILE_MARK, MAX_METADATA, MessageKind, messageAt } from './messages.ts';

/** A file that can be read at any position. */
export interface ArrowFile {
  readonly size: number;
  /** Fewer bytes at the end of the file. */
  read(position: number, length: number): Uint8Array;
}

/** @param maxBody Bytes of a message that may be in memory. */
export function* fileMessages(file: ArrowFile, maxBody: number): Generator<ArrowMessage> {
  const footer = readFooter(file);
  const form = 'file';
  const version = footer.number(0, 'i16');
  const schema = footer.table(1);
  if (schema === undefined) throw damagedArrow('a file without a schema');
  yield { kind: MessageKind.schema, version, header: schema, body: new Uint8Array(), size: 0, form };
  const blocks = [...footer.blocks(2), ...footer.blocks(3)];
  let sum = 0;
  for (const [offset, metadata, body] of blocks) {
    sum += metadata + body;
    // each message counts once: a table that names one again and again would be endless work
    if (
      !(
        offset >= 0 &&
        metadata >= 0 &&
        body >= 0 &&
        offset + metadata + body <= file.size &&
        sum <= file.size
      )
    )
      throw damagedArrow('a file whose messages are outside of it');
    if (body > maxBody) throw new TooLargeArrow(body);
    yield { ...messageAt(file.read(offset, metadata), file.read(offset + metadata, body)), form };
  }
}

function readFooter(file: ArrowFile): Table {
  const end = file.read(Math.max(0, file.size - 10), 10);
  if (latin1(end.subarray(4)) !== FILE_MARK) throw new CutArrow('a file');
  const length = new DataView(end.buffer, end.byteOffset, 4).getUint32(0, true);
  if (length > Math.min(MAX_METADATA, file.size - 10))
    throw damagedArrow('a file whose table is outside of it');
  const footer = Table.root(file.read(file.size - 10 - length, length));
  const version = footer.number(0, 'i16');
  if (version < 3 || version > 4)
    throw new BadArrow(`Expected version 4 or 5 of the Arrow format, got ${version + 1}.`);
  return footer;
}
