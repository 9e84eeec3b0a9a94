/** Addresses of documents that are not on this machine: `s3://bucket/key`, `hf://datasets/owner/name/path`, `https://host/path`. */
import { NeardupError } from '../errors.ts';
import { REMOTE_SCHEME } from '../remote-address.ts';

export function remoteScheme(address: string): 's3' | 'hf' | 'http' {
  const scheme = REMOTE_SCHEME.exec(address)![1].toLowerCase();
  return scheme === 's3' || scheme === 'hf' ? scheme : 'http';
}

/** An address as it may be shown: without a password and without the query, which may hold a signature. */
export function shownAddress(url: URL): string {
  return `${url.protocol}//${url.host}${url.pathname}`;
}

export function badAddress(address: string, expected: string): NeardupError {
  const shown = address.replace(/\?.*|(?<=:\/\/)[^/@]*@/g, '');
  return new NeardupError('BAD_OPTION', `Expected ${expected}, got \`${shown}\`.`, {
    advice: 'Correct the address.',
  });
}

const WILDCARD = /[*?[]/;

export function hasWildcards(path: string): boolean {
  return WILDCARD.test(path);
}

/** The part of a path before its first wildcard. */
export function fixedPart(path: string): string {
  return path.split(WILDCARD, 1)[0];
}

/** The folder, with its slash, that all matching paths share. */
export function fixedFolder(path: string): string {
  return fixedPart(path).replace(/[^/]*$/, '');
}

/** A path in a URL, each part escaped. */
export function escapedPath(path: string): string {
  return path
    .split('/')
    .map((part) =>
      encodeURIComponent(part).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`),
    )
    .join('/');
}
