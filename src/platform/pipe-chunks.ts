/**
 * The bytes of a named pipe or a device. Neither opening nor reading may block one of Node's threads: the process could
 * not end before the other side of the pipe does something.
 */
import { closeSync, constants, createReadStream, fstatSync, openSync } from 'node:fs';
import { Socket } from 'node:net';
import { isatty, ReadStream } from 'node:tty';

export function pipeChunks(path: string): AsyncIterable<Uint8Array> {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    if (isatty(file)) return new ReadStream(file);
    if (fstatSync(file).isFIFO()) return new Socket({ fd: file, readable: true, writable: false });
  } catch (error) {
    closeSync(file);
    throw error;
  }
  return createReadStream('', { fd: file });
}
