/** `neardup collection info`, `merge` and `export`: how a collection is, and how it is kept in order. */
import { type CollectionInfo, openCollection } from '../../../../index.ts';
import { Output } from '../../output.ts';
import type { OwnOptions } from '../../program.ts';
import { Terminal } from '../../terminal.ts';
import type { CollectionAction } from '../collection.ts';
import { noMore, pick } from './options.ts';

export const infoAction: CollectionAction = {
  options: [],
  async run(folder, rest, _options, own) {
    noMore('info', rest);
    await using collection = await openCollection(folder, { readOnly: true, threads: 1 });
    await print(collection.info(), own);
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
      await using collection = await openCollection(folder, { ...pick(options, ['threads']), onProgress });
      await collection.merge();
      terminal.clear();
      await print(collection.info(), own);
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
    await using collection = await openCollection(folder, { readOnly: true, threads: 1 });
    for await (const { seen: _, meta, ...document } of collection.documents(pick(options, ['prefix']))) {
      await output.json({ ...meta, ...document });
    }
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
