/** `neardup collection check`: which stored documents are documents near-duplicates of? */
import { type CheckAnswer, formatPair, NeardupError } from '../../../../index.ts';
import { Output } from '../../output.ts';
import type { Action } from '../../program.ts';
import { grouped, Terminal } from '../../terminal.ts';
import { usesColor } from '../../uses-color.ts';
import { CHECKING, pick, READING, refuseWithoutDocuments, THREADS } from './options.ts';
import { withAnyCollection } from './with-collection.ts';

export const checkCommand: Action = async ([folder, ...inputs], options, own) => {
  const ids = (options.id ?? []) as readonly string[];
  if (inputs.length === 0 && ids.length === 0) {
    throw new NeardupError('NO_INPUT', 'Expected documents to check, got none.', {
      advice: 'Give files, - for standard input, or --id ID for a document of the collection.',
    });
  }
  if (inputs.length === 0) refuseWithoutDocuments(options, READING);
  const terminal = new Terminal(own);
  const output = new Output();
  const format = { color: usesColor() };
  const counts = { documents: 0, duplicates: 0, truncated: 0 };
  const print = async (answer: CheckAnswer & { readonly id: string }) => {
    counts.documents++;
    if (answer.pairs.length > 0) counts.duplicates++;
    if (answer.truncated) counts.truncated++;
    terminal.clear();
    const { id, pairs, candidates, truncated } = answer;
    if (own.json === true) await output.json({ id, pairs, candidates, truncated });
    else for (const pair of pairs) await output.line(formatPair(pair, format));
  };
  try {
    const { onProblem, onProgress } = terminal.callbacks();
    const opening = { readOnly: true, ...pick(options, THREADS), onProgress };
    const summary = await withAnyCollection(folder, options, opening, async (collection) => {
      const asked = pick(options, CHECKING);
      for (const id of ids) await print({ id, ...(await collection.check({ id }, asked)) });
      if (inputs.length > 0) {
        const reading = { ...pick(options, READING), onProblem };
        for await (const answer of collection.checkFrom(inputs, asked, reading)) await print(answer);
      }
      const { documents: stored, commit } = await collection.info();
      return { ...counts, stored, commit };
    });
    terminal.truncated(counts.truncated);
    if (own.json === true) await output.json({ summary });
    else {
      const { documents, duplicates, stored, commit } = summary;
      const found = `${grouped(duplicates)} of ${grouped(documents)}`;
      await output.line(`\n${found} are near-duplicates of one of ${grouped(stored)}; commit ${commit}`);
    }
    await output.flush();
    if (terminal.problems > 0) return 2;
    return own.exitCode === true && counts.duplicates > 0 ? 1 : 0;
  } finally {
    await terminal.finish();
  }
};
