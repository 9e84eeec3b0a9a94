/** The texts of files, read by the service. Nothing is stored. */
import { unread } from '../work.ts';
import { lines } from './client.ts';
import type { ReadDocument, Text } from './types.ts';

/** Files of one request. A class has more than one request would take. */
const PORTION = 50;

/** Those that could not be read are in `unread`. */
export async function readFiles(files: readonly File[], signal?: AbortSignal): Promise<Text[]> {
  const texts: Text[] = [];
  const failed: ReadDocument[] = [];
  for (let from = 0; from < files.length; from += PORTION) {
    const body = new FormData();
    for (const file of files.slice(from, from + PORTION)) body.append('file', file, file.name);
    for await (const line of lines<ReadDocument>('v1/text', { method: 'POST', body, signal })) {
      if (line.state === 'failed') failed.push(line);
      else if (line.summary === undefined) texts.push({ id: line.id, text: line.text });
    }
  }
  unread.value = failed;
  return distinct(texts);
}

/** Two files of the same name are two documents. */
export function distinct(texts: readonly Text[]): Text[] {
  const used = new Set<string>();
  return texts.map(({ id, text }) => {
    let name = id;
    for (let number = 2; used.has(name); number++) name = `${id} (${number})`;
    used.add(name);
    return { id: name, text };
  });
}
