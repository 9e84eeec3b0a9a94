// The process that is killed: see kill.mjs. What it says is written straight to the pipe before it goes on.
import { writeSync } from 'node:fs';
import { makeChange, openSmall, randomChange } from './kill-history.mjs';
import { randomNumbers } from './sim-disk.mjs';
import * as store from './store.mjs';

const [path, round, from, point, reached] = process.argv.slice(2);
/** A kill point that is not reached by then is never reached. */
const MOST_CHANGES = 1000;
const say = (line) => writeSync(1, `${line}\n`);
const random = randomNumbers(1_000_000 + Number(round));
let now = Number(from);
let times = 0;
const collection = await openSmall(store, path, () => now);
store.onKillPoint((each) => {
  if (each === point && ++times === Number(reached)) process.kill(process.pid, 'SIGKILL');
});
say('ready');
for (let i = 0; point === undefined || i < MOST_CHANGES; i++) {
  now++;
  const change = randomChange(random, now);
  say(JSON.stringify(change));
  await makeChange(collection, change);
  say('done');
  // changes go on while it merges
  if (i % 25 === 24) collection.merge().catch(() => {});
}
