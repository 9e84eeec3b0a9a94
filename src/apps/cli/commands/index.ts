/** `neardup index build|add|search|info` */
import {
  addToIndex,
  buildIndex,
  formatSummary,
  type IndexInfo,
  NeardupError,
  openIndex,
} from '../../../index.ts';
import { flagName } from '../flag-names.ts';
import { Output } from '../output.ts';
import type { Action, LibraryOptions, OwnOptions } from '../program.ts';
import { grouped, Terminal } from '../terminal.ts';
import { searchCommand } from './search.ts';

export const indexCommand: Action = async ([action, folder, ...rest], options, own) => {
  if (!isAction(action)) {
    throw new NeardupError('BAD_OPTION', `Expected build, add, search or info, got \`${action}\`.`);
  }
  if (folder === undefined) {
    throw new NeardupError('BAD_OPTION', `Expected the folder of an index after \`${action}\`, got nothing.`);
  }
  checkOptions(action, { ...options, queries: own.queries });
  new Terminal(own.quiet === true).note(
    '`neardup index` works for one more version; use `neardup collection create|add|search|info` with --indexes search',
  );
  if (action === 'search') return searchCommand(rest, { ...options, index: folder }, own);
  if (action !== 'info' && rest.length === 0) {
    throw new NeardupError('NO_INPUT', `Expected documents to ${action}, got none.`);
  }
  const terminal = new Terminal(own.quiet === true);
  try {
    const given = { ...options, ...terminal.callbacks() };
    const info = await (action === 'build'
      ? buildIndex(folder, rest, given)
      : action === 'add'
        ? addToIndex(folder, rest, given)
        : infoOf(folder));
    terminal.clear();
    await print(info, own);
    return info.unreadable > 0 ? 2 : 0;
  } finally {
    terminal.finish();
  }
};

type IndexAction = 'build' | 'add' | 'search' | 'info';

function isAction(word: string): word is IndexAction {
  return ['build', 'add', 'search', 'info'].includes(word);
}

/** The options that only one action uses. */
const ONLY_FOR: Partial<Record<IndexAction, readonly string[]>> = {
  build: ['width', 'structure', 'sliceBits', 'texts'],
  search: ['queries', 'k', 'quality', 'exact', 'explain'],
};

/** Refuses options of another action. */
function checkOptions(action: IndexAction, options: LibraryOptions): void {
  if (action === 'info') {
    const given = Object.keys(options).find((name) => options[name] !== undefined);
    if (given === undefined) return;
    const message = `${flagName({ option: given })} has no effect: \`index info\` reads no documents.`;
    throw new NeardupError('BAD_OPTION', message, { option: given, advice: 'Leave it out.' });
  }
  for (const [other, names] of Object.entries(ONLY_FOR)) {
    const option = action === other ? undefined : names.find((name) => options[name] !== undefined);
    if (option === undefined) continue;
    const message = `${flagName({ option })} has no effect: only \`index ${other}\` uses it.`;
    throw new NeardupError('BAD_OPTION', message, { option, advice: 'Leave it out.' });
  }
}

async function infoOf(folder: string): Promise<IndexInfo> {
  const index = await openIndex(folder, { threads: 1 });
  const { info } = index;
  await index.close();
  return info;
}

async function print({ summary, ...info }: IndexInfo, own: OwnOptions): Promise<void> {
  const output = new Output();
  if (own.json === true) await output.json(info);
  else {
    const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
    const added = info.documents - info.statisticsFrom;
    const rows = [
      ['documents', grouped(info.documents)],
      ['signatures', `${info.width} bits`],
      ['structure', info.name],
      ['memory', megabytes(info.memory)],
      ['disk', megabytes(info.disk)],
      ['texts', info.texts ? 'kept' : 'not kept'],
      ['statistics', `of ${grouped(info.statisticsFrom)} documents`],
    ];
    if (added > info.statisticsFrom) rows.push(['', 'most documents were added since: build it again']);
    for (const [name, value] of rows) await output.line(`  ${name.padStart(10)}  ${value}`);
  }
  if (summary !== undefined && own.json === true) await output.json({ summary });
  else if (summary !== undefined) await output.line(formatSummary(summary));
  await output.flush();
}
