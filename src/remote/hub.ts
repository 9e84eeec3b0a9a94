/** `hf://datasets/owner/name[@revision]/path`: files of a dataset on the Hugging Face hub, of one revision, which never changes. */
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { badAddress, escapedPath, fixedFolder } from './addresses.ts';
import { ask, bodyText, refused, type ServerAnswer, type Target, unreachable } from './ask.ts';
import type { RemoteListing } from './listing.ts';
import { remoteFile } from './remote-file.ts';

const ADDRESS = /^hf:\/\/datasets\/([\w.-]+\/[\w.-]+?)(?:@(refs\/(?:convert|pr)\/[^/]+|[^/]+))?(?:\/(.*))?$/i;

export async function hubListing(address: string, signal?: AbortSignal): Promise<RemoteListing> {
  const [, dataset, revision = 'main', path = ''] = ADDRESS.exec(address) ?? [];
  if (dataset === undefined || path === '')
    throw badAddress(address, 'the files of a dataset, such as `hf://datasets/owner/name/**/*.parquet`');
  const home = process.env.HF_ENDPOINT || 'https://huggingface.co';
  const authorize = await authorization();
  const target = (way: string): Target => ({ url: new URL(`${home}/${way}`), shown: address, authorize });
  const said = new URL(`${home}/api/datasets/${dataset}/revision/${encodeURIComponent(revision)}`);
  const { sha } = await json<{ sha: string }>({ url: said, shown: address, authorize }, signal);
  const root = `${address.slice(0, address.length - path.length)}`;

  async function* entries() {
    const folder = fixedFolder(path).replace(/\/$/, '');
    const below = folder === '' ? '' : `/${escapedPath(folder)}`;
    let page: URL | undefined = target(
      `api/datasets/${dataset}/tree/${sha}${below}?recursive=true&limit=1000`,
    ).url;
    while (page !== undefined) {
      const answer = await ask({ url: page, shown: address, authorize }, { signal });
      if (answer.status !== 200) throw await refusal(address, answer.status);
      const next = /<([^>]+)>;\s*rel="next"/.exec(String(answer.headers.link ?? ''))?.[1];
      for (const entry of await parsed<TreeEntry[]>(answer, address))
        if (entry.type === 'file') yield { path: entry.path, size: entry.lfs?.size ?? entry.size };
      // a page of another host would get the token
      page = next !== undefined && new URL(next).host === page.host ? new URL(next) : undefined;
    }
  }

  return {
    path,
    entries,
    file: ({ path: file, size }) => {
      const name = `${root}${file}`;
      const from = target(`datasets/${dataset}/resolve/${sha}/${escapedPath(file)}`);
      return remoteFile(from, { name, address: name, size }, signal, (status) => refusal(name, status));
    },
  };
}

interface TreeEntry {
  readonly type: string;
  readonly path: string;
  readonly size: number;
  readonly lfs?: { readonly size: number };
}

async function json<T>(target: Target, signal?: AbortSignal): Promise<T> {
  const answer = await ask(target, { signal });
  if (answer.status !== 200) throw await refusal(target.shown, answer.status);
  return parsed(answer, target.shown);
}

async function parsed<T>(answer: ServerAnswer, shown: string): Promise<T> {
  const text = await bodyText(answer, shown);
  try {
    return JSON.parse(text) as T;
  } catch (error) {
    throw unreachable(shown, 'the server does not answer as the hub does', error);
  }
}

async function refusal(shown: string, status: number): Promise<Error> {
  if (status !== 401 && status !== 403) return refused(shown, status);
  const isKnown = (await token()) !== undefined;
  return refused(
    shown,
    status,
    isKnown ? 'the token does not allow it' : 'no token was given',
    'Check the name; for a private or gated dataset give HF_TOKEN a token that may read it.',
  );
}

async function authorization(): Promise<Target['authorize']> {
  const secret = await token();
  return secret === undefined ? undefined : async () => ({ authorization: `Bearer ${secret}` });
}

/** From the environment, or where `hf auth login` puts it. */
async function token(): Promise<string | undefined> {
  const { HF_TOKEN, HF_TOKEN_PATH, HF_HOME = join(homedir(), '.cache', 'huggingface') } = process.env;
  if (HF_TOKEN) return HF_TOKEN;
  const file = await readFile(HF_TOKEN_PATH || join(HF_HOME, 'token'), 'utf8').catch(() => '');
  return file.trim() || undefined;
}
