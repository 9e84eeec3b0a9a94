/** `neardup collection create` and `neardup collection add`: documents go in, each with an answer. */
import {
  type AddAnswer,
  type AddSummary,
  createCollection,
  isClusterAddress,
  NeardupError,
  texts,
  visible,
} from '../../../../index.ts';
import { Output } from '../../output.ts';
import type { Action, LibraryOptions, OwnOptions } from '../../program.ts';
import { grouped, Terminal } from '../../terminal.ts';
import {
  ADDING,
  CLUSTER,
  LAYOUT,
  pick,
  READING,
  refuseWithoutDocuments,
  SETTINGS_OPTIONS,
  THREADS,
} from './options.ts';
import { refuseOfCluster, withAnyCollection } from './with-collection.ts';

export const createCommand: Action = async ([folder, ...inputs], options, own) => {
  if (inputs.length === 0) refuseWithoutDocuments(options, { ...READING, ...ADDING });
  // only checks the options: there must be no collection if they are wrong
  else texts(inputs, pick(options, READING));
  await createAt(folder, options);
  return inputs.length > 0 ? addInputs(folder, inputs, options, own) : 0;
};

async function createAt(place: string, options: LibraryOptions): Promise<void> {
  const settings = pick(options, SETTINGS_OPTIONS);
  if (isClusterAddress(place)) {
    const { createClusterCollection } = await import('../../../../opensearch/index.ts');
    const running = pick(options, { ...THREADS, ...CLUSTER });
    const layout = pick(options, LAYOUT);
    return (await createClusterCollection(place, { ...settings, ...layout }, running)).close();
  }
  refuseOfCluster(options, { ...CLUSTER, ...LAYOUT });
  return (await createCollection(place, settings, pick(options, THREADS))).close();
}

export const addCommand: Action = async ([folder, ...inputs], options, own) => {
  if (inputs.length === 0) throw new NeardupError('NO_INPUT', 'Expected documents to add, got none.');
  return addInputs(folder, inputs, options, own);
};

async function addInputs(
  folder: string,
  inputs: readonly string[],
  options: LibraryOptions,
  own: OwnOptions,
): Promise<number> {
  const terminal = new Terminal(own);
  const output = new Output();
  try {
    const { onProblem, onProgress } = terminal.callbacks();
    const summary = await withAnyCollection(
      folder,
      options,
      { ...pick(options, THREADS), onProgress },
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
        return run.summary;
      },
    );
    terminal.clear();
    if (own.json === true) await output.json({ summary });
    else await output.line(sumUp(summary));
    await output.flush();
    return summary.failed + summary.refused > 0 ? 2 : 0;
  } finally {
    await terminal.finish();
  }
}

/** People are shown only duplicates and failures. */
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
