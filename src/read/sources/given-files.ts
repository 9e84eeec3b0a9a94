/**
 * Files that a caller holds: `File` and `Blob`, files and folders that a user chose or dropped in a browser. Folders are read in the order
 * of the names, without dot-files, as folders on a disk are.
 */
import type { Problem } from '../../document.ts';
import { systemReason } from '../../errors.ts';
import { filesIn, type InputFile } from '../../platform/file-trees.ts';
import type { GivenSources } from '../../platform.ts';
import type { Source } from '../../read.ts';
import { CODEC_BYTES, decompress, isCompressed } from './decompress.ts';

export type { InputFile };

/** The files of an input that is made of files only; undefined for any other. */
export function filesOf(input: unknown): readonly InputFile[] | undefined {
  if (isInputFile(input)) return [input];
  if (typeof input !== 'object' || input === null || !('length' in input)) return undefined;
  const list = Array.from(input as ArrayLike<unknown>);
  return list.length > 0 && list.every(isInputFile) ? list : undefined;
}

/**
 * The files dropped on a page, as an input. Call it first in the event handler: the dropped items are gone when the
 * handler has ended.
 */
export function droppedFiles(transfer: DataTransfer): readonly InputFile[] {
  const items = Array.from(transfer.items).filter(({ kind }) => kind === 'file');
  return items.flatMap((item) => item.webkitGetAsEntry() ?? item.getAsFile() ?? []);
}

interface OpenedFiles {
  readonly sources: Source[];
  readonly problems: Problem[];
  readonly keys: Set<unknown>;
  readonly leftOut: number;
  readonly given: GivenSources<Source>[];
  readonly passedOver: string[];
}

export async function openFiles(
  files: readonly InputFile[],
  except: ReadonlySet<unknown>,
): Promise<OpenedFiles> {
  const wanted = files.filter((file) => !except.has(file));
  const sources: Source[] = [];
  const problems: Problem[] = [];
  const given: GivenSources<Source>[] = [];
  for (const file of wanted) {
    const found: Source[] = [];
    for await (const each of filesIn(file)) {
      if ('blob' in each) found.push(blobSource(each.path, each.blob));
      else problems.push({ source: each.path, reason: `Cannot be read: ${systemReason(each.error)}.` });
    }
    found.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
    for (const source of found) sources.push(source);
    given.push({ name: (file as Partial<File>).name ?? 'document', sources: found });
  }
  const leftOut = files.length - wanted.length;
  // a browser shows no dot-files, and nothing replaces a folder
  return { sources, problems, keys: new Set(files), leftOut, given, passedOver: [] };
}

export function isInputFile(value: unknown): value is InputFile {
  if (value instanceof Blob) return true;
  if (typeof value !== 'object' || value === null) return false;
  return ('kind' in value && 'isSameEntry' in value) || ('isDirectory' in value && 'filesystem' in value);
}

function blobSource(name: string, blob: Blob): Source {
  return {
    name,
    size: blob.size,
    modified: (blob as Partial<File>).lastModified,
    open: () => decompress(chunksOf(blob)),
    async readEnd(length) {
      const part = async (from: number, to?: number) =>
        new Uint8Array(await blob.slice(from, to).arrayBuffer());
      return isCompressed(await part(0, CODEC_BYTES)) ? undefined : part(-length);
    },
  };
}

/**
 * The parts of a stream: a slice of the blob for every chunk would take several times as long. Reading into chunks of our own (mode `byob`)
 * would be faster still, but in Chromium 156 such a read may never end.
 */
async function* chunksOf(blob: Blob): AsyncGenerator<Uint8Array> {
  const reader = blob.stream().getReader();
  try {
    for (;;) {
      const { value } = await reader.read();
      if (value === undefined) return;
      yield value;
    }
  } finally {
    void reader.cancel().catch(() => {});
  }
}
