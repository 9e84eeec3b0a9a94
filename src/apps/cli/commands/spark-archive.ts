/** `neardup spark-archive` */
import { NeardupError, writeSparkArchive } from '../../../index.ts';
import type { Action } from '../program.ts';

export const sparkArchiveCommand: Action = async ([file, ...others]) => {
  if (others.length > 0) {
    throw new NeardupError('BAD_OPTION', `Expected one file, got \`${[file, ...others].join(' ')}\`.`);
  }
  for (const written of writeSparkArchive(file)) process.stdout.write(`${written}\n`);
  return 0;
};
