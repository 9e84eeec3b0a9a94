/** A collection as an input: its living documents, in the order in which they were added. */
import { joinBytes } from '../platform/join-bytes.ts';
import type { FolderKind, Source } from '../read/index.ts';

/** The lines of the log name their fields in one way. */
const READING: Source['reading'] = { format: 'jsonl', textField: 'text', idField: 'id', markup: 'none' };
const BYTES_TOGETHER = 1 << 18;

export const collectionFolders: FolderKind = {
  name: 'a collection',
  file: 'collection.json',
  open: (name, path) => ({ name, size: 0, reading: READING, open: () => linesIn(path) }),
};

async function* linesIn(path: string): AsyncGenerator<Uint8Array> {
  // most runs read no collection
  const { openCollection } = await import('./open.ts');
  const collection = await openCollection(path, { readOnly: true, threads: 1 });
  try {
    let lines: Uint8Array[] = [];
    let bytes = 0;
    for await (const line of collection.lines()) {
      lines.push(line);
      bytes += line.length;
      if (bytes < BYTES_TOGETHER) continue;
      yield joinBytes(lines);
      [lines, bytes] = [[], 0];
    }
    if (bytes > 0) yield joinBytes(lines);
  } finally {
    await collection.close();
  }
}
