/** `neardup collection`: chooses the action, and refuses options that it does not look at. */
import { NeardupError } from '../../../index.ts';
import { flagName } from '../flag-names.ts';
import type { Action, LibraryOptions, OwnOptions } from '../program.ts';
import { addAction, createAction } from './collection/add.ts';
import { checkAction } from './collection/check.ts';
import { groupsAction } from './collection/groups.ts';
import { backupAction, exportAction, infoAction, mergeAction, repairAction } from './collection/keep.ts';
import { removeAction } from './collection/remove.ts';
import { searchAction } from './collection/search.ts';
import { sourcesAction } from './collection/sources.ts';
import { watchAction } from './collection/watch.ts';

/** One action: `neardup collection NAME DIR …`. */
export interface CollectionAction {
  /** The options it looks at, besides `threads`, `json` and `quiet`. */
  readonly options: readonly string[];
  run(folder: string, rest: string[], options: LibraryOptions, own: OwnOptions): Promise<number>;
}

export const ACTIONS: Readonly<Record<string, CollectionAction>> = {
  create: createAction,
  add: addAction,
  remove: removeAction,
  check: checkAction,
  sources: sourcesAction,
  search: searchAction,
  groups: groupsAction,
  watch: watchAction,
  info: infoAction,
  merge: mergeAction,
  backup: backupAction,
  repair: repairAction,
  export: exportAction,
};

export const collectionCommand: Action = async ([name, folder, ...rest], options, own) => {
  const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
  if (action === undefined) {
    const names = Object.keys(ACTIONS);
    const expected = `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
    throw new NeardupError('BAD_OPTION', `Expected ${expected}, got \`${name}\`.`);
  }
  if (folder === undefined) {
    throw new NeardupError(
      'BAD_OPTION',
      `Expected the folder of a collection after \`${name}\`, got nothing.`,
    );
  }
  const { exitCode, full, html } = own;
  for (const [option, value] of Object.entries({ ...options, exitCode, full, html })) {
    if (value === undefined || option === 'threads' || action.options.includes(option)) continue;
    const message = `${flagName({ option })} has no effect: \`collection ${name}\` does not look at it.`;
    throw new NeardupError('BAD_OPTION', message, { option, advice: 'Leave it out.' });
  }
  return action.run(folder, rest, options, own);
};
