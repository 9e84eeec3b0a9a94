// Callers change a collection in a process of its own while strace makes a call fail, or kills the process there. What was not synced is then
// forgotten, as by a loss of power. Every acknowledged change is there, at most the one under way of each caller besides, and every index answers as
// one made anew.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Callers, compareWithRebuilt, openSmall } from './kill-history.mjs';
import { pointsOf, startTraced } from './traced.mjs';
import { forgetUnsynced } from './unsynced-bytes.mjs';

const CHILD = fileURLToPath(new URL('strace-child.mjs', import.meta.url));
/** Every history is used for so many runs. */
const RUNS_OF_SEED = 20;

/** @param changes of each caller */
export function collectionRuns(store, parent, changes) {
  const path = join(parent, 'c.nd');
  const run = async (seed, fault) => {
    for (const each of [path, `${path}-kept`, `${path}-anew`]) rmSync(each, { recursive: true, force: true });
    const running = startTraced([CHILD, path, String(seed), String(changes)], join(parent, 'trace'), fault);
    const ended = await running.ended;
    return { ...ended, ...told(running, ended) };
  };
  return {
    async points(i) {
      if (i % RUNS_OF_SEED === 0) this.found = pointsOf((await run(i, undefined)).trace, path);
      return this.found;
    },
    async check(i, fault, where) {
      const { model, trace, ...counts } = await run(i - (i % RUNS_OF_SEED), fault);
      const forgotten = forgetUnsynced(trace);
      const collection = await openSmall(store, path, () => model.now);
      const underWay = await model.judge(collection, where);
      await compareWithRebuilt(store, collection, path, model, where);
      await collection.close();
      return { ...counts, underWay, forgotten };
    },
  };
}

/** What the process said, and what must be there because of it. */
function told({ stdout, stderr }, { code, killed }) {
  const model = new Callers();
  const counts = { acknowledged: 0, refused: 0 };
  // the last line may be cut off
  const lines = stdout.split('\n').slice(0, -1);
  for (const line of lines) {
    const [, caller, said] = /^(\d+) (.*)$/.exec(line) ?? [];
    if (line.includes('not ours') || (caller === undefined && !/^(?:refused|end)/.test(line)))
      throw new Error(`it said ${line}`);
    if (caller === undefined) counts.refused += Number(line !== 'end');
    else if (said !== 'done') model.models[caller].begin(JSON.parse(said));
    else {
      model.models[caller].acknowledge();
      counts.acknowledged++;
    }
  }
  if (!killed && (code !== 0 || lines.at(-1) !== 'end' || stderr !== ''))
    throw new Error(`it ended with ${code}: ${stderr}`);
  return { model, ...counts };
}
