/** Saves what the service answers as a file of the user. */
import { type CallOptions, call } from '../api/client.ts';

export async function saveAnswer(name: string, path: string, options: CallOptions): Promise<void> {
  const blob = await (await call(path, options)).blob();
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name.replace(/[\\/:*?"<>|\p{Cc}]+/gu, '_').slice(0, 120);
  link.click();
  // the browser has begun to save it by then
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
