/** `neardup filter`: passes documents from standard input through an index; new ones come out at once. */
import {
  filterLines,
  isClusterAddress,
  NeardupError,
  OPTIONS,
  type OpenCollectionOptions,
  openCollection,
  selectLines,
} from '../../../index.ts';
import { flagName } from '../flag-names.ts';
import { Output } from '../output.ts';
import type { Action, LibraryOptions } from '../program.ts';
import { Terminal } from '../terminal.ts';
import { CLUSTER } from './collection/options.ts';

/** Options for reading lines and adding documents; the others belong to the index. */
const READING = ['textField', 'idField', 'markup', 'maxDocument'];
const ADDING = ['refresh'];

/** Options that only a collection takes. */
const OF_A_COLLECTION = ['window', 'timeField'];

/** Options that select lines by what they have, without an index. */
const SELECTING = Object.keys(OPTIONS.selectLines);

export const filterCommand: Action = async (paths, options, own) => {
  if (SELECTING.some((name) => options[name] !== undefined)) return selectCommand(paths, options, own);
  const index = await openIndex(paths, options);
  const terminal = new Terminal(own);
  const output = new Output();
  try {
    const reading = Object.fromEntries(READING.map((name) => [name, options[name]]));
    const timeField = 'settings' in index ? index.settings.timeField : undefined;
    const refresh = options.refresh === true ? true : undefined;
    const pass = own.matching === true ? ('matching' as const) : ('new' as const);
    const { onProblem } = terminal.callbacks();
    const evidence = own.evidence === true;
    const summary = await filterLines(
      process.stdin,
      index,
      { ...reading, onProblem, pass, evidence, timeField, refresh },
      (lines) => output.bytes(lines),
    );
    const { documents, duplicates, failed, truncated } = summary;
    terminal.note(
      `${documents} documents: ${summary.new} new, ${duplicates} near-duplicates, ${failed} failed`,
    );
    if (truncated > 0)
      terminal.note(`${truncated} documents have too many candidates to compare with all of them`);
    return failed > 0 ? 2 : 0;
  } finally {
    await terminal.finish();
    // after a failure, the command must not wait for the next line
    process.stdin.destroy();
    await index.close();
  }
};

/** `neardup filter --words … --where …`: no index, so nothing but the lines themselves counts. */
const selectCommand: Action = async (paths, options, own) => {
  const { matching, evidence } = own;
  const given = Object.entries({ ...options, matching, evidence }).flatMap(([name, value]) =>
    value === undefined ? [] : [name],
  );
  const hasIndex = paths.length > 0 || options.redis !== undefined;
  const option = hasIndex
    ? given.find((name) => SELECTING.includes(name))
    : given.find((name) => ![...READING, ...SELECTING].includes(name));
  if (option !== undefined) {
    const why = hasIndex ? 'an index passes on new documents' : 'lines are selected without an index';
    throw new NeardupError('BAD_OPTION', `${flagName({ option })} has no effect: ${why}.`, {
      option,
      advice: 'Select first, then filter: neardup filter --words … | neardup filter seen.nd',
    });
  }
  const terminal = new Terminal(own);
  const output = new Output();
  try {
    const { onProblem } = terminal.callbacks();
    const { documents, passed, failed } = await selectLines(
      process.stdin,
      { ...options, onProblem },
      (lines) => output.bytes(lines),
    );
    terminal.note(`${documents} documents: ${passed} passed, ${failed} failed`);
    return failed > 0 ? 2 : 0;
  } finally {
    await terminal.finish();
    process.stdin.destroy();
  }
};

/** The index that documents go through: a collection in a folder, or the one in Redis that many processes share. */
async function openIndex([folder, ...more]: readonly string[], options: LibraryOptions) {
  const { redis, ...others } = options;
  if ((folder === undefined) === (redis === undefined) || more.length > 0) {
    throw new NeardupError('BAD_OPTION', 'Expected either the folder of a collection or `--redis`.', {
      advice: 'Write --redis redis://localhost:6379, or the folder; documents come from standard input.',
    });
  }
  const given = Object.entries(others).filter(
    ([name, value]) => value !== undefined && ![...READING, ...ADDING].includes(name),
  );
  if (redis !== undefined) {
    const [useless] = given.find(([name]) => OF_A_COLLECTION.includes(name)) ?? [];
    if (useless !== undefined) {
      throw new NeardupError(
        'BAD_OPTION',
        `${flagName({ option: useless })} needs a collection in a folder.`,
        {
          option: useless,
          advice: 'Leave it out, or write --expire-after.',
        },
      );
    }
    const { openSharedIndex } = await import('../../../redis/index.ts');
    return openSharedIndex(redis as string[], Object.fromEntries(given));
  }
  if (isClusterAddress(folder)) {
    const [useless] = given.find(([name]) => !(name in CLUSTER)) ?? [];
    if (useless !== undefined) {
      const message = `${flagName({ option: useless })} has no effect on a collection on a cluster.`;
      throw new NeardupError('BAD_OPTION', message, { option: useless, advice: 'Leave it out.' });
    }
    const { openClusterCollection } = await import('../../../opensearch/index.ts');
    return openClusterCollection(folder, Object.fromEntries(given));
  }
  const [option] = given.find(([name]) => !OF_A_COLLECTION.includes(name)) ?? [];
  if (option !== undefined) {
    const message = `${flagName({ option })} has no effect: the collection was made with its settings.`;
    throw new NeardupError('BAD_OPTION', message, { option, advice: 'Leave it out.' });
  }
  const { window, timeField } = options as OpenCollectionOptions;
  return openCollection(folder, { window, timeField });
}
