// Does a lasting collection keep its promises whatever happens? Each check runs for minutes; the tests run a short form of it.
//
//   node scripts/check-durability.mjs power 100000     loss of power at every step, on a simulated disk: so many states
//   node scripts/check-durability.mjs faults 20        ENOSPC and EIO at every call of so many histories
//   node scripts/check-durability.mjs flips 20000      bits flipped in any file
//   node scripts/check-durability.mjs cuts 64          every file cut at every 64th byte
//   node scripts/check-durability.mjs kill 2000        kill -9 while documents are added, replaced, removed, expire and are merged: at every named kill
//                                                      point, then so many rounds at any moment
//   node scripts/check-durability.mjs points 1         what is on the disk at every named kill point, without a process for each: every n-th is compared with one made anew
//   node scripts/check-durability.mjs figures          durable appends per second, CPU per document
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
