/** The door of remote/ in a browser, which opens no addresses: `platform/inputs.browser.ts` refuses them before. */
import { badOption } from '../errors.ts';

export type { RemoteFile } from './remote-file.ts';

export async function remoteFiles(address: string): Promise<never> {
  throw badOption('input', 'a file that the user chose in a browser', address);
}
