// Watches for subjects: hits and false alarms.
//
// What watches for subjects (`like`) find in a stream, and how many false alarms they give for every true hit: one row for each score that may be asked for.
// - newswire: a watch is one story or five with a commodity in their titles; titles are not part of the texts. A later story is a hit if its title names the
//   commodity, too. Stories about it whose titles do not say so count as false alarms: the figures are the worst case.
// - short-answers: a watch is an answer to one of five questions; other answers to it are hits, those to others and newswire are false alarms.
// Scores were chosen with the first half of the commodities and questions (`tuned`); the others are `held out`.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCollection } from '../../dist/index.js';
import { DATA, labelledSet } from '../data/labelled.mjs';

const SCORES = [0.08, 0.1, 0.12, 0.15, 0.2, 0.3];
const COMMODITIES = {
  tuned: ['COCOA', 'SUGAR', 'COPPER', 'RUBBER', 'WHEAT', 'COTTON'],
  'held out': ['COFFEE', 'GOLD', 'TIN', 'OPEC', 'SOYBEAN', 'GATT'],
};
const QUESTIONS = { tuned: ['a', 'b', 'c'], 'held out': ['d', 'e'] };
/** Stories that were there before the watches; those behind them arrive. */
const KNOWN = 5000;

export async function run(emit, { quick, threads }) {
  if (DATA === undefined) {
    console.error('bench: no real text beside the project: nothing to watch.');
    return;
  }
  const stories = (await labelledSet('newswire')).documents.filter(({ text }) => text.length > 200);
  const stream = stories.slice(KNOWN).filter((_, i) => !quick || i % 8 === 0);
  const { documents: answers } = await labelledSet('short-answers');
  const known = stories.slice(0, KNOWN);
  const titles = new Map(
    stories.map(({ id, title, meta }) => [
      id,
      new Set(String(title ?? meta?.title ?? '').match(/[A-Z]+/g) ?? []),
    ]),
  );
  const isAbout = (id, word) => titles.get(id)?.has(word) || titles.get(id)?.has(`${word}S`);
  for (const [part, words] of Object.entries(COMMODITIES)) {
    for (const count of [1, 5]) {
      const watches = words.flatMap((word) => {
        const texts = known.filter(({ id, text }) => isAbout(id, word) && text.length > 400).slice(0, count);
        return texts.length < count
          ? []
          : [{ id: word, texts: texts.map(({ text }) => text), isHit: (id) => isAbout(id, word) }];
      });
      await report(emit, threads, `newswire, ${count} examples, ${part}`, known, watches, stream);
    }
  }
  const others = stream.slice(0, quick ? 200 : 3000);
  for (const [part, questions] of Object.entries(QUESTIONS)) {
    const watches = answers
      .filter(({ id }) => questions.includes(id.at(-1)))
      .map(({ id, text }) => ({
        id,
        texts: [text],
        isHit: (other) => other !== id && other.at(-1) === id.at(-1) && !/^\d+$/.test(other),
        isOwn: (other) => other === id,
      }));
    await report(emit, threads, `short-answers, ${part}`, known, watches, [...answers, ...others]);
  }
}

async function report(emit, threads, name, known, watches, stream) {
  const folder = mkdtempSync(join(tmpdir(), 'neardup-subjects-'));
  try {
    const collection = await createCollection(join(folder, 'c.nd'), {}, { threads });
    await collection.add(known.map(({ id, text }) => ({ id, text })));
    await collection.watch(watches.map(({ id, texts }) => ({ id, texts, near: false, like: SCORES[0] })));
    const start = process.cpuUsage();
    await collection.add(stream.map(({ id, text }) => ({ id: `${id}`, text })));
    const { user, system } = process.cpuUsage(start);
    const byId = new Map(watches.map((watch) => [watch.id, watch]));
    const found = [];
    for await (const { watch, id, like } of collection.events()) {
      const { isHit, isOwn } = byId.get(watch);
      if (!isOwn?.(id)) found.push({ score: like.score, isHit: isHit(id) });
    }
    const all = watches.reduce((sum, { isHit }) => sum + stream.filter(({ id }) => isHit(id)).length, 0);
    for (const score of SCORES) {
      const some = found.filter((each) => each.score >= score);
      const hits = some.filter((each) => each.isHit).length;
      const alarms = (some.length - hits) / Math.max(1, hits);
      emit({
        case: `${name}: like ${score}`,
        value: Number((hits / all).toFixed(3)),
        unit: 'of all hits',
        falseAlarms: `${alarms.toFixed(2)} for a hit`,
      });
    }
    emit({
      case: `${name}: add`,
      value: Math.round((user + system) / stream.length),
      unit: 'µs of CPU a document',
      watches: watches.length,
    });
    await collection.close();
  } finally {
    rmSync(folder, { recursive: true });
  }
}
