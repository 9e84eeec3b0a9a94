/** The files that a pattern matches. A path that exists is no pattern: a file may well be called "report [1].txt". */
import { isAbsolute } from 'node:path';

/** Undefined if the text is no pattern. @param hidden Also names that begin with a dot. */
export async function globbed(
  pattern: string,
  { cwd, hidden = false }: { readonly cwd: string; readonly hidden?: boolean },
): Promise<string[] | undefined> {
  const { glob, isDynamicPattern } = await import('tinyglobby');
  if (!isDynamicPattern(pattern)) return undefined;
  return glob(pattern, {
    cwd,
    absolute: isAbsolute(pattern),
    expandDirectories: false,
    followSymbolicLinks: false,
    dot: hidden,
  });
}
