/** `neardup collection create` and `neardup collection add`: documents go in, each with an answer. */
import {
  type AddAnswer,
  type AddSummary,
  createCollection,
  NeardupError,
  texts,
  visible,
} from '../../../../index.ts';
import { Output } from '../../output.ts';
import type { LibraryOptions, OwnOptions } from '../../program.ts';
import { grouped, Terminal } from '../../terminal.ts';
import type { CollectionAction } from '../collection.ts';
import { missingFromIndex, settingsFromIndex } from './from-index.ts';
import { ADDING, pick, READING, refuseWithoutDocuments, SETTINGS } from './options.ts';
import { withCollection } from './with-collection.ts';

/** Documents of an index that are named if they were not found again. */
const MOST_NAMED = 10;

export const createAction: CollectionAction = {
  options: [...SETTINGS, ...READING, ...ADDING, 'fromIndex'],
  async run(folder, inputs, options, own) {
    const given = pick(options, SETTINGS);
    if (inputs.length === 0) refuseWithoutDocuments(options, [...READING, ...ADDING]);
    // only checks the options: there must be no collection if they are wrong
    else texts(inputs, pick(options, READING));
    const { fromIndex } = options as { readonly fromIndex?: string };
    const settings = fromIndex === undefined ? given : await settingsFromIndex(fromIndex, inputs, given);
    const collection = await createCollection(folder, settings, pick(options, ['threads']));
    await collection.close();
    return inputs.length > 0 ? addInputs(folder, inputs, options, own) : 0;
  },
};

export const addAction: CollectionAction = {
  options: [...READING, ...ADDING],
  async run(folder, inputs, options, own) {
    if (inputs.length === 0) throw new NeardupError('NO_INPUT', 'Expected documents to add, got none.');
    return addInputs(folder, inputs, options, own);
  },
};

async function addInputs(
  folder: string,
  inputs: readonly string[],
  options: LibraryOptions,
  own: OwnOptions,
): Promise<number> {
  const terminal = new Terminal(own.quiet === true);
  const output = new Output();
  let missing: string[] = [];
  try {
    const { onProblem, onProgress } = terminal.callbacks();
    const summary = await withCollection(
      folder,
      { ...pick(options, ['threads']), onProgress },
      async (collection) => {
        const run = collection.addFrom(inputs, pick(options, ADDING), {
          ...pick(options, READING),
          onProblem,
        });
        let documents = 0;
        for await (const answer of run) {
          onProgress({ stage: 'read', documents: ++documents });
          if (own.json === true) await output.json(answer);
          else if (isWorthALine(answer)) {
            terminal.clear();
            await output.line(lineOf(answer));
          }
        }
        const { fromIndex } = options as { readonly fromIndex?: string };
        if (fromIndex !== undefined) missing = await missingFromIndex(fromIndex, collection);
        return run.summary;
      },
    );
    terminal.clear();
    if (own.json === true) await output.json({ summary });
    else await output.line(sumUp(summary));
    await output.flush();
    for (const id of missing.slice(0, MOST_NAMED)) terminal.note(`\`${id}\` of the index was not among them`);
    if (missing.length > MOST_NAMED) terminal.note(`nor were ${missing.length - MOST_NAMED} others`);
    return summary.failed + summary.refused + missing.length > 0 ? 2 : 0;
  } finally {
    terminal.finish();
  }
}

/** A person wants to see what was not simply stored. */
function isWorthALine({ state, duplicateOf }: AddAnswer): boolean {
  return duplicateOf !== undefined || state === 'failed';
}

function lineOf({ id, state, duplicateOf, reason }: AddAnswer): string {
  if (duplicateOf === undefined) return `${state.padEnd(9)}  ${visible(id)}: ${visible(reason ?? '')}`;
  const share = `${(100 * duplicateOf.resemblance).toFixed(1)}%`;
  return `${state.padEnd(9)}  ${share.padStart(6)}  ${visible(id)} ~ ${visible(duplicateOf.b)}`;
}

function sumUp({ documents, commit, seconds, ...counts }: AddSummary): string {
  const parts = Object.entries(counts).filter(([, count]) => count > 0);
  const list = parts.map(([name, count]) => `${grouped(count)} ${name}`).join(', ');
  return `\n${grouped(documents)} ${documents === 1 ? 'document' : 'documents'}: ${list || 'nothing to do'}; commit ${commit}; ${seconds} s`;
}
