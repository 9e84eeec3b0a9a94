/** Remote: where are documents that are not on this machine? The door of the room. */
import type { FileSelection } from '../platform.ts';
import type { RemoteFiles } from '../remote.ts';
import { remoteScheme } from './addresses.ts';
import { hubListing } from './hub.ts';
import { listedFiles } from './listing.ts';
import { s3Listing } from './s3.ts';
import { openWeb } from './web.ts';

export * from '../remote.ts';
export { S3Upload } from './s3-upload.ts';

export async function remoteFiles(
  address: string,
  selection: Pick<FileSelection, 'excludeFiles' | 'hidden'>,
  signal?: AbortSignal,
): Promise<RemoteFiles> {
  const scheme = remoteScheme(address);
  if (scheme === 'http') {
    const found = await openWeb(address, signal);
    const [files, streams] = 'file' in found ? [[found.file], []] : [[], [found.stream]];
    return { files, streams, passedOver: [] };
  }
  const listing = await (scheme === 's3' ? s3Listing(address, signal) : hubListing(address, signal));
  return { ...(await listedFiles(address, listing, selection, signal)), streams: [] };
}
