/**
 * A file on a server, read in parts: in windows that are fetched ahead, or at positions of the caller's choice. A part that is cut is asked for
 * again from where it ended. All parts are of one version: a file that changed meanwhile ends the run.
 */
import { NeardupError } from '../errors.ts';
import type { RemoteFile } from '../remote.ts';
import { ATTEMPTS, ask, reasonOf, refused, type Target, unreachable } from './ask.ts';

/** The first windows are small, and fetched one by one, because often only the beginning is looked at. */
const FIRST_WINDOW = 1 << 16;
const ONE_BY_ONE = 3;
const LARGEST_WINDOW = 1 << 22;
/** Windows that are fetched while one is read: 16 MB with that one. */
const AHEAD = 3;

/** @param etag Of the version that is read; if it is left out, that of the first answer. @param check Explains an answer that refuses. */
export function remoteFile(
  target: Target,
  about: Pick<RemoteFile, 'name' | 'address' | 'size' | 'modified'> & { readonly etag?: string },
  signal: AbortSignal | undefined,
  check: (status: number, body: AsyncIterable<Buffer>) => Promise<Error> = async (status) =>
    refused(about.name, status),
): RemoteFile {
  const { name, address, size, modified } = about;
  let { etag } = about;

  async function slice(start: number, end: number, stop = signal): Promise<Uint8Array> {
    const bytes = new Uint8Array(Math.max(0, Math.min(end, size) - start));
    let done = 0;
    for (let failures = 0; done < bytes.length; ) {
      const from = start + done;
      const range = `bytes=${from}-${start + bytes.length - 1}`;
      const headers = { range, ...(etag !== undefined && !etag.startsWith('W/') && { 'if-match': etag }) };
      const answer = await ask(target, { headers, signal: stop });
      const { status, body } = answer;
      try {
        if (status === 412 || status === 416) throw changed(name);
        if (status !== 206) throw status === 200 ? noParts(name) : await check(status, body);
        etag ??= answer.headers.etag;
        if (answer.headers.etag !== undefined && answer.headers.etag !== etag) throw changed(name);
        const stated = /^bytes (\d+)-\d+\/(\d+)$/.exec(answer.headers['content-range'] ?? '');
        if (stated === null || Number(stated[1]) !== from) throw noParts(name);
        if (Number(stated[2]) !== size) throw changed(name);
        for await (const part of body as AsyncIterable<Buffer>) {
          if (part.length > bytes.length - done) throw noParts(name);
          bytes.set(part, done);
          done += part.length;
          failures = 0;
        }
        if (done < bytes.length) throw Object.assign(new Error('cut'), { code: 'ECONNRESET' });
      } catch (error) {
        body.destroy();
        stop?.throwIfAborted();
        if (error instanceof NeardupError) throw error;
        if (++failures === ATTEMPTS) throw unreachable(name, reasonOf(error), error);
      }
    }
    return bytes;
  }

  async function* chunks(): AsyncGenerator<Uint8Array> {
    const stop = new AbortController();
    const either = signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]);
    const fetched: Promise<Uint8Array>[] = [];
    let [next, window] = [0, FIRST_WINDOW];
    const fetchNext = () => {
      const from = next;
      next = Math.min(size, next + window);
      window = Math.min(LARGEST_WINDOW, 4 * window);
      const part = slice(from, next, either);
      // a failure is reported when its window is read
      part.catch(() => {});
      fetched.push(part);
    };
    try {
      for (let read = 0; next < size || fetched.length > 0; read++) {
        const ahead = Math.min(AHEAD, Math.max(0, read - ONE_BY_ONE));
        while (next < size && fetched.length <= ahead) fetchNext();
        const part = await fetched.shift();
        if (part !== undefined) yield part;
      }
    } finally {
      stop.abort();
    }
  }

  return { name, address, size, modified, chunks, slice: (start, end) => slice(start, end) };
}

function changed(name: string): NeardupError {
  return new NeardupError('INPUT_CHANGED', `${name} has changed since it was first read.`);
}

function noParts(name: string): NeardupError {
  return unreachable(name, 'the server does not give the part of the file that was asked for');
}
