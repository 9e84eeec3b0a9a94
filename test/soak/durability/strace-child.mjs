// The process that strace makes fail: see strace-collection.mjs. Callers change a collection, which is opened twice. A change that was refused is
// made again, at once if there was no room, otherwise when the collection has been opened again.
import { writeSync } from 'node:fs';
import { CALLERS, makeChange, openSmall, randomChange } from './kill-history.mjs';
import { randomNumbers } from './sim-disk.mjs';
import * as store from './store.mjs';

const [path, seed, changes] = process.argv.slice(2);
const ATTEMPTS = 3;
const MERGE_AFTER = 4;
const say = (line) => writeSync(1, `${line}\n`);
const clock = { now: 0 };
const callers = Array.from({ length: CALLERS }, (_, caller) => ({
  caller,
  random: randomNumbers(1_000_000 * (caller + 1) + Number(seed)),
  done: 0,
  change: undefined,
}));

for (const until of [changes / 2, Number(changes)]) {
  const collection = await attempt('open', () => openSmall(store, path, () => clock.now));
  if (collection === undefined) continue;
  await Promise.all(callers.map((each) => write(collection, each, until)));
  await attempt('merge', () => collection.merge());
  await attempt('close', () => collection.close());
}
say('end');

async function write(collection, each, until) {
  const { caller, random } = each;
  for (let refused = 0; each.done < until && refused < ATTEMPTS; ) {
    each.change ??= randomChange(random, ++clock.now, caller);
    say(`${caller} ${JSON.stringify(each.change)}`);
    const code = await attempt('change', () => makeChange(collection, each.change).then(() => 'done'));
    if (code !== 'done') {
      refused++;
      continue;
    }
    say(`${caller} done`);
    each.change = undefined;
    // changes go on while it merges
    if (each.done++ % MERGE_AFTER === 0 && caller === 0) void attempt('merge', () => collection.merge());
  }
}

/** What it gives; undefined if it was refused, which is said with the code of the error, or all of one that is not ours. */
async function attempt(what, act) {
  try {
    return await act();
  } catch (error) {
    say(
      `refused ${what} ${error.name === 'NeardupError' ? error.code : `not ours: ${JSON.stringify(error.stack)}`}`,
    );
    return undefined;
  }
}
