/** `trim` and `decontaminate` in stages: what Spark does with shuffles is done here with maps, and the answers are those of one machine. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decontaminate, runStage, type StageName, trim } from '../../src/index.ts';
import { random } from './random-corpus.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'stages-passages-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

interface Row {
  readonly [column: string]: unknown;
  readonly number: number;
}

/** Runs a stage over rows, in as many processes as there are parts. */
class Stages {
  private scheme: string | undefined;

  constructor(private readonly options: object) {}

  async run(stage: StageName, ...parts: readonly (readonly object[])[]): Promise<Row[]> {
    const found: Row[] = [];
    for (const rows of parts) {
      const bytes = Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
      let output = '';
      const run = { stage, format: 'lines', options: this.options, scheme: this.scheme };
      for await (const part of runStage(run, oneChunk(bytes))) output += Buffer.from(part);
      const [first, ...lines] = output
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
      this.scheme = first.neardup;
      found.push(...lines);
    }
    return found;
  }
}

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

function groups<T>(rows: readonly T[], keyOf: (row: T) => unknown): T[][] {
  const found = new Map<unknown, T[]>();
  for (const row of rows) found.set(keyOf(row), [...(found.get(keyOf(row)) ?? []), row]);
  return [...found.values()];
}

const halves = <T>(rows: readonly T[]): T[][] => [
  rows.slice(0, rows.length / 2),
  rows.slice(rows.length / 2),
];

/** The cuts of every document, as an engine of many machines finds them. */
async function trimInStages(lines: readonly string[], options: { copies?: number }) {
  const { copies = 2 } = options;
  const stages = new Stages(options);
  const documents = await stages.run('anchors', ...halves(lines.map((line, number) => ({ number, line }))));
  const texts = new Map(documents.map(({ number, text }) => [number, text]));

  // anchors that stand at as many places
  const anchors = documents.flatMap(({ number, anchors: all = [] }) =>
    (all as number[]).map((anchor, i) => ({ number, anchor, i })),
  );
  const marked = groups(anchors, ({ anchor }) => anchor).filter((same) => same.length >= copies);
  const byDocument = groups(marked.flat(), ({ number }) => number);
  const windows = await stages.run(
    'windows',
    ...halves(
      byDocument.map((some) => ({
        ...{ number: some[0].number, text: texts.get(some[0].number) },
        marked: some.map(({ i }) => i).join(','),
      })),
    ),
  );

  // the least place of each window
  const places = (window: Row) => [window.number, window.from] as const as readonly [number, number];
  const repeated = groups(windows, ({ key }) => key)
    .filter((same) => same.length >= copies)
    .flatMap((same) => {
      const [first, ...others] = same.sort(
        (a, b) => places(a)[0] - places(b)[0] || places(a)[1] - places(b)[1],
      );
      return others.map((window) => ({ window, first }));
    });
  const rows = groups(repeated, ({ window, first }) => `${window.number} ${first.number}`).map((some) => {
    const [{ window, first }] = some;
    return {
      ...{ number: window.number, text: texts.get(window.number) },
      ...{ source: first.number, sourceText: texts.get(first.number) },
      windows: some.map((each) => `${each.window.from}:${each.window.to}:${each.first.from}`).join(','),
    };
  });
  const sorted = groups(rows, ({ number }) => number).sort(([a], [b]) => a.number - b.number);
  const pieces = await stages.run('repeats', ...halves(sorted).map((some) => some.flat()));
  const kept = await stages.run('kept', pieces);
  const cut = await stages.run(
    'cut',
    ...halves(
      groups(kept, ({ number }) => number).map((some) => ({
        ...{ number: some[0].number, line: lines[some[0].number] },
        pieces: some
          .map(({ from, to, source, sourceFrom }) => `${from}:${to}:${source}:${sourceFrom}`)
          .join(','),
      })),
    ),
  );
  return cut.sort((a, b) => a.number - b.number);
}

/** Documents that share passages: pieces of a few texts, some of Chinese. */
function randomLines(seed: number): string[] {
  const next = random(seed);
  const pick = (count: number) => Math.floor(next() * count);
  const sentences = Array.from({ length: 12 }, (_, n) =>
    n % 4 === 3
      ? `${'很多人在河邊散步看日落'.slice(n % 5)}${n}。`
      : `S${n} ${Array.from({ length: 4 + pick(9) }, () => `w${pick(40)}`).join(' ')}.`,
  );
  return Array.from({ length: 40 }, (_, i) => {
    const some = Array.from({ length: pick(9) }, () => sentences[pick(sentences.length)]);
    const id = `d${i}`;
    return pick(20) === 0
      ? '{"id": 1'
      : JSON.stringify({ id, text: some.join(pick(2) === 0 ? ' ' : '\n\n') });
  });
}

