/** `neardup collection info`, `merge`, `backup`, `repair` and `export`: how a collection is, and how it is kept in order. */
import {
  type CollectionInfo,
  isClusterAddress,
  NeardupError,
  OPTIONS,
  repairCollection,
  visible,
} from '../../../../index.ts';
import { Output } from '../../output.ts';
import type { Action, LibraryOptions, OwnOptions } from '../../program.ts';
import { grouped, Terminal } from '../../terminal.ts';
import { pick, SETTINGS_OPTIONS, THREADS } from './options.ts';
import { withAnyCollection, withCollection } from './with-collection.ts';

/** Nothing is computed that more threads would speed up. */
const ASKING = { readOnly: true, threads: 1 };

export const infoCommand: Action = async ([folder], options, own) => {
  await print(await withAnyCollection(folder, options, ASKING, async (collection) => collection.info()), own);
  return 0;
};

export const mergeCommand: Action = async ([folder], options, own) => {
  const terminal = new Terminal(own);
  try {
    const { onProgress } = terminal.callbacks();
    const opening = { ...pick(options, { ...THREADS, indexes: SETTINGS_OPTIONS.indexes }), onProgress };
    refuseIndexes(folder, options);
    const info = await withAnyCollection(folder, options, opening, async (collection) => {
      await collection.merge();
      return collection.info();
    });
    terminal.clear();
    await print(info, own);
    return 0;
  } finally {
    await terminal.finish();
  }
};

/** An index of a cluster gets its fields when it is made. */
function refuseIndexes(place: string, { indexes }: LibraryOptions): void {
  if (indexes === undefined || !isClusterAddress(place)) return;
  throw new NeardupError('BAD_OPTION', 'A collection on a cluster gets its indexes when it is made.', {
    option: 'indexes',
    advice:
      'Make another one with them, and add the documents: neardup collection export ADDRESS | neardup collection add OTHER -',
  });
}

export const exportCommand: Action = async ([folder], options) => {
  const output = new Output();
  await withAnyCollection(folder, options, ASKING, async (collection) => {
    for await (const { seen: _, meta, ...document } of collection.documents(
      pick(options, OPTIONS['collection.list']),
    )) {
      await output.json({ ...meta, ...document });
    }
  });
  await output.flush();
  return 0;
};

export const backupCommand: Action = async ([folder, to], options, own) => {
  const output = new Output();
  const copying = pick(options, OPTIONS['collection.backup']);
  const { commit } = await withCollection(folder, ASKING, (collection) => collection.backup(to, copying));
  if (own.json === true) await output.json({ backup: to, commit });
  else await output.line(`${visible(to)} has everything up to commit ${commit}`);
  await output.flush();
  return 0;
};

export const repairCommand: Action = async ([folder], options, own) => {
  const repaired = await repairCollection(folder);
  // opening it rebuilds the files derived from the log
  await withCollection(folder, pick(options, THREADS), async () => {});
  const output = new Output();
  if (own.json === true) await output.json(repaired);
  else if (repaired.setAside.length === 0) await output.line('Nothing was damaged.');
  else {
    await output.line(`Set aside: ${repaired.setAside.join(', ')} (in ${visible(folder)}/damaged)`);
    const { missing, beside, lost, unreadable } = repaired;
    if (missing.length + beside.length + lost.length + unreadable === 0)
      await output.line('Nothing was lost.');
    for (const { from, to } of missing) await output.line(`lost      commits ${from} to ${to}`);
    for (const name of beside) await output.line(`lost      something of ${name}`);
    for (const id of lost) await output.line(`lost      ${visible(id)}`);
    if (unreadable > 0) await output.line(`lost      ${unreadable} lines without a readable id`);
  }
  await output.flush();
  return repaired.setAside.length === 0 ? 0 : 2;
};

async function print(info: CollectionInfo, own: OwnOptions): Promise<void> {
  const output = new Output();
  if (own.json === true) await output.json(info);
  else {
    const { settings } = info;
    const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
    const rows = [
      ['documents', grouped(info.documents)],
      ['dead', grouped(info.dead)],
      ['commit', String(info.commit)],
      [
        'disk',
        megabytes(info.bytes) +
          (info.logBytes > 0 ? `, of which ${megabytes(info.logBytes)} are the log` : ''),
      ],
      ...(info.memory > 0 ? [['memory', megabytes(info.memory)]] : []),
      ['segments', String(info.segments)],
      ['threshold', String(settings.threshold)],
      ['indexes', ['near-duplicates', ...settings.indexes].join(', ')],
      ['shingles', `${settings.shingle} ${settings.unit}s, ${settings.order} order`],
    ];
    for (const [name, value] of rows) await output.line(`  ${name.padStart(10)}  ${value}`);
  }
  await output.flush();
}
