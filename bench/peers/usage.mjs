// Loaded into a run of neardup (`node --import`): leaves processor time and peak memory in the file NEARDUP_USAGE names.
import { writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  process.on('exit', () => {
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
    const told = { cpu: (userCPUTime + systemCPUTime) / 1e6, megabytes: maxRSS / 1024 };
    writeFileSync(process.env.NEARDUP_USAGE, JSON.stringify(told));
  });
}
