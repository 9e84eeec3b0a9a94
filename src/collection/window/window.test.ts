import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pairs } from '../../duplicates/index.ts';
import { createCollection, openCollection } from '../index.ts';
import { filterLines } from './filter-lines.ts';

const folder = mkdtempSync(join(tmpdir(), 'neardup-window-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Line {
  readonly id: string;
  readonly text: string;
  readonly date: number;
}

/** Texts that come again, changed a little, sooner or later. Times go forward, mostly. */
const stream: Line[] = Array.from({ length: 120 }, (_, i) => {
  const base = (i * i * 7 + i * 3) % 23;
  const edits = 1 + (i % 3);
  const words = Array.from({ length: 40 }, (_, w) => (w < edits ? `e${i}w${w}` : `t${base}w${w}`));
  return { id: `d${i}`, text: words.join(' '), date: 1_000_000 + 10 * i - (i % 7 === 0 ? 35 : 0) };
});

/** Resemblances of all pairs that are near-duplicates. */
const near = new Map(stream.map(({ id }) => [id, new Map<string, number>()]));
beforeAll(async () => {
  const documents = stream.map(({ id, text }) => ({ id, text }));
  for (const { a, b, resemblance } of await pairs(documents, { threads: 1 }).toArray()) {
    near.get(a)!.set(b, resemblance);
    near.get(b)!.set(a, resemblance);
  }
});

/** A plain loop: a document passes unless one that passed and is still inside the window is a near-duplicate. */
function expectedOf(
  lines: readonly Line[],
  window: number | { seconds: number },
  refresh: boolean,
): string[] {
  const passed: { readonly id: string; at: number }[] = [];
  const out: string[] = [];
  let reached = 0;
  for (const { id, date } of lines) {
    const now = typeof window === 'number' ? reached : Math.max(reached, date);
    const isInside = ({ at }: { at: number }) =>
      typeof window === 'number' ? now - at < window : now - at <= window.seconds;
    const inside = passed.filter(isInside);
    const itself = inside.find((each) => each.id === id);
    // the most alike, then the first one
    const [found] = inside
      .filter((each) => near.get(id)!.has(each.id))
      .sort((a, b) => near.get(id)!.get(b.id)! - near.get(id)!.get(a.id)!);
    const again = itself ?? found;
    if (again === undefined) {
      reached = typeof window === 'number' ? now + 1 : now;
      passed.push({ id, at: reached });
    } else if (refresh) [again.at, reached] = [now, now];
    if (again === undefined || itself !== undefined) out.push(id);
  }
  return out;
}

interface Given {
  readonly window: number | string;
  readonly timeField?: string;
  readonly refresh?: boolean;
}

/** Feeds lines in pieces. @param cut The pipe breaks when it has passed on this many lines. */
async function run(path: string, lines: readonly Line[], given: Given, cut = Number.POSITIVE_INFINITY) {
  const { window, timeField, refresh } = given;
  await using collection = await openCollection(path, {
    create: true,
    window,
    timeField,
    threads: 1,
    delta: 24,
    logFile: 4000,
  });
  const out: string[] = [];
  async function* chunks() {
    for (let i = 0; i < lines.length; i += 16) {
      const piece = lines.slice(i, i + 16).map((line) => `${JSON.stringify(line)}\n`);
      yield new TextEncoder().encode(piece.join(''));
    }
  }
  const write = async (bytes: Uint8Array) => {
    for (const line of new TextDecoder().decode(bytes).trim().split('\n')) {
      if (out.length === cut) throw new Error('cut');
      out.push(JSON.parse(line).id);
    }
  };
  await filterLines(chunks(), collection, { timeField, refresh }, write).catch((error: Error) => {
    if (error.message !== 'cut') throw error;
  });
  return out;
}

const CASES: readonly (readonly [string, Given, number | { seconds: number }])[] = [
  ['the last 5 that passed', { window: 5 }, 5],
  ['the last 5, refreshed', { window: 5, refresh: true }, 5],
  ['the last 40', { window: 40 }, 40],
  ['200 seconds', { window: '200s', timeField: 'date' }, { seconds: 200 }],
  ['2 minutes, refreshed', { window: '2m', timeField: 'date', refresh: true }, { seconds: 120 }],
];

describe('a stream with a window', () => {
  it.each(CASES)('passes what a plain loop passes: %s', async (name, given, window) => {
    // every seventh comes again with its id and text, sooner or later
    const lines = stream.flatMap((line, i) =>
      i % 7 === 3 ? [line, stream[i - (((i * 5) % 60) % (i + 1))]] : [line],
    );
    const expected = expectedOf(lines, window, given.refresh === true);
    expect(await run(join(folder, `${name}.nd`), lines, given)).toEqual(expected);
    expect(expected.length).toBeLessThan(lines.length);
  });

  it.each(CASES)(
    'passes the same if it is cut and fed from the last line that came out: %s',
    async (name, given, window) => {
      const expected = expectedOf(stream, window, given.refresh === true);
      for (const cut of [18]) {
        const path = join(folder, `${name} ${cut}.nd`);
        const out = await run(path, stream, given, cut);
        for (let again = 1; again <= 2; again++) {
          const from = stream.findIndex(({ id }) => id === out.at(-1));
          const rest = await run(path, stream.slice(from), given, again === 1 ? cut : undefined);
          out.push(...rest.slice(1));
        }
        expect(out).toEqual(expected);
      }
    },
  );

  it('compares with everything inside when it begins with a stored document but goes on otherwise', async () => {
    const path = join(folder, 'other stream.nd');
    const [a, ...others] = stream;
    const b = others.find(({ id }) => !near.get(a.id)!.has(id) && near.get(id)!.size > 0)!;
    await run(path, [a, b], { window: 5 });
    const copy = stream.find(({ id }) => near.get(b.id)!.has(id))!;
    expect(await run(path, [a, copy], { window: 5 })).toEqual([a.id]);
  });

  it('gives the space of documents outside back', async () => {
    const path = join(folder, 'space.nd');
    const given = { threads: 1, delta: 256, logFile: 20_000 };
    await using collection = await createCollection(path, { window: 100 }, given);
    for (let from = 0; from < 4000; from += 500) {
      await collection.add(
        Array.from({ length: 500 }, (_, i) => ({ id: `s${from + i}`, text: `${from + i} `.repeat(9) })),
      );
    }
    await collection.merge();
    const { documents, dead, logBytes } = collection.info();
    expect(documents).toBe(100);
    // 2,048 are kept for a pipe that is cut
    expect(dead).toBeLessThan(2048 + 2 * 256);
    expect(logBytes).toBeLessThan(350_000);
  });

  it('keeps one line of the sights of a document', async () => {
    let now = 1e12;
    const clock = () => now;
    const given = { threads: 1, logFile: 4000, clock };
    await using collection = await createCollection(join(folder, 'sights.nd'), { window: 9 }, given);
    const document = { id: 'a', text: 'The ferry leaves at nine in the morning.' };
    for (let i = 0; i < 60; i++, now += 1000) await collection.add([document], { refresh: true });
    await collection.merge();
    expect(collection.info().logBytes).toBeLessThan(3000);
    expect((await collection.get('a'))?.seen.getTime()).toBe(now - 1000);
  });

  it('a window is given to a collection without documents, and stays', async () => {
    const path = join(folder, 'settings.nd');
    const aborted = createCollection(path, {}, { threads: 1, signal: AbortSignal.abort() });
    await expect(aborted).rejects.toThrow('aborted');
    await (await createCollection(path, {}, { threads: 1 })).close();
    const open = (options: object) => openCollection(path, { threads: 1, ...options });
    await expect(open({ window: '30d' })).rejects.toThrow('or `timeField` with it');
    await expect(open({ window: 5, timeField: 'date' })).rejects.toThrow('`timeField` has no effect');
    const collection = await open({ window: '30d', timeField: 'date' });
    const dated = (id: string, date: unknown) => ({ id, text: `text ${id}`, meta: { date } });
    const answers = await collection.add([dated('a', '2026-11-17T08:00:00Z'), dated('b', 'today')]);
    expect(answers.map(({ state }) => state)).toEqual(['added', 'failed']);
    expect(answers[1].reason).toContain('a date (ISO 8601) or seconds since 1970');
    expect((await collection.get('a'))?.expires).toEqual(new Date('2026-12-17T08:00:01Z'));
    await collection.close();
    await expect(open({ window: 5 })).rejects.toThrow('was made with the window `30d of date`');
    await (await open({})).close();
  });
});
