/** Paths inside an archive, whose parts name each other relative to their own folder. */

/** The folder of a path, empty for one at the top. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** A path relative to a folder, without `.` and `..`; one that leads out of the archive begins with `..`. */
export function pathIn(folder: string, path: string): string {
  const steps: string[] = [];
  for (const step of `${folder}/${path}`.split('/')) {
    if (step === '' || step === '.') continue;
    if (step === '..' && steps.length > 0 && steps.at(-1) !== '..') steps.pop();
    else steps.push(step);
  }
  return steps.join('/');
}
