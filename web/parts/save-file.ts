/** Saves something as a file of the user. */
import { type CallOptions, call } from '../api/client.ts';

/** What the service answers. */
export async function saveAnswer(name: string, path: string, options: CallOptions): Promise<void> {
  saveFile(name, await (await call(path, options)).blob());
}

export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name.replace(/[\\/:*?"<>|\p{Cc}]+/gu, '_').slice(0, 120);
  link.click();
  // the browser has begun to save it by then
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
