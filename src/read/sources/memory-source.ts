/** Bytes that a caller holds, as a source. */
import { utf8Bytes } from '../../platform/bytes.ts';
import { joinBytes } from '../../platform/join-bytes.ts';
import type { Source } from '../../read.ts';
import { decompress, isCompressed } from './decompress.ts';

/** @param content Text (as UTF-8), bytes, or bytes in chunks; `.gz` and `.zst` are opened as in files. */
export function memorySource(name: string, content: string | Uint8Array | readonly Uint8Array[]): Source {
  const chunks = typeof content === 'string' ? [utf8Bytes(content)] : content;
  const list = chunks instanceof Uint8Array ? [chunks] : chunks;
  return {
    name,
    size: list.reduce((sum, chunk) => sum + chunk.length, 0),
    open: () => decompress(stream(list)),
    async readEnd(length) {
      const whole = list.length === 1 ? list[0] : joinBytes(list);
      return isCompressed(whole) ? undefined : whole.subarray(-length);
    },
  };
}

async function* stream(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks;
}
