// Documents that are hard for a cluster, in files of JSON lines: node test/spark/sets.mjs FOLDER [DOCUMENTS]
// 100,000 equal texts, 50,000 variants of one text (one component), 4,000 texts that share 70 % boilerplate; and as many generated
// documents of 2 KB as asked for, 8 % exact copies and 14 % near ones.
import { once } from 'node:events';
import { createWriteStream, mkdirSync } from 'node:fs';
import { generator, vocabulary, zipf } from '../../bench/data/words.mjs';

const [folder, generated = '0'] = process.argv.slice(2);
const next = generator(11);
const words = vocabulary(40_000).map(String);
const draw = zipf(words.length, next);
const text = (count) => Array.from({ length: count }, () => words[next() % words.length]);

const same = text(80).join(' ');
await save('same', 105_000, (i) => (i % 21 === 0 ? text(80).join(' ') : same));
const base = text(80);
await save('star', 50_000, (i) => base.with((i * 7) % 80, `unique${i}`).join(' '));
const plate = text(57).join(' ');
await save('plate', 4000, () => `${plate} ${text(23).join(' ')}`);

const pool = [];
await save('generated', Number(generated), () => {
  const kind = next() % 100;
  if (kind >= 22 || pool.length <= 100) {
    const fresh = Array.from({ length: 210 + (next() % 140) }, () => words[draw()]);
    pool[pool.length < 30_000 ? pool.length : next() % 30_000] = fresh;
    return fresh.join(' ');
  }
  const copy = pool[next() % pool.length].slice();
  const edits = kind < 8 ? 0 : Math.max(1, Math.round((copy.length * (1 + (next() % 4))) / 100));
  for (let i = 0; i < edits; i++) copy[next() % copy.length] = words[draw()];
  return copy.join(' ');
});

/** Four files. */
async function save(name, count, make) {
  if (count === 0) return;
  mkdirSync(`${folder}/${name}`, { recursive: true });
  for (let part = 0; part < 4; part++) {
    const file = createWriteStream(`${folder}/${name}/part-${part}.jsonl`);
    for (let i = Math.ceil((part * count) / 4); i < ((part + 1) * count) / 4; i++) {
      const line = `${JSON.stringify({ id: `${name}${i}`, text: make(i) })}\n`;
      if (!file.write(line)) await once(file, 'drain');
    }
    file.end();
    await once(file, 'finish');
  }
}
