import { getEventListeners } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { EventsOptions, WatchEvent } from '../../collection.ts';
import { type Collection, openCollection, repairCollection } from '../index.ts';
import { backUp } from '../store/backup.ts';
import { realDisk } from '../store/disk.ts';
import { onKillPoint } from '../store/kill-points.ts';

const folder = mkdtempSync(join(tmpdir(), 'neardup-watch-'));
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => onKillPoint(undefined));

let count = 0;
const newPath = () => join(folder, `${++count}.nd`);
function open(path = newPath(), options: Parameters<typeof openCollection>[1] = {}) {
  return openCollection(path, { create: true, threads: 1, ...options });
}

/** Thirty words of their own for every number, `edits` of them changed. */
function textOf(number: number, edits = 0): string {
  return Array.from({ length: 30 }, (_, i) => (i < edits ? `edit${i}` : `w${number}x${i}`)).join(' ');
}

async function eventsIn(collection: Collection, options?: EventsOptions): Promise<WatchEvent[]> {
  const events: WatchEvent[] = [];
  for await (const event of collection.events(options)) events.push(event);
  return events;
}

const short = (events: readonly WatchEvent[]) =>
  events.map(({ position, watch, id }) => `${position} ${watch} ${id}`);

describe('watches of words and fields', () => {
  it('watches tell of documents that have keywords, any, all or some, with those that were found', async () => {
    const path = newPath();
    let collection = await open(path);
    const keywords = ['Ferry', 'north pier', 'noon'];
    await collection.watch([
      { id: 'all', texts: [], keywords, needs: 'all' },
      { id: 'any', texts: [], keywords },
      { id: 'two', texts: [], keywords, needs: 2 },
    ]);
    await collection.add([
      { id: 'one word', text: 'The ferry has left.' },
      { id: 'two words', text: 'A FERRY at the north pier.' },
      { id: 'none', text: 'The north, the pier, the afternoon.' },
    ]);
    // they are read again from the folder
    await collection.close();
    collection = await open(path);
    await collection.add([{ id: 'all words', text: 'At noon the ferry leaves the north pier.' }]);
    const events = await eventsIn(collection);
    expect(events.map(({ watch, id, keywords }) => [watch, id, keywords])).toEqual([
      ['any', 'one word', ['Ferry']],
      ['any', 'two words', ['Ferry', 'north pier']],
      ['two', 'two words', ['Ferry', 'north pier']],
      ['all', 'all words', keywords],
      ['any', 'all words', keywords],
      ['two', 'all words', keywords],
    ]);
    expect(await collection.watch({ id: 'any', texts: [], keywords })).toEqual([
      { id: 'any', state: 'unchanged' },
    ]);
    await collection.unwatch(['all', 'any', 'two']);
    await collection.add([{ id: 'later', text: 'The ferry at the north pier, at noon.' }]);
    expect(await eventsIn(collection)).toHaveLength(6);
    await collection.close();
  });

  it('conditions leave out what examples and keywords find, and alone they find every document with such fields', async () => {
    const collection = await open();
    const where = ['lang = uk', 'date > 2026-01-01'];
    await collection.watch([
      { id: 'examples', texts: [textOf(1)], where },
      { id: 'fields', texts: [], where },
      { id: 'words', texts: [], keywords: ['w1x5'], where },
    ]);
    await collection.add([
      { id: 'new', text: textOf(1), lang: 'uk', meta: { date: '2026-05-01' } },
      { id: 'old', text: textOf(1), lang: 'uk', meta: { date: '2025-05-01' } },
      { id: 'undated', text: textOf(1), lang: 'uk' },
      { id: 'other', text: textOf(2), lang: 'uk', meta: { date: '2026-05-01' } },
    ]);
    const events = await eventsIn(collection);
    expect(events.map(({ watch, id }) => `${watch} ${id}`)).toEqual([
      'examples new',
      'fields new',
      'words new',
      'fields other',
    ]);
    await collection.close();
  });

  it.each([
    [{ keywords: [] }, '`keywords` to be 1 to 100 words'],
    [{ keywords: ['!'] }, '`keywords` to be words that count in texts, got `!`'],
    [{ keywords: ['a'], needs: 2 }, '`needs` to be at most 1, the number of keywords'],
    [{ keywords: ['a'], needs: 0 }, '`needs` to be `any`, `all` or a number of keywords'],
    [{ where: ['lang = uk'], needs: 'all' as const }, '`needs` has no effect: there are no keywords'],
    [{ where: ['lang ~ uk'] }, '`where` to be conditions like'],
    [{ keywords: ['a'], passage: 12 }, '`passage` has no effect: there are no example texts'],
    [{}, '`texts` to be 1 to 100 texts'],
  ])('a watch with %j and no texts is refused', async (watch, message) => {
    const collection = await open();
    await expect(collection.watch({ id: 'w', texts: [], ...watch })).rejects.toThrow(message);
    await collection.close();
  });
});

