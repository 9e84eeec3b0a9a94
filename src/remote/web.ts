/** `https://…` and `http://…`: one file. */

import type { RemoteFile, WebStream } from '../remote.ts';
import { shownAddress } from './addresses.ts';
import { ask, refused, type ServerAnswer, type Target } from './ask.ts';
import { remoteFile } from './remote-file.ts';

/** A file that can be read in parts, or one that comes as a whole, once. */
export type WebFile = { readonly file: RemoteFile } | { readonly stream: WebStream };

export async function openWeb(address: string, signal?: AbortSignal): Promise<WebFile> {
  const url = new URL(address);
  const login = url.username === '' ? undefined : basic(url);
  url.username = '';
  url.password = '';
  url.hash = '';
  const name = shownAddress(url);
  const target: Target = { url, shown: name, ...(login && { authorize: async () => login }) };
  // the first byte tells the size, the version, and whether parts are given
  const answer = await ask(target, { headers: { range: 'bytes=0-0' }, signal });
  const { status, headers, body } = answer;
  if (status === 206) {
    body.destroy();
    const size = Number(/\/(\d+)$/.exec(headers['content-range'] ?? '')?.[1]);
    if (Number.isSafeInteger(size)) {
      const modified = Date.parse(headers['last-modified'] ?? '') || undefined;
      return {
        file: remoteFile(target, { name, address: url.href, size, modified, etag: headers.etag }, signal),
      };
    }
  } else if (status === 416) {
    // an empty file has no first byte
    body.destroy();
    return { file: remoteFile(target, { name, address: url.href, size: 0 }, signal) };
  } else if (status !== 200) {
    body.destroy();
    throw refused(name, status);
  } else return { stream: { name, address: url.href, open: () => wholeBody(answer) } };
  const whole = await ask(target, { signal });
  return { stream: { name, address: url.href, open: () => wholeBody(whole) } };
}

/** Ends in an error if the connection is cut, even if no length was stated. */
async function* wholeBody({ body, headers }: ServerAnswer): AsyncGenerator<Uint8Array> {
  let length = 0;
  for await (const part of body as AsyncIterable<Buffer>) {
    length += part.length;
    yield part;
  }
  const stated = headers['content-length'];
  if (stated !== undefined && Number(stated) !== length) throw new Error('the connection was cut');
}

function basic(url: URL): Record<string, string> {
  const login = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  return { authorization: `Basic ${Buffer.from(login).toString('base64')}` };
}
