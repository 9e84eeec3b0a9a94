// Does a lasting collection keep its promises whatever happens? Each check runs for minutes; the tests run a short form of it.
//
//   node test/soak/check-durability.mjs power 100000     loss of power at every step while up to six callers write, on a simulated disk: so many states
//   node test/soak/check-durability.mjs faults 20        ENOSPC and EIO at every call of so many histories
//   node test/soak/check-durability.mjs flips 20000      bits flipped in any file
//   node test/soak/check-durability.mjs cuts 64          every file cut at every 64th byte
//   node test/soak/check-durability.mjs kill 2000        kill -9 while six callers add, replace and remove documents, which also expire and are merged: at
//                                                      every named kill point, then at any moment; so many rounds, four for each kill
//   node test/soak/check-durability.mjs points 1         what is on the disk at every named kill point, without a process for each: every n-th is compared with one made anew
//   node test/soak/check-durability.mjs strace 150       EIO, ENOSPC, writes of nothing and kill -9 at calls of real processes, by strace: collections, keys, a service; so many runs
//   node test/soak/check-durability.mjs figures          durable appends per second, CPU per document
import { checksOf } from './durability/checks.mjs';
import * as store from './durability/store.mjs';

const [name, count] = process.argv.slice(2);
const checks = checksOf(store);
const check = checks[name];
if (check === undefined) {
  console.error(`Expected one of: ${Object.keys(checks).join(', ')}.`);
  process.exit(2);
}
const before = process.cpuUsage();
const start = performance.now();
const found = await check(count === undefined ? undefined : Number(count));
const { user, system } = process.cpuUsage(before);
const seconds = (ms) => Math.round(ms / 100) / 10;
console.log(
  JSON.stringify({
    check: name,
    ...found,
    seconds: seconds(performance.now() - start),
    cpu: seconds((user + system) / 1000),
  }),
);
if (found.broken > 0) process.exitCode = 1;
