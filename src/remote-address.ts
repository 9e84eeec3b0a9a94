/** Which paths are addresses of files that are not on this machine. */

/** Its first group is `s3`, `hf`, `http` or `https`. */
export const REMOTE_SCHEME = /^(s3|hf|https?):\/\//i;

export function isRemote(path: string): boolean {
  return REMOTE_SCHEME.test(path);
}
