/** `neardup collection info`, `merge` and `export`: how a collection is, and how it is kept in order. */
import type { CollectionInfo } from '../../../../index.ts';
import { Output } from '../../output.ts';
import type { OwnOptions } from '../../program.ts';
import { Terminal } from '../../terminal.ts';
import type { CollectionAction } from '../collection.ts';
import { noMore, pick } from './options.ts';
import { withCollection } from './with-collection.ts';

/** Nothing is computed that more threads would speed up. */
const ASKING = { readOnly: true, threads: 1 };

export const infoAction: CollectionAction = {
  options: [],
  async run(folder, rest, _options, own) {
    noMore('info', rest);
    await print(await withCollection(folder, ASKING, async (collection) => collection.info()), own);
    return 0;
  },
};

export const mergeAction: CollectionAction = {
  options: [],
  async run(folder, rest, options, own) {
    noMore('merge', rest);
    const terminal = new Terminal(own.quiet === true);
    try {
      const { onProgress } = terminal.callbacks();
      const opening = { ...pick(options, ['threads']), onProgress };
      const info = await withCollection(folder, opening, async (collection) => {
        await collection.merge();
        return collection.info();
      });
      terminal.clear();
      await print(info, own);
      return 0;
    } finally {
      terminal.finish();
    }
  },
};

export const exportAction: CollectionAction = {
  options: ['prefix'],
  async run(folder, rest, options) {
    noMore('export', rest);
    const output = new Output();
    await withCollection(folder, ASKING, async (collection) => {
      for await (const { seen: _, meta, ...document } of collection.documents(pick(options, ['prefix']))) {
        await output.json({ ...meta, ...document });
      }
    });
    await output.flush();
    return 0;
  },
};

async function print(info: CollectionInfo, own: OwnOptions): Promise<void> {
  const output = new Output();
  if (own.json === true) await output.json(info);
  else {
    const { settings } = info;
    const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
    const rows = [
      ['documents', info.documents.toLocaleString('en')],
      ['dead', info.dead.toLocaleString('en')],
      ['commit', String(info.commit)],
      ['disk', `${megabytes(info.bytes)}, of which ${megabytes(info.logBytes)} are the log`],
      ['memory', megabytes(info.memory)],
      ['segments', String(info.segments)],
      ['threshold', String(settings.threshold)],
      ['shingles', `${settings.shingle} ${settings.unit}s, ${settings.order} order`],
    ];
    for (const [name, value] of rows) await output.line(`  ${name.padStart(10)}  ${value}`);
  }
  await output.flush();
}