describe('trim and decontaminate in stages', () => {
  it.each([1, 2, 3, 4])(
    'cuts and texts are those of one machine, and where words stayed (%i)',
    async (seed) => {
      const lines = randomLines(seed);
      const options = [{ least: 8 }, { least: 5, cut: 'words' }, { least: 6, copies: 3, leastLeft: 5 }][
        seed % 3
      ];
      const path = join(folder, `${seed}.jsonl`);
      writeFileSync(path, lines.join('\n'));
      const whole = await trim(path, { threads: 1, onProblem: () => {}, ...(options as object) }).toArray();
      const found = await trimInStages(lines, options);
      const shown = found.map(({ number, left, removed, cuts }) => ({
        id: `d${number}`,
        cuts: (
          JSON.parse(String(cuts)) as { start: number; end: number; words: number; from: number[][] }[]
        ).map(({ from, ...cut }) => ({
          ...cut,
          from: from.map(([document, , words]) => [`d${document}`, words]),
        })),
        left,
        ...(removed === 1 && { removed: true }),
      }));
      const expected = whole.map(({ cuts, ...rest }) => ({
        ...rest,
        cuts: cuts.map(({ from = [], ...cut }) => ({
          ...cut,
          from: from.map(({ id, words }) => [id, words]),
        })),
      }));
      expect(whole.length).toBeGreaterThan(10);
      expect(shown.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
      expect(shown).toEqual(expected);
      for (const { number, text, cuts } of found) {
        let given = (JSON.parse(lines[number]) as { text: string }).text;
        for (const { start, end } of (JSON.parse(String(cuts)) as { start: number; end: number }[]).reverse())
          given = given.slice(0, start) + given.slice(end);
        // where two words would become one, a space is between them
        expect(String(text).replaceAll(/\s/g, '')).toBe(given.replaceAll(/\s/g, ''));
      }
    },
  );

  it('items that stand in documents are those of one machine', async () => {
    const against = join(folder, 'items.jsonl');
    const question = (n: number) => `Which of the ${n} ferries of Velsk left the north pier in ${1900 + n}?`;
    const items = Array.from({ length: 20 }, (_, n) =>
      JSON.stringify({ id: `q${n}`, question: question(n) }),
    );
    writeFileSync(against, items.join('\n'));
    const lines = Array.from({ length: 50 }, (_, i) =>
      JSON.stringify({
        id: `d${i}`,
        text: `Text ${i}. ${i % 3 === 0 ? question(i % 20) : 'Nothing.'} The end.`,
      }),
    );
    const path = join(folder, 'documents.jsonl');
    writeFileSync(path, lines.join('\n'));
    const options = { against, itemFields: 'question' };
    const whole = await decontaminate(path, { threads: 1, ...options }).toArray();
    const rows = lines.map((line, number) => ({ number, line }));
    const found = await new Stages(options).run('items', ...halves(rows));
    expect(whole).toHaveLength(17);
    expect(
      found.map(({ number, suite, item, contaminated, found }) => ({
        ...{ id: `d${number}`, suite, item },
        ...(JSON.parse(String(found)) as object),
        contaminated: contaminated === 1,
      })),
    ).toEqual(whole);
  });

  it.each([
    ['anchors', { keep: 'longest' }, 'keep'],
    ['anchors', { output: 'x.jsonl' }, 'output'],
    ['items', { action: 'drop' }, 'action'],
    ['anchors', { least: 0 }, 'least'],
  ] as const)(
    '%s refuses options that the engine decides or that are wrong: %j',
    async (stage, options, name) => {
      await expect(new Stages(options).run(stage, [])).rejects.toMatchObject({
        code: 'BAD_OPTION',
        option: name,
      });
    },
  );

  it('rows of another length of passages never meet', async () => {
    const eight = new Stages({ least: 8 });
    await eight.run('anchors', [{ number: 0, line: '{"text":"a"}' }]);
    const scheme = (eight as unknown as { scheme: string }).scheme;
    const run = runStage(
      { stage: 'windows', format: 'lines', options: { least: 9 }, scheme },
      oneChunk(Buffer.from('')),
    );
    await expect(run.next()).rejects.toThrow('Expected rows of');
  });
});
