/** What a worker thread runs: the jobs of all rooms, behind one engine. `scripts/bundle-cli.mjs` makes one file of it. */
import { prepareJob, scanJob } from './collection/index.ts';
import { compareJob, countShinglesJob, leadJob, rareShinglesJob } from './duplicates/index.ts';
import { serveJobs } from './engines/index.ts';
import { signJob } from './nearest/index.ts';

await serveJobs([prepareJob, scanJob, leadJob, compareJob, countShinglesJob, rareShinglesJob, signJob]);
