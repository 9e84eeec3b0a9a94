// Watches of words and of fields: 10,000 beside one, time for every document.
//
// Standing queries: CPU time of an arriving document beside one watch and beside many, by kind. Every run adds the same documents to a
// collection of its own; what storing takes without watches is subtracted.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCollection } from '../../dist/index.js';
import { generator, vocabulary, zipf } from '../data/words.mjs';

const WORDS = 300;

export async function run(emit, { quick }) {
  const [documents, most] = quick ? [200, 1000] : [2000, 10_000];
  const texts = makeTexts(documents);
  const alone = await measure(texts, []);
  emit({ case: 'no watch: storing', value: alone.us, unit: 'µs of CPU', threads: 1, documents });
  for (const [kind, make] of Object.entries(KINDS)) {
    for (const count of [1, most]) {
      const watches = Array.from({ length: count }, (_, n) => ({ id: `w${n}`, ...make(n) }));
      const { us, events } = await measure(texts, watches);
      emit({
        case: `${kind}, ${count} ${count === 1 ? 'watch' : 'watches'}`,
        value: us - alone.us,
        unit: 'µs of CPU',
        threads: 1,
        events,
      });
    }
  }
}

const list = vocabulary(20_000).map(String);
/** Rare words, as people watch for: a document has few of them. */
const rare = (n, k) => list[10_000 + ((7919 * n + 104_729 * k) % 10_000)];
const KINDS = {
  'words, any of 3': (n) => ({ texts: [], keywords: [rare(n, 1), rare(n, 2), rare(n, 3)] }),
  'words, 2 of 3, and a language': (n) => ({
    texts: [],
    keywords: [rare(n, 1), rare(n, 2), rare(n, 3)],
    needs: 2,
    where: ['lang = en'],
  }),
  'fields alone': (n) => ({ texts: [], where: [`source = s${n}`, 'date > 2026-01-01'] }),
};

function makeTexts(documents) {
  const next = generator(31);
  const draw = zipf(list.length, next);
  return Array.from({ length: documents }, (_, n) => ({
    id: `d${n}`,
    text: Array.from({ length: WORDS }, () => list[draw()]).join(' '),
    lang: 'en',
    meta: { source: `s${n % 500}`, date: '2026-05-01' },
  }));
}

/** The least of several runs. */
async function measure(texts, watches) {
  let best = { us: Number.POSITIVE_INFINITY, events: 0 };
  for (let round = 0; round < 3; round++) {
    const folder = mkdtempSync(join(tmpdir(), 'neardup-watches-'));
    const collection = await createCollection(join(folder, 'c.nd'), {}, { threads: 1 });
    if (watches.length > 0) await collection.watch(watches);
    // the first document makes the tables of the watches
    await collection.add([{ id: 'first', text: 'nothing of interest', lang: 'en' }]);
    const before = process.cpuUsage();
    for (let at = 0; at < texts.length; at += 100) await collection.add(texts.slice(at, at + 100));
    const { user, system } = process.cpuUsage(before);
    best = { us: Math.min(best.us, (user + system) / texts.length), events: collection.lastEvent };
    await collection.close();
    rmSync(folder, { recursive: true });
  }
  return best;
}
