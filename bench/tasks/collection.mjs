// A collection that lasts: documents of 2 KB cut from stories, filled, asked, opened, removed from and merged. CPU time beside wall time.
// NEARDUP_BENCH_DOCUMENTS sets their number, NEARDUP_BENCH_FOLDER the disk.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCollection } from '../../dist/index.js';
import { sharedDocuments } from '../data/shared-sets.mjs';

const ASKED = 2000;
const CALLERS = 16;

export async function run(print, { quick, threads }) {
  const count = Number(process.env.NEARDUP_BENCH_DOCUMENTS ?? (quick ? 20_000 : 1_000_000));
  const folder = mkdtempSync(join(process.env.NEARDUP_BENCH_FOLDER ?? tmpdir(), 'neardup-bench-'));
  const path = join(folder, 'bench.nd');
  const textOf = cutter();
  const tell = (name, value, unit, { cpu, wall } = {}) => {
    const reference =
      cpu === undefined
        ? {}
        : { reference: `${(wall / 1000).toFixed(2)} s, ${(cpu / 1e6).toFixed(2)} s of CPU` };
    print({ case: name, value, unit, ...reference });
  };
  try {
    let collection = await openCollection(path, { create: true, threads });
    const before = process.memoryUsage().rss;
    const fill = await timed(() => collection.addFrom(documents(count, textOf)).summary);
    tell('fill: check and add', fill.cpu / count, 'µs of CPU a document', fill);
    const { memory, bytes, logBytes } = collection.info();
    tell('memory of the tables', memory / count, 'bytes a document');
    tell('memory of the process', (process.memoryUsage().rss - before) / count, 'bytes a document');
    tell('disk', bytes / count, 'bytes a document');
    tell('disk: the log', logBytes / count, 'bytes a document');
    await collection.close();
    const opening = await timed(async () => {
      collection = await openCollection(path, { threads });
    });
    tell('open', opening.wall / 1000, 's', opening);
    await ask(collection, count, textOf, tell);
    const gone = Array.from({ length: Math.floor(count / 10) }, (_, i) => idOf(10 * i));
    const removing = await timed(() => collection.remove(gone));
    tell(`remove ${gone.length}`, removing.wall / 1000, 's', removing);
    const merging = await timed(() => collection.merge());
    tell('merge', merging.wall / 1000, 's', merging);
    const each = quick ? 50 : 1000;
    const adding = await timed(() => addByCallers(collection, each, (n) => textOf(count + n)));
    tell(`durable adds of ${CALLERS} callers`, (1000 * CALLERS * each) / adding.wall, 'documents/s', adding);
    await collection.close();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Asks for texts that are stored but for two words. */
async function ask(collection, count, textOf, tell) {
  const waits = [];
  const asked = await timed(async () => {
    for (let i = 0; i < ASKED; i++) {
      const start = performance.now();
      const { pairs } = await collection.check({ text: `${textOf((i * 7919) % count)} one more` });
      if (pairs.length === 0) throw new Error(`document ${(i * 7919) % count} was not found`);
      waits.push(performance.now() - start);
    }
  });
  waits.sort((a, b) => a - b);
  tell('check: CPU', asked.cpu / ASKED, 'µs', asked);
  tell('check: half of them', 1000 * waits[ASKED / 2], 'µs');
  tell('check: 99 of 100', 1000 * waits[Math.floor(0.99 * ASKED)], 'µs');
}

function addByCallers(collection, each, textOf) {
  return Promise.all(
    Array.from({ length: CALLERS }, async (_, caller) => {
      for (let i = 0; i < each; i++) {
        await collection.add([{ id: `caller ${caller} ${i}`, text: textOf(caller * each + i) }]);
      }
    }),
  );
}

const idOf = (n) => `https://news.example/${n.toString(36).padStart(8, '0')}`;

function* documents(count, textOf) {
  for (let n = 0; n < count; n++) yield { id: idOf(n), text: textOf(n) };
}

/** Document n: three pieces of stories, 2,048 characters in all, the same in every run. */
function cutter() {
  const all = sharedDocuments('newswire')
    .map(({ text }) => text ?? '')
    .join('\n\n');
  return (n) => {
    const next = random(n * 7 + 1);
    let text = '';
    for (let i = 0; i < 3; i++) {
      const at = next() % (all.length - 1000);
      text += `${all.slice(at, at + 682)} `;
    }
    return text.slice(0, 2048);
  };
}

function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return (t ^ (t >>> 14)) >>> 0;
  };
}

async function timed(work) {
  const cpu = process.cpuUsage();
  const start = performance.now();
  await work();
  const { user, system } = process.cpuUsage(cpu);
  return { cpu: user + system, wall: performance.now() - start };
}
