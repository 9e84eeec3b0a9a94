/** The groups inside the page, read from the rows that the writer made. Their texts are parsed when first asked for. */
import { hasElement, readIsland } from '../../browser/find.ts';
import type { GroupRow, MemberRow, TextRow } from '../rows.ts';

export interface ReportedGroup {
  readonly number: number;
  /** Id of the kept document. */
  readonly kept: string;
  /** The kept document's fields shown beside its id, if any. */
  readonly shown: string | undefined;
  /** The least alike first. */
  readonly members: readonly Member[];
  /** Members that the page does not list. */
  readonly unlisted: number;
  /** Lowest and highest resemblance of its members. */
  readonly lowest: number;
  readonly highest: number;
  /** The text of one of its documents, if the page has it. */
  textOf(id: string): ReportedText | undefined;
}

export interface Member {
  readonly id: string;
  /** 1 for identical texts only. */
  readonly resemblance: number;
  /** The member's share that is in the kept document, and the kept document's share that is in the member. */
  readonly inKept: number;
  readonly ofKept: number;
  /** Bits in which the fingerprints differ. */
  readonly distance: number;
  /** It has the same bytes as the kept document. */
  readonly isSameFile: boolean;
  /** The fields shown beside its id, if any. */
  readonly shown: string | undefined;
}

export interface ReportedText {
  readonly id: string;
  /** Undefined if the part on the page is the same as the kept document's, letter for letter. */
  readonly text: string | undefined;
  readonly lang: string;
  /** Length of the whole text if the page holds only its beginning, otherwise 0. */
  readonly uncutLength: number;
}

export function readGroups(): ReportedGroup[] {
  const groups: ReportedGroup[] = [];
  for (let portion = 0; hasElement(`groups-${portion}`); portion++) {
    const texts = lazyTexts(portion);
    for (const row of readIsland<GroupRow[]>(`groups-${portion}`))
      groups.push(groupOf(row, (id) => texts().get(id)));
  }
  return groups;
}

function groupOf(
  [number, kept, rows, unlisted, shown]: GroupRow,
  textOf: (id: string) => ReportedText | undefined,
): ReportedGroup {
  // the least alike first: of a large group, these should be looked at, and printed, before the others
  const members = rows.map(memberOf).sort((a, b) => a.resemblance - b.resemblance);
  // a large group has more scores than a call may have arguments
  const lowest = members.reduce((least, { resemblance }) => Math.min(least, resemblance), 1);
  const highest = members.reduce((most, { resemblance }) => Math.max(most, resemblance), 0);
  return { number, kept, shown, members, unlisted, lowest, highest, textOf };
}

function memberOf([id, resemblance, inKept, ofKept, distance, sameFile, shown]: MemberRow): Member {
  return { id, resemblance, inKept, ofKept, distance, isSameFile: sameFile === 1, shown };
}

function lazyTexts(portion: number): () => ReadonlyMap<string, ReportedText> {
  let texts: ReadonlyMap<string, ReportedText> | undefined;
  return () => {
    texts ??= new Map(readIsland<TextRow[]>(`texts-${portion}`).map((row) => [row[0], textOf(row)]));
    return texts;
  };
}

function textOf([id, text, lang, uncutLength]: TextRow): ReportedText {
  return { id, text: text === 0 ? undefined : text, lang, uncutLength };
}
