/** A file on a server, as a source. */
import type { FileParts } from '../../platform.ts';
import type { Source } from '../../read.ts';
import type { RemoteFile } from '../../remote.ts';
import { CODEC_BYTES, decompress, isCompressed } from './decompress.ts';

export class RemoteSource implements Source {
  readonly name: string;
  readonly address: string;
  readonly size: number;
  readonly modified?: number;
  consumed = 0;

  constructor(private readonly file: RemoteFile) {
    this.name = file.name;
    this.address = file.address;
    this.size = file.size;
    this.modified = file.modified;
  }

  open(): AsyncIterable<Uint8Array> {
    this.consumed = 0;
    return decompress(this.chunks());
  }

  async readEnd(length: number): Promise<Uint8Array | undefined> {
    if (isCompressed(await this.file.slice(0, Math.min(CODEC_BYTES, this.size)))) return undefined;
    return this.file.slice(Math.max(0, this.size - length), this.size);
  }

  async openParts(): Promise<FileParts> {
    this.consumed = 0;
    return {
      byteLength: this.size,
      slice: async (start, end = this.size) => {
        const bytes = await this.file.slice(start < 0 ? Math.max(0, this.size + start) : start, end);
        this.consumed += bytes.length;
        return bytes.buffer as ArrayBuffer;
      },
      close: async () => {},
    };
  }

  private async *chunks(): AsyncGenerator<Uint8Array> {
    for await (const chunk of this.file.chunks()) {
      this.consumed += chunk.length;
      yield chunk;
    }
  }
}
