/** Saves something as a file of the user. */
import { type CallOptions, call } from '../api/client.ts';

/** Characters of a file's name, without its end. */
const LONGEST_NAME = 120;

/** What the service answers. */
export async function saveAnswer(name: string, path: string, options: CallOptions): Promise<void> {
  saveFile(name, await (await call(path, options)).blob());
}

export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  const end = /\.\w+$/.exec(name)?.[0] ?? '';
  const stem = name.slice(0, name.length - end.length).replace(/[\\/:*?"<>|\p{Cc}]+/gu, '_');
  link.download = stem.slice(0, LONGEST_NAME) + end;
  link.click();
  // the browser has begun to save it by then
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
