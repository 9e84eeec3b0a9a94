/** `neardup index build|add|search|info` */
import {
  addToIndex,
  type BuildIndexOptions,
  buildIndex,
  type IndexInfo,
  NeardupError,
  type Options,
  openIndex,
} from '../../../index.ts';
import { Output } from '../output.ts';
import type { Action, CliOptions } from '../program.ts';
import { Terminal } from '../terminal.ts';
import { searchCommand } from './search.ts';

export const indexCommand: Action = async ([action, folder, ...rest], options) => {
  if (!['build', 'add', 'search', 'info'].includes(action)) {
    throw new NeardupError('BAD_OPTION', `Expected build, add, search or info, got \`${action}\`.`);
  }
  if (folder === undefined) {
    throw new NeardupError('BAD_OPTION', `Expected the folder of an index after \`${action}\`, got nothing.`);
  }
  if (action === 'search') return searchCommand(rest, { ...options, index: folder });
  if (action !== 'info' && rest.length === 0) {
    throw new NeardupError('NO_INPUT', `Expected documents to ${action}, got none.`);
  }
  const terminal = new Terminal(options.quiet === true);
  try {
    const given = { ...options, ...terminal.callbacks() };
    const info = await (action === 'build'
      ? buildIndex(folder, rest, given as Partial<BuildIndexOptions>)
      : action === 'add'
        ? addToIndex(folder, rest, given as Partial<Options>)
        : infoOf(folder));
    terminal.clear();
    await print(info, options);
    return info.unreadable > 0 ? 2 : 0;
  } finally {
    terminal.finish();
  }
};

async function infoOf(folder: string): Promise<IndexInfo> {
  const index = await openIndex(folder, { threads: 1 });
  const { info } = index;
  await index.close();
  return info;
}

async function print(info: IndexInfo, options: CliOptions): Promise<void> {
  const output = new Output();
  if (options.json === true) await output.json(info);
  else {
    const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
    const added = info.documents - info.statisticsFrom;
    const rows = [
      ['documents', info.documents.toLocaleString('en')],
      ['signatures', `${info.width} bits`],
      ['structure', info.name],
      ['memory', megabytes(info.memory)],
      ['disk', megabytes(info.disk)],
      ['texts', info.texts ? 'kept' : 'not kept'],
      ['statistics', `of ${info.statisticsFrom.toLocaleString('en')} documents`],
    ];
    if (added > info.statisticsFrom) rows.push(['', 'most documents were added since: build it again']);
    for (const [name, value] of rows) await output.line(`  ${name.padStart(10)}  ${value}`);
  }
  await output.flush();
}
