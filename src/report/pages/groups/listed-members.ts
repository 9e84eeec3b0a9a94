/** Which removed documents a page lists if it has no room for all: the least alike, because these should be checked before the others. */
import type { Group, Removed } from '../../../answers/copies.ts';
import { shownResemblance } from '../../numbers.ts';

/** Steps of resemblance between 0 and 1: as many as the page tells apart. */
const STEPS = 10_000;

/** Gives the listed members of a group. It must be called with the same groups in the same order: of equally alike ones the first are listed. */
export type ListedMembers = (group: Group) => readonly Removed[];

export function listedMembers(groups: Iterable<Group>, most: number): ListedMembers {
  const counts = new Array<number>(STEPS + 1).fill(0);
  for (const { members } of groups) for (const member of members) counts[stepOf(member)]++;
  // the first step whose members are not all listed, and how many of them are
  let border = 0;
  let left = most;
  while (border <= STEPS && counts[border] <= left) left -= counts[border++];
  return ({ members }) =>
    members.filter((member) => {
      const step = stepOf(member);
      return step === border ? left-- > 0 : step < border;
    });
}

function stepOf(member: Removed): number {
  return Math.round(shownResemblance(member) * STEPS);
}
