/** The texts of files, read by the service. Nothing is stored. */
import { unseenOf } from '../../src/report/pages/unseen.ts';
import { distinct, type UnseenIn, unread, unseen } from '../work.ts';
import { lines } from './client.ts';
import type { ReadDocument, Text } from './types.ts';

/** Files, and bytes of them, of one request: after each the page tells how far it is. */
const PORTION = 8;
const PORTION_BYTES = 8 << 20;

/** Those that could not be read are in `unread`. @param onProgress Told how many were read. */
export async function readFiles(
  files: readonly File[],
  onProgress: (done: number) => void = () => {},
): Promise<Text[]> {
  const texts: Text[] = [];
  const failed: ReadDocument[] = [];
  const hidden: UnseenIn[] = [];
  let done = 0;
  for (const some of portions(files, PORTION, PORTION_BYTES)) {
    onProgress(done);
    const body = new FormData();
    for (const file of some) body.append('file', file, file.name);
    for await (const line of lines<ReadDocument>('v1/text', { method: 'POST', body })) {
      if (line.state === 'failed') failed.push(line);
      else if (line.summary === undefined) {
        texts.push({ id: line.id, text: line.text });
        const unseenText = unseenOf(line.meta);
        if (unseenText !== undefined) hidden.push({ id: line.id, ...unseenText });
      }
    }
    done += some.length;
  }
  unread.value = failed;
  unseen.value = hidden;
  return distinct(texts);
}

/** Files that are sent together. */
export function* portions(files: readonly File[], most: number, mostBytes: number): Generator<File[]> {
  let some: File[] = [];
  let bytes = 0;
  for (const file of files) {
    if (some.length === most || (some.length > 0 && bytes + file.size > mostBytes)) {
      yield some;
      [some, bytes] = [[], 0];
    }
    some.push(file);
    bytes += file.size;
  }
  yield some;
}
