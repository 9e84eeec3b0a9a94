/** Turns the user's inputs (files, folders, globs, `-`) into a list of sources. */
import { openInputs } from '../../platform/inputs.ts';
import type { OpenedInputs, OpenOptions, RemoteInputs, StoredFile } from '../../platform.ts';
import type { OpenFile, Source } from '../../read.ts';
import { CODEC_BYTES, decompress, isCompressed } from './decompress.ts';
import { folderKind } from './folder-kinds.ts';
import { RemoteSource } from './remote-source.ts';

export function openSources(
  inputs: readonly string[],
  options: OpenOptions = {},
): Promise<OpenedInputs<Source>> {
  return openInputs<Source>(
    inputs,
    { file: fileSource, folder: folderSource, remote: remoteInputs },
    options,
  );
}

export function fileSource(file: StoredFile): Source {
  return new FileSource(file);
}

function folderSource(
  name: string,
  path: string,
  has: (file: string) => boolean,
): (() => Source) | undefined {
  const kind = folderKind(has);
  return kind && (() => kind.open(name, path));
}

async function remoteInputs(address: string, options: OpenOptions): Promise<RemoteInputs<Source>> {
  const { remoteFiles } = await import('../../remote/index.ts');
  const { excludeFiles = [], hidden = false } = options.selection ?? {};
  const found = await remoteFiles(address, { excludeFiles, hidden }, options.signal);
  return {
    ...found,
    files: found.files.map((file) => ({ address: file.address, source: () => new RemoteSource(file) })),
  };
}

class FileSource implements Source {
  readonly name: string;
  readonly size: number;
  readonly path?: string;
  consumed = 0;

  constructor(private readonly file: StoredFile) {
    this.name = file.name;
    this.size = file.size;
    this.path = file.path;
  }

  open(): AsyncIterable<Uint8Array> {
    this.consumed = 0;
    return decompress(this.chunks());
  }

  async readEnd(length: number): Promise<Uint8Array | undefined> {
    const opened = await this.file.open();
    const readAt = (position: number, most: number) => {
      const target = new Uint8Array(most);
      return target.subarray(0, opened.read(target, 0, most, position));
    };
    try {
      if (isCompressed(readAt(0, CODEC_BYTES))) return undefined;
      const wanted = Math.min(length, this.size);
      return readAt(this.size - wanted, wanted);
    } finally {
      await opened.close();
    }
  }

  async openFile(): Promise<OpenFile> {
    const opened = await this.file.open();
    this.consumed = 0;
    let users = 1;
    return {
      read: (target, offset, length, position) => {
        const read = opened.read(target, offset, length, position);
        this.consumed = position + read;
        return read;
      },
      keepOpen: () => {
        users++;
      },
      close: async () => {
        users--;
        if (users === 0) await opened.close();
      },
    };
  }

  /** Stored chunks, which are counted. */
  private async *chunks(): AsyncGenerator<Uint8Array> {
    const opened = await this.file.open();
    try {
      for await (const chunk of opened.chunks()) {
        this.consumed += chunk.length;
        yield chunk;
      }
    } finally {
      await opened.close();
    }
  }
}
