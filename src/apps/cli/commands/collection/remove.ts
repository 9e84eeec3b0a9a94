/** `neardup collection remove`: documents go, by id, by the beginning of their ids, or by age. */
import { NeardupError, visible } from '../../../../index.ts';
import { Output } from '../../output.ts';
import type { Action } from '../../program.ts';
import { grouped, Terminal } from '../../terminal.ts';
import { FILTERS, pick, THREADS } from './options.ts';
import { withAnyCollection } from './with-collection.ts';

export const removeCommand: Action = async ([folder, ...ids], options, own) => {
  const isFiltered = Object.keys(FILTERS).some((name) => options[name] !== undefined);
  if (ids.length === 0 && !isFiltered) {
    throw new NeardupError('NO_INPUT', 'Expected ids of documents to remove, got none.', {
      advice: 'Give ids, or --prefix, --unseen-since or --expired.',
    });
  }
  const terminal = new Terminal(own);
  const output = new Output();
  try {
    const { onProgress } = terminal.callbacks();
    const opening = { ...pick(options, THREADS), onProgress };
    const { answers, byFilter, commit } = await withAnyCollection(
      folder,
      options,
      opening,
      async (collection) => ({
        answers: await collection.remove(ids),
        byFilter: isFiltered ? await collection.removeWhere(pick(options, FILTERS)) : 0,
        commit: (await collection.info()).commit,
      }),
    );
    terminal.clear();
    const removed = answers.filter(({ state }) => state === 'removed').length + byFilter;
    const missing = answers.filter(({ state }) => state === 'missing');
    const summary = { removed, missing: missing.length, commit };
    if (own.json === true) {
      for (const answer of answers) await output.json(answer);
      await output.json({ summary });
    } else {
      for (const { id } of missing) await output.line(`missing  ${visible(id)}`);
      await output.line(
        `${grouped(removed)} document${removed === 1 ? '' : 's'} removed; commit ${summary.commit}`,
      );
    }
    await output.flush();
    return missing.length > 0 ? 2 : 0;
  } finally {
    await terminal.finish();
  }
};
