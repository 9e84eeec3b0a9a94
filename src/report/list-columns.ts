/** The columns of the lists that `dedup`, `pairs`, `groups`, `trim`, `decontaminate` and `compare --all` write as CSV and TSV. */
import type { Group, Pair, Removed } from '../answers/copies.ts';
import type { Disguises } from '../answers/disguises.ts';
import type { Cut, FoundItem, KeptPlace, Trimmed } from '../answers/repeats.ts';
import type { ShownValues } from '../document.ts';
import { describeDisguises } from './disguises.ts';
import { SHARING_COLUMNS, type SharingFacts, sharingRow } from './sharing-table.ts';

/** A table of results: its columns, and the rows of each result. */
export interface ListTable<T> {
  readonly columns: readonly string[];
  rowsOf(result: T): readonly (readonly unknown[])[];
}

const EVIDENCE_COLUMNS = ['resemblance', 'inKept', 'ofKept', 'distance', 'identical', 'sameBytes'];
const evidence = ({ resemblance, containment, distance, identical, sameBytes }: Removed) =>
  [resemblance, containment.inKept, containment.ofKept, distance, identical, sameBytes] as const;

/** The tables, with a column for each field that is shown of a document. */
export const LIST_TABLES = {
  pairs: (fields: readonly string[]) => ({
    columns: [
      ...['a', 'b', 'resemblance', 'aInB', 'bInA', 'distance', 'identical', 'sameBytes'],
      ...['aDisguises', 'bDisguises'],
      ...under('a', fields),
      ...under('b', fields),
    ],
    rowsOf: ({ a, b, resemblance, containment, distance, identical, sameBytes, ...shown }: Pair) => [
      [
        ...[a, b, resemblance, containment.aInB, containment.bInA, distance, identical, sameBytes],
        ...[described(shown.disguises?.a), described(shown.disguises?.b)],
        ...valuesOf(shown.aFields, fields),
        ...valuesOf(shown.bFields, fields),
      ],
    ],
  }),
  /** The kept document is a row, too: a group can be sorted and filtered as a whole. */
  groups: (fields: readonly string[]) => ({
    columns: ['group', 'role', 'id', 'keptId', ...EVIDENCE_COLUMNS, 'disguises', ...under('id', fields)],
    rowsOf: ({ group, kept, members, keptDisguises, keptFields }: Group) => [
      [
        ...[group, 'kept', kept, '', ...EVIDENCE_COLUMNS.map(() => ''), described(keptDisguises)],
        ...valuesOf(keptFields, fields),
      ],
      ...members.map((member) => [
        ...[group, 'copy', member.id, kept, ...evidence(member), described(member.disguises)],
        ...valuesOf(member.fields, fields),
      ]),
    ],
  }),
  removed: (fields: readonly string[]) => ({
    columns: [
      ...['id', 'keptId', ...EVIDENCE_COLUMNS, 'group', 'reference', 'disguises', 'keptDisguises'],
      ...under('id', fields),
      ...under('keptId', fields),
    ],
    rowsOf: (removed: Removed) => [
      [
        ...[removed.id, removed.keptId, ...evidence(removed), removed.group, removed.reference],
        ...[described(removed.disguises), described(removed.keptDisguises)],
        ...valuesOf(removed.fields, fields),
        ...valuesOf(removed.keptFields, fields),
      ],
    ],
  }),
  /** A row for every place at which words of a cut have stayed. */
  cuts: (fields: readonly string[]) => ({
    columns: [
      ...['id', 'start', 'end', 'words', 'keptId', 'keptStart', 'keptEnd', 'keptWords', 'reference'],
      ...['left', 'removed', ...under('id', fields)],
    ],
    rowsOf: ({ id, cuts, left, removed, fields: shown }: Trimmed) =>
      cuts.flatMap((cut) =>
        keptPlacesOf(cut).map((kept) => [
          ...[id, cut.start, cut.end, cut.words, kept.id, kept.start, kept.end, kept.words, kept.reference],
          ...[left, removed, ...valuesOf(shown, fields)],
        ]),
      ),
  }),
  /** A row for every place where words of an item stand. */
  items: (fields: readonly string[]) => ({
    columns: [
      ...['id', 'suite', 'item', 'share', 'ownShare', 'longest', 'contaminated', 'start', 'end', 'words'],
      ...['removed', ...under('id', fields)],
    ],
    rowsOf: ({ id, suite, item, spans, removed, fields: shown, ...found }: FoundItem) =>
      spans.map(({ start, end, words }) => [
        ...[id, suite, item, found.share, found.ownShare, found.longest, found.contaminated],
        ...[start, end, words, removed, ...valuesOf(shown, fields)],
      ]),
  }),
  sharing: {
    columns: SHARING_COLUMNS,
    rowsOf: (pair: SharingFacts) => [sharingRow(pair)],
  },
} as const;

function described(disguises: Disguises | undefined): string | undefined {
  return disguises && describeDisguises(disguises);
}

/** One, and unknown, if no place stays. */
function keptPlacesOf({ from = [], known = [] }: Cut): Partial<KeptPlace>[] {
  const places = [...from, ...known.map(({ id, words }) => ({ id, words }))];
  return places.length === 0 ? [{}] : places;
}

/** @param column Of the id of the document. */
function under(column: string, fields: readonly string[]): string[] {
  return fields.map((field) => `${column}.${field}`);
}

function valuesOf(shown: ShownValues | undefined, fields: readonly string[]): unknown[] {
  const own = shown ?? {};
  return fields.map((field) => (Object.hasOwn(own, field) ? own[field] : undefined));
}
