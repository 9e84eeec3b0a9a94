/**
 * An engine of many machines in a few lines: what Spark does with shuffles and joins is done here with maps and sorts. Documents and
 * components are cut into parts, and every part goes through a stage of its own.
 */
import type { Removed, StageName } from '../../src/index.ts';
import { runStage } from '../../src/index.ts';

/** A line of a file, and what a keep policy may want to know of the file. */
export interface Line {
  readonly place: string;
  readonly line: string;
  readonly reference: boolean;
  readonly modified: number;
  readonly size: number;
}

/** Cuts rows into parts. */
export type Cut = <T>(rows: readonly T[]) => T[][];

/** A row of a stage, as JSON. */
interface Row {
  readonly [column: string]: unknown;
  readonly number: number;
  readonly hash: string;
  readonly keys: readonly number[];
  readonly words?: number;
  readonly id?: string;
  readonly kept?: number;
  readonly truncated?: number;
}

/** The removed documents, as `dedup` gives them, and the counts of its summary. */
export async function dedupInStages(lines: readonly Line[], options: EngineOptions, cut: Cut) {
  const stages = new Stages(options, cut);
  const found = await stages.inParts(
    'keys',
    cut(lines.map(({ line, reference }, number) => ({ number, line, reference }))),
  );
  const documents = found.filter(({ words }) => words !== undefined);
  const ids = await uniqueIds(documents, lines, stages);

  // equal texts are one; the first of them in keep order stands for all
  const compare = keepOrder(documents, lines, options.keep);
  const compared = documents.filter(({ hash }) => hash !== undefined).sort(compare);
  const texts = [...groupBy(compared, ({ hash }) => hash).values()];

  // texts that share a band key are connected
  const posts = texts.flatMap(([{ number, keys }]) =>
    keys.map((key, band) => ({ at: `${band} ${key}`, number })),
  );
  const edges = [...groupBy(posts, ({ at }) => at).values()].flatMap(([first, ...others]) =>
    others.map(({ number }) => ({ a: number, b: first.number })),
  );
  const components = new Map(
    (await stages.run('components', edges)).map(({ number, component }) => [number, component as number]),
  );

  // the texts of a component go together, in keep order
  const rows = texts.flatMap(([{ number, hash, text }]) =>
    components.has(number)
      ? [{ component: components.get(number)!, number, reference: lines[number].reference, hash, text }]
      : [],
  );
  const parts = cut([...groupBy(rows, ({ component }) => component).values()]).map((some) =>
    some.sort(([a], [b]) => a.component - b.component).flat(),
  );
  const decided = await stages.inParts('verify', parts);
  const proofs = new Map(decided.filter(({ kept }) => kept !== undefined).map((row) => [row.number, row]));

  // every document of a text that goes, or that is not the best of its text, is removed
  const gone = texts
    .flatMap((members) => {
      const proof = proofs.get(members[0].number);
      return members.map(({ number }) => ({ number, kept: proof?.kept ?? members[0].number, proof }));
    })
    .filter(({ number, kept }) => number !== kept && !lines[number].reference)
    .filter(({ kept }) => options.onlyAgainst !== true || lines[kept].reference)
    .sort((a, b) => a.number - b.number);
  const heads = [...new Set(gone.map(({ kept }) => kept))].sort((a, b) => a - b);
  const removed = gone.map(({ number, kept, proof }) => ({
    id: ids.get(number)!,
    keptId: ids.get(kept)!,
    resemblance: proof?.resemblance ?? 1,
    containment: { inKept: proof?.inKept ?? 1, ofKept: proof?.ofKept ?? 1 },
    distance: proof?.distance ?? 0,
    identical: proof === undefined,
    group: heads.indexOf(kept) + 1,
    ...(lines[kept].reference && { reference: true as const }),
  })) as Removed[];
  const own = documents.filter(({ number }) => !lines[number].reference);
  const short = own.filter(({ words = 0, hash }) => words > 0 && hash === undefined).length;
  const counts = {
    documents: own.length,
    kept: own.length - removed.length,
    removed: removed.length,
    groups: heads.length,
    truncated: decided.reduce((sum, { truncated = 0 }) => sum + truncated, 0),
    empty: own.filter(({ words }) => words === 0).length,
    unreadable: found.filter(({ problem }) => problem !== undefined).length,
    ...(short > 0 && { short }),
  };
  return { removed, counts };
}

export interface EngineOptions {
  readonly keep: string;
  readonly onlyAgainst?: boolean;
  /** Other options of `dedup`. */
  readonly [option: string]: unknown;
}

/** Runs stages in this process; the scheme of one is handed on to the next. */
class Stages {
  private scheme: string | undefined;

  constructor(
    private readonly options: EngineOptions,
    private readonly cut: Cut,
  ) {}

  async run(stage: StageName, rows: readonly object[]): Promise<Row[]> {
    const bytes = Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    const run = { stage, format: 'lines', options: this.options, scheme: this.scheme };
    let output = '';
    for await (const part of runStage(run, chunks(this.cut([...bytes])))) output += Buffer.from(part);
    const [first, ...found] = output
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    this.scheme = first.neardup;
    return found;
  }

  async inParts(stage: StageName, parts: readonly (readonly object[])[]): Promise<Row[]> {
    const found: Row[] = [];
    for (const rows of parts) found.push(...(await this.run(stage, rows)));
    return found;
  }
}

async function* chunks(parts: readonly number[][]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield Uint8Array.from(part);
}

/** Ids of the reference and of the input are unique each. */
async function uniqueIds(documents: readonly Row[], lines: readonly Line[], stages: Stages) {
  const rows = documents.map(({ number, id }) => {
    const { place, reference } = lines[number];
    return { number, id: id ?? place, given: id !== undefined, place, reference: Number(reference) };
  });
  return new Map((await stages.run('ids', rows)).map(({ number, id }) => [number, id!]));
}

/** The reference first, then by policy, then by input. */
function keepOrder(documents: readonly Row[], lines: readonly Line[], keep: string) {
  const isDown = /^(longest|newest|largest|max:|last)/.test(keep);
  const valued = documents.filter(({ number }) => !lines[number].reference);
  const kinds = ['keepNumber', 'keepDate', 'keepText'];
  const values = (kind: string) => valued.filter((row) => row[kind] !== undefined).length;
  const most = Math.max(...kinds.map(values));
  const whole = kinds.filter((kind) => values(kind) === most);
  const kind = whole.includes('keepDate') && /date/.test(keep) ? 'keepDate' : whole[0];
  const value = (row: Row): unknown => {
    if (/^(first|last)$/.test(keep)) return row.number;
    if (/^(longest|shortest)$/.test(keep)) return row.words;
    if (keep === 'largest') return lines[row.number].size;
    return /^(newest|oldest)$/.test(keep) ? lines[row.number].modified : row[kind];
  };
  const order = (a: unknown, b: unknown) => {
    if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
    return a === b ? 0 : (a as number) < (b as number) === isDown ? 1 : -1;
  };
  return (a: Row, b: Row) => {
    const [aFirst, bFirst] = [lines[a.number].reference, lines[b.number].reference];
    if (aFirst || bFirst) return Number(bFirst) - Number(aFirst) || a.number - b.number;
    return order(value(a), value(b)) || a.number - b.number;
  };
}

function groupBy<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
