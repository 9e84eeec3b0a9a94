/**
 * Lists of results as files: JSON lines as `--json` prints them, or a table for a spreadsheet. A table begins with a byte order mark,
 * without which Excel takes UTF-8 for the charset of its country, and no cell is taken for a formula.
 */
import { NeardupError } from '../errors.ts';
import type {
  Cut,
  Disguises,
  FoundItem,
  Group,
  KeptPlace,
  Pair,
  Removed,
  ShownValues,
  Trimmed,
} from '../results.ts';
import {
  type AtomicFile,
  atomicFile,
  BYTE_ORDER_MARK,
  cellOf,
  type Delimiter,
  formatOfPath,
  formatRow,
  writtenEndings,
} from '../write/index.ts';
import { describeDisguises } from './disguises.ts';
import { SHARING_COLUMNS, type SharingFacts, sharingRow } from './sharing-table.ts';

/** A table of results: its columns, and the rows of each result. */
interface Table<T> {
  readonly columns: readonly string[];
  rowsOf(result: T): readonly (readonly unknown[])[];
}

const EVIDENCE_COLUMNS = ['resemblance', 'inKept', 'ofKept', 'distance', 'identical', 'sameBytes'];
const evidence = ({ resemblance, containment, distance, identical, sameBytes }: Removed) =>
  [resemblance, containment.inKept, containment.ofKept, distance, identical, sameBytes] as const;

/** The tables, with a column for each field that is shown of a document. */
export const RESULT_TABLES = {
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

export class ResultFile<T> {
  private constructor(
    private readonly file: AtomicFile,
    private readonly linesOf: (result: T) => string,
    private heading: string,
  ) {}

  /** Opens the file; a path whose ending names no format is refused. @param option Whose path it is. */
  static async open<T>(path: string, table: Table<T>, option: string): Promise<ResultFile<T>> {
    const format = formatOfPath(path, 'lists');
    if (format === undefined) {
      throw new NeardupError(
        'OUTPUT_FORMAT',
        `Expected the path to end in one of ${writtenEndings('lists')}, got \`${path}\`.`,
        { option, advice: 'Name the file *.csv for a spreadsheet, *.jsonl for another program.' },
      );
    }
    const file = await atomicFile(path);
    if (format === 'jsonl') return new ResultFile<T>(file, (result) => `${JSON.stringify(result)}\n`, '');
    const delimiter: Delimiter = format === 'csv' ? ',' : '\t';
    const line = (cells: readonly unknown[]) =>
      `${formatRow(
        table.columns.map((_, i) => cellOf(cells[i])),
        delimiter,
      )}\n`;
    const linesOf = (result: T) => table.rowsOf(result).map(line).join('');
    // Excel asks for the mark to take CSV for UTF-8; programs that read TSV take it for a part of the first name
    const mark = format === 'csv' ? BYTE_ORDER_MARK : '';
    return new ResultFile<T>(file, linesOf, mark + line(table.columns));
  }

  async write(result: T): Promise<void> {
    await this.writeHeading();
    await this.file.write(this.linesOf(result));
  }

  async prepare(): Promise<void> {
    await this.writeHeading();
    await this.file.prepare();
  }

  async commit(): Promise<void> {
    await this.file.commit();
  }

  async abort(): Promise<void> {
    await this.file.abort();
  }

  private async writeHeading(): Promise<void> {
    if (this.heading !== '') await this.file.write(this.heading);
    this.heading = '';
  }
}
