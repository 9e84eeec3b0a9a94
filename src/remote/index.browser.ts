/** The door of remote/ in a browser, which opens no addresses: `platform/inputs.browser.ts` refuses them before. */
import { badOption } from '../errors.ts';
import type { RemoteFiles } from '../remote.ts';

export * from '../remote.ts';

export async function remoteFiles(
  address: string,
  _selection: unknown,
  _signal?: AbortSignal,
): Promise<RemoteFiles> {
  throw badOption('input', 'a file that the user chose in a browser', address);
}
