// The process that is killed: see kill.mjs. What it says is written straight to the pipe before it goes on.
import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { CALLERS, makeChange, openSmall, randomChange } from './kill-history.mjs';
import { randomNumbers } from './sim-disk.mjs';
import * as store from './store.mjs';

const [parent, kill, times, point, reached] = process.argv.slice(2);
/** A kill point that is not reached by then is never reached. */
const MOST_CHANGES = 1000;
const MERGE_AFTER = 8;
const say = (line) => writeSync(1, `${line}\n`);

const opened = await Promise.all(
  times.split(',').map(async (time, i) => {
    const clock = { now: Number(time) };
    return { clock, collection: await openSmall(store, join(parent, `${i}.nd`), () => clock.now) };
  }),
);
let left = Number(reached);
store.onKillPoint((each) => {
  if (each === point && --left === 0) process.kill(process.pid, 'SIGKILL');
});
say('ready');
const callers = Array.from({ length: CALLERS }, (_, caller) => caller);
await Promise.all(opened.flatMap((each, number) => callers.map((caller) => write(each, number, caller))));

/** Changes a collection until the process is killed, while other callers do as well. */
async function write({ clock, collection }, number, caller) {
  const random = randomNumbers(1_000_000 * (CALLERS * number + caller + 1) + Number(kill));
  for (let i = 0; point === undefined || i < MOST_CHANGES; i++) {
    clock.now++;
    const change = randomChange(random, clock.now, caller);
    say(`${number} ${caller} ${JSON.stringify(change)}`);
    await makeChange(collection, change);
    say(`${number} ${caller} done`);
    // changes go on while it merges
    if (caller === 0 && i % MERGE_AFTER === MERGE_AFTER - 1) collection.merge().catch(() => {});
  }
}
