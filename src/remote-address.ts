/** Which paths are addresses of what is not on this machine. */

/** Its first group is `s3`, `hf`, `http` or `https`. */
export const REMOTE_SCHEME = /^(s3|hf|https?):\/\//i;

/** Addresses of collections on a search cluster. Its group says whether they are with TLS. */
export const CLUSTER_SCHEME = /^(?:opensearch|elasticsearch)(\+https)?:\/\//;

/** Whether this is the address of a collection on a cluster, and not a folder. */
export function isClusterAddress(path: string): boolean {
  return CLUSTER_SCHEME.test(path);
}

export function isRemote(path: string): boolean {
  return REMOTE_SCHEME.test(path);
}

/** The scheme of what begins like an address, whether it is one of ours or not. One letter is a drive of Windows. */
export function addressScheme(path: string): string | undefined {
  return /^([a-z][a-z\d+.-]+):\/\//i.exec(path)?.[1].toLowerCase();
}
