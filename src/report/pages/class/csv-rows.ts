/** The pairs of a class as a table for people, in the words of the page: what is shown is what is exported. */
import type { UnreadFile } from '../../../answers/comparisons.ts';
import { type SharingFacts, sharingRow } from '../../sharing-table.ts';
import { reasonTold } from '../reasons.ts';
import { say } from '../say.ts';
import type { PairRow } from './rows.ts';

export interface CsvPair extends SharingFacts, Pick<PairRow, 'disguises' | 'state' | 'note'> {}

/** @param unread Files that are in no pair: they come last. Names are those that are shown. */
export function csvRows(pairs: readonly CsvPair[], unread: readonly UnreadFile[]): (readonly unknown[])[] {
  const yes = (is: unknown) => (is === true ? say.yes : '');
  const rows = pairs.map((pair) => {
    const [a, b, ofA, ofB, passages, words, wordsA, wordsB, identical, inLibrary] = sharingRow(pair);
    const shares = [ofA, ofB].map((share) => say.percent(share as number));
    const { disguises = {}, state, note } = pair;
    const disguised = [disguises.a && a, disguises.b && b].filter((name) => name !== undefined).join(', ');
    return [
      ...[a, b, ...shares, passages, words, wordsA, wordsB, yes(identical), yes(inLibrary), disguised],
      ...[state === undefined ? '' : say.verdicts[state], note],
    ];
  });
  const empty = new Array<string>(say.csvColumns.length - 2).fill('');
  return [
    say.csvColumns,
    ...rows,
    ...unread.map(({ source, reason }) => [source, ...empty, say.notReadBecause(reasonTold(reason))]),
  ];
}