describe('watches', () => {
  it('watches tell of every document that is a near-duplicate of an example, with the evidence, whatever becomes of it', async () => {
    const path = newPath();
    let collection = await open(path);
    await collection.add([{ id: 'before', text: textOf(1) }]);
    const added = await collection.watch([
      { id: 'one', texts: [textOf(9), textOf(1)], meta: { page: 7 } },
      { id: 'same', texts: [textOf(1)], near: 1 },
      { id: 'other', texts: [textOf(2)] },
    ]);
    expect(added.map(({ state }) => state)).toEqual(['added', 'added', 'added']);
    await collection.add(
      [
        { id: 'a', text: textOf(1, 1) },
        { id: 'b', text: textOf(1) },
        { id: 'c', text: textOf(3) },
        { id: 'before', text: textOf(1) },
      ],
      { onDuplicate: 'skip' },
    );
    await collection.close();
    collection = await open(path);
    await collection.add([{ id: 'd', text: textOf(2) }]);
    const events = await eventsIn(collection);
    expect(short(events)).toEqual(['1 one a', '2 one b', '3 same b', '4 other d']);
    expect(events[0]).toMatchObject({
      commit: 2,
      near: { text: 1, resemblance: (await check(collection)).resemblance },
    });
    expect(short(await eventsIn(collection, { from: 3 }))).toEqual(['3 same b', '4 other d']);
    expect(short(await eventsIn(collection, { watch: 'one' }))).toEqual(['1 one a', '2 one b']);
    expect(collection.lastEvent).toBe(4);
    const watches = [];
    for await (const { created: _, ...watch } of collection.watches()) watches.push(watch);
    expect(watches[0]).toEqual({ id: 'one', texts: [textOf(9), textOf(1)], meta: { page: 7 } });
    expect(watches.map(({ id }) => id)).toEqual(['one', 'same', 'other']);
    const copy = newPath();
    await collection.backup(copy);
    await collection.close();
    collection = await open(copy);
    await collection.add([{ id: 'e', text: textOf(2) }]);
    expect(short(await eventsIn(collection))).toEqual([...short(events), '5 other e']);
    await collection.close();

    async function check(collection: Collection) {
      return (await collection.check({ text: textOf(1, 1) })).pairs[0];
    }
  });

  it('watches tell of documents that have a passage of an example', async () => {
    const collection = await open();
    const example =
      'On clear nights the beam of the old lighthouse can be seen from the town across the bay.';
    await collection.watch({
      id: 'light',
      texts: ['Another text of some words.', example],
      near: false,
      passage: 10,
    });
    await collection.add([
      {
        id: 'in',
        text: `First some words of its own, a whole sentence of them. ${example} And then some more words follow.`,
      },
      { id: 'short', text: `The beam of the old lighthouse is what people come for, they say.` },
    ]);
    const events = await eventsIn(collection);
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({ id: 'in', watch: 'light', passage: { text: 1, words: 18 } });
    await collection.close();
  });

  it('watches tell of documents about the subject of an example, by weights that stay as they were when the watch was made', async () => {
    const path = newPath();
    let collection = await open(path);
    const example = 'the harvest of cocoa in the bahia region was late because of the drought';
    const early = collection.watch({ id: 'w', texts: [example], like: 0.2 });
    await expect(early).rejects.toThrow(/Expected at least 100 documents, .* got 0/);
    const common = 'the of in was because a region late';
    await collection.add(
      Array.from({ length: 120 }, (_, i) => ({ id: `old${i}`, text: `${common} ${textOf(i).slice(0, 90)}` })),
    );
    const watch = { id: 'cocoa', texts: [textOf(500), example], near: false, like: 0.2 } as const;
    expect(await collection.watch(watch)).toEqual([{ id: 'cocoa', state: 'added' }]);
    expect(await collection.watch(watch)).toEqual([{ id: 'cocoa', state: 'unchanged' }]);
    const about = 'drought in bahia hits cocoa exports says a trader';
    await collection.add([
      { id: 'about', text: about },
      { id: 'common', text: 'the late region was in the of because of a ferry that left the bay' },
    ]);
    const [first, ...others] = await eventsIn(collection);
    expect(others).toEqual([]);
    expect(first).toMatchObject({ id: 'about', watch: 'cocoa', like: { text: 1 } });
    expect(first.like!.shared.slice(0, 3).sort()).toEqual(['bahia', 'cocoa', 'drought']);
    expect(first.near).toBeUndefined();
    await collection.close();
    collection = await open(path);
    // documents that have come since change no score
    await collection.add(Array.from({ length: 200 }, (_, i) => ({ id: `new${i}`, text: `cocoa x${i}` })));
    await collection.add([{ id: 'again', text: about }]);
    const again = (await eventsIn(collection)).find(({ id }) => id === 'again');
    expect(again?.like).toEqual(first.like);
    const stored = [];
    for await (const each of collection.watches()) stored.push(each);
    expect(stored).toMatchObject([{ ...watch, texts: [textOf(500), example] }]);
    expect(Object.keys(stored[0]).sort()).toEqual(['created', 'id', 'like', 'near', 'texts']);
    await expect(collection.watch({ ...watch, like: 0 })).rejects.toThrow(/`like` to be a number above 0/);
    await collection.close();
  });

  it('watches can be replaced and ended, and end by themselves', async () => {
    let now = Date.parse('2026-01-01T00:00:00Z');
    const collection = await open(undefined, { clock: () => now });
    await collection.watch({ id: 'w', texts: [textOf(1), textOf(2)] });
    expect(await collection.watch({ id: 'w', texts: [textOf(1), textOf(2)] })).toEqual([
      { id: 'w', state: 'unchanged' },
    ]);
    expect(await collection.watch({ id: 'w', texts: [textOf(3)] })).toEqual([{ id: 'w', state: 'replaced' }]);
    await collection.watch({ id: 'until', texts: [textOf(4)], expires: '1h', passage: 8 });
    await collection.add([
      { id: 'a', text: textOf(2) },
      { id: 'b', text: textOf(3) },
      { id: 'c', text: textOf(4) },
    ]);
    now += 7200e3;
    await collection.add([{ id: 'd', text: textOf(4, 1) }]);
    expect(await collection.unwatch(['w', 'v'])).toEqual([
      { id: 'w', state: 'removed' },
      { id: 'v', state: 'missing' },
    ]);
    await collection.add([{ id: 'e', text: textOf(3, 1) }]);
    expect(short(await eventsIn(collection))).toEqual(['1 w b', '2 until c']);
    await expect(collection.watch({ id: 'x', texts: [] })).rejects.toThrow(/`texts` to be 1 to 100 texts/);
    await expect(collection.watch({ id: 'x', texts: ['y'], near: 0.5 })).rejects.toThrow(/from 0.8 to 1/);
    await collection.close();
  });

  it('watches are followed by any number of readers, in this process and in others, until they stop or the collection is closed', async () => {
    const path = newPath();
    const collection = await open(path);
    await collection.watch({ id: 'w', texts: [textOf(1)] });
    const reader = await openCollection(path, { readOnly: true, threads: 1 });
    const followers = [collection, collection, reader].map((each) => each.events({ follow: true, from: 2 }));
    const firsts = Promise.all(followers.map((follower) => follower.next()));
    for (const id of ['a', 'b', 'c']) await collection.add([{ id, text: textOf(1) }]);
    for (const { value } of await firsts) expect(short([value])).toEqual(['2 w b']);
    const stop = new AbortController();
    const stopped = collection.events({ follow: true, from: 9, signal: stop.signal }).next();
    stop.abort();
    await expect(stopped).rejects.toThrow(/abort/);
    expect(
      short((await Promise.all(followers.map((follower) => follower.next()))).map(({ value }) => value)),
    ).toEqual(['3 w c', '3 w c', '3 w c']);
    const ends = Promise.all(followers.slice(0, 2).map((follower) => follower.next()));
    await followers[2].return(undefined);
    await reader.close();
    await collection.close();
    expect((await ends).map(({ done }) => done)).toEqual([true, true]);
  });

  it('watches can be read several times at once by a process that does not write, and leave nothing behind when they wait', async () => {
    const path = newPath();
    await using collection = await open(path, { logFile: 600 });
    await collection.watch({ id: 'w', texts: [textOf(1)] });
    for (let i = 0; i < 5; i++) await collection.add([{ id: `d${i}`, text: textOf(1) }]);
    await using reader = await openCollection(path, { readOnly: true, threads: 1 });
    const first = reader.events();
    const positions = [(await first.next()).value!.position];
    expect(await eventsIn(reader)).toHaveLength(5);
    for await (const { position } of first) positions.push(position);
    expect(positions).toEqual([1, 2, 3, 4, 5]);
    const stop = new AbortController();
    const next = reader.events({ from: 6, follow: true, signal: stop.signal }).next();
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(getEventListeners(stop.signal, 'abort')).toHaveLength(1);
    stop.abort();
    await expect(next).rejects.toThrow(/abort/);
  });

  it('watches are all in a backup, even if the writer goes on and writes a segment while it is made', async () => {
    const path = newPath();
    const to = newPath();
    await using collection = await open(path, { delta: 4 });
    await collection.watch({ id: 'w', texts: [textOf(1)] });
    const add = (from: number) =>
      collection.add(Array.from({ length: 4 }, (_, i) => ({ id: `d${from + i}`, text: textOf(1) })));
    await add(0);
    let isFirst = true;
    const disk = {
      ...realDisk,
      async syncFolder(folder: string) {
        await realDisk.syncFolder(folder);
        if (!isFirst || !folder.endsWith(join(to, 'events'))) return;
        isFirst = false;
        for (const from of [4, 8, 12]) await add(from);
      },
    };
    await backUp(path, to, { disk });
    expect(isFirst).toBe(false);
    await using copy = await openCollection(to, { threads: 1 });
    expect(await eventsIn(copy)).toHaveLength(copy.info().documents);
  });

  it('watches lose no event and tell of none twice if the process is killed after any commit, or everything derived is lost', async () => {
    const path = newPath();
    let collection = await open(path);
    await collection.add(Array.from({ length: 100 }, (_, i) => ({ id: `o${i}`, text: textOf(100 + i) })));
    await collection.watch({ id: 'w', texts: [textOf(1)], like: 0.5 });
    await collection.merge();
    await collection.close();
    collection = await open(path, { delta: 3, logFile: 500 });
    const left: string[] = [];
    onKillPoint((point) => {
      if (point !== 'documents committed') return;
      const copy = newPath();
      cpSync(path, copy, { recursive: true, filter: (from) => !/\/writer\./.test(from) });
      left.push(copy);
    });
    for (let i = 0; i < 5; i++) {
      await collection.add([
        { id: `x${i}`, text: textOf(50 + i) },
        { id: `m${i}`, text: textOf(1, i % 2) },
      ]);
    }
    onKillPoint(undefined);
    await collection.close();
    expect(left.length).toBe(5);
    for (const [i, copy] of left.entries()) {
      if (i % 2 === 0) rmSync(join(copy, 'MANIFEST'), { force: true });
      collection = await open(copy, { delta: 3, logFile: 500 });
      await collection.merge();
      await collection.add([{ id: 'last', text: textOf(1) }]);
      const expected = Array.from({ length: i + 1 }, (_, e) => `${e + 1} w m${e}`);
      expect(short(await eventsIn(collection))).toEqual([...expected, `${i + 2} w last`]);
      await collection.close();
    }
  });

  it('watches keep events for a time or in a number, by the file, and say from which position on there are some', async () => {
    const path = newPath();
    let now = Date.parse('2026-01-01T00:00:00Z');
    const options = { clock: () => now, logFile: 500, create: { keepEvents: '10d' } };
    let collection = await open(path, options);
    await collection.watch({ id: 'w', texts: [textOf(1)] });
    const addOne = async (id: number) => {
      await collection.add([{ id: `d${id}`, text: textOf(1) }]);
      now += 86_400e3;
    };
    for (let id = 1; id <= 30; id++) await addOne(id);
    const { firstEvent } = collection;
    expect(firstEvent).toBeGreaterThan(15);
    expect(firstEvent).toBeLessThanOrEqual(21);
    expect(collection.lastEvent).toBe(30);
    expect((await eventsIn(collection)).map(({ position }) => position)).toEqual(
      Array.from({ length: 31 - firstEvent }, (_, i) => firstEvent + i),
    );
    const gone = eventsIn(collection, { from: 3 });
    await expect(gone).rejects.toMatchObject({ code: 'EVENTS_GONE', option: 'from' });
    await expect(gone).rejects.toThrow(`Expected a position from ${firstEvent} on, got 3`);
    const reader = await openCollection(path, { readOnly: true, threads: 1 });
    await expect(eventsIn(reader, { from: 3 })).rejects.toMatchObject({ code: 'EVENTS_GONE' });
    // one that is reading goes on
    const slow = collection.events({ from: firstEvent });
    expect((await slow.next()).value?.position).toBe(firstEvent);
    await collection.trimEvents(2);
    for (let position = firstEvent + 1; position <= 30; position++)
      expect((await slow.next()).value?.position).toBe(position);
    expect(collection.firstEvent).toBeGreaterThan(firstEvent);
    expect(collection.firstEvent).toBeLessThanOrEqual(29);
    await reader.close();
    await collection.close();
    collection = await open(path, options);
    await addOne(31);
    expect(collection.lastEvent).toBe(31);
    expect(() => collection.trimEvents('soon')).toThrow(/`keepEvents` to be a time/);
    await collection.close();
  });

  it('watches lose no event that is to be kept if the process is killed while old ones are removed', async () => {
    const path = newPath();
    let collection = await open(path, { logFile: 300 });
    await collection.watch({ id: 'w', texts: [textOf(1)] });
    for (let id = 1; id <= 12; id++) await collection.add([{ id: `d${id}`, text: textOf(1) }]);
    const left: string[] = [];
    onKillPoint((point) => {
      if (point !== 'old events removed') return;
      const copy = newPath();
      cpSync(path, copy, { recursive: true, filter: (from) => !/\/writer\./.test(from) });
      left.push(copy);
    });
    await collection.trimEvents(3);
    onKillPoint(undefined);
    const kept = await eventsIn(collection);
    await collection.close();
    expect(left.length).toBeGreaterThan(2);
    for (const copy of left) {
      collection = await open(copy, { logFile: 300 });
      const events = await eventsIn(collection);
      expect(events.slice(-kept.length)).toEqual(kept);
      expect(events.map(({ position }) => position)).toEqual(events.map((_, i) => events[0].position + i));
      await collection.add([{ id: 'last', text: textOf(1) }]);
      expect(collection.lastEvent).toBe(13);
      await collection.close();
      expect((await repairCollection(copy)).setAside).toEqual([]);
      expect((await openAndList(copy)).at(-1)?.position).toBe(13);
    }

    async function openAndList(copy: string): Promise<WatchEvent[]> {
      const opened = await open(copy, { logFile: 300 });
      const events = await eventsIn(opened);
      await opened.close();
      return events;
    }
  });
});
