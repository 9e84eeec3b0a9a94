/**
 * The value of a document in Redis: format (1 byte), ticket (12), content hash (16), epoch (4), length of the canonical text (4), length
 * of the id (4), the id, and the canonical text, deflated if that makes it shorter. The function library reads the first three.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { NeardupError } from '../errors.ts';
import { TICKET_BYTES } from './tickets.ts';

/** The version of this layout. */
export const RECORD_FORMAT = 1;
export const RECORD_HEAD_BYTES = 1 + TICKET_BYTES + 16 + 12;
/** Shorter texts are stored as they are. */
const LEAST_DEFLATED = 128;

export interface StoredRecord {
  readonly id: string;
  readonly ticket: Buffer;
  /** The epoch whose buckets it is posted in. */
  readonly epoch: number;
  /** The canonical text; undefined if only the head was given. */
  readonly text: Buffer | undefined;
}

export interface RecordContent {
  readonly id: Buffer;
  readonly text: Buffer;
  readonly contentHash: Buffer;
}

/** @param packed From `packText`: it is the same for every ticket. */
export function encodeRecord(content: RecordContent, packed: Buffer, ticket: Buffer, epoch: number): Buffer {
  const head = Buffer.alloc(RECORD_HEAD_BYTES);
  head[0] = RECORD_FORMAT;
  ticket.copy(head, 1);
  content.contentHash.copy(head, 13);
  head.writeUInt32BE(epoch, 29);
  head.writeUInt32BE(content.text.length, 33);
  head.writeUInt32BE(content.id.length, 37);
  return Buffer.concat([head, content.id, packed]);
}

export function packText(text: Buffer): Buffer {
  if (text.length < LEAST_DEFLATED) return text;
  const deflated = deflateRawSync(text, { level: 1 });
  return deflated.length < text.length ? deflated : text;
}

/** @param value The whole record, or its head alone. */
export function decodeRecord(value: Buffer, key: string): StoredRecord {
  if (value.length < RECORD_HEAD_BYTES || value[0] !== RECORD_FORMAT) throw damaged(key, 'another format');
  const length = value.readUInt32BE(33);
  const start = RECORD_HEAD_BYTES + value.readUInt32BE(37);
  const common = { ticket: value.subarray(1, 13), epoch: value.readUInt32BE(29) };
  if (value.length === RECORD_HEAD_BYTES && (start > RECORD_HEAD_BYTES || length > 0))
    return { ...common, id: '', text: undefined };
  if (value.length < start) throw damaged(key, 'an id that is cut off');
  const packed = value.subarray(start);
  return {
    ...common,
    id: value.toString('utf8', RECORD_HEAD_BYTES, start),
    text: unpackText(packed, length, key),
  };
}

function unpackText(packed: Buffer, length: number, key: string): Buffer {
  if (packed.length === length) return packed;
  try {
    const text = inflateRawSync(packed, { maxOutputLength: Math.max(1, length) });
    if (text.length === length) return text;
  } catch {
    // said below
  }
  throw damaged(key, 'a text that cannot be unpacked');
}

function damaged(key: string, what: string): NeardupError {
  return new NeardupError(
    'OTHER_INDEX',
    `Expected a document of neardup in the Redis key ${key}, got ${what}.`,
    {
      advice:
        'Another program or another version of neardup has written it. Remove the key, and add the document again.',
    },
  );
}
