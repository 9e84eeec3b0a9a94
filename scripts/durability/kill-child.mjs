// The process that is killed: see kill.mjs. What it says is written straight to the pipe before it goes on.
import { writeSync } from 'node:fs';
import { openCollection } from '../../dist/index.js';
import { OPEN, randomChange } from './kill.mjs';
import { randomNumbers } from './sim-disk.mjs';

const [path, round] = process.argv.slice(2);
const say = (line) => writeSync(1, `${line}\n`);
const random = randomNumbers(1_000_000 + Number(round));
const collection = await openCollection(path, OPEN);
say('ready');
for (let i = 0; ; i++) {
  const change = randomChange(random);
  say(JSON.stringify(change));
  if (change.add !== undefined) await collection.add(change.add.map(([id, text]) => ({ id, text })));
  else await collection.remove(change.remove);
  say('done');
  if (i % 25 === 24) await collection.merge();
}
