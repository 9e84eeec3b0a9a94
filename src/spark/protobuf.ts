/** The part of Protocol Buffers that Spark Connect's messages need: texts, bytes, messages and `true` by their field numbers. */

/** A message to be written: fields by number. */
export interface ProtobufMessage {
  readonly [field: number]: string | true | ProtobufMessage;
}

export function encode(message: ProtobufMessage): Buffer {
  const parts = Object.entries(message).flatMap(([field, value]) => {
    if (value === true) return [varint(8 * Number(field)), varint(1)];
    const bytes = typeof value === 'string' ? Buffer.from(value) : encode(value);
    return [varint(8 * Number(field) + 2), varint(bytes.length), bytes];
  });
  return Buffer.concat(parts);
}

/** The fields of a message that have a length: texts, bytes and messages. Numbers are passed over. */
export function* protobufFields(bytes: Uint8Array): Generator<{ field: number; value: Uint8Array }> {
  let at = 0;
  const next = () => {
    let [value, factor] = [0, 1];
    for (;;) {
      const byte = bytes[at++];
      value += (byte & 127) * factor;
      if (byte < 128) return value;
      factor *= 128;
    }
  };
  while (at < bytes.length) {
    const tag = next();
    const kind = tag & 7;
    if (kind === 0) next();
    else if (kind === 1) at += 8;
    else if (kind === 5) at += 4;
    else {
      const length = next();
      yield { field: tag >>> 3, value: bytes.subarray(at, at + length) };
      at += length;
    }
  }
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  for (; value > 127; value = Math.floor(value / 128)) bytes.push((value & 127) | 128);
  return Buffer.from([...bytes, value]);
}
