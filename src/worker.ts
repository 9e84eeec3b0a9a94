/** The code of a worker thread: the jobs of all rooms, on one engine. `scripts/bundle-cli.mjs` bundles it into one file. */
import { prepareJob, scanJob } from './corpus/index.ts';
import {
  compareJob,
  countShinglesJob,
  leadJob,
  meetJob,
  rareShinglesJob,
  shingleHashesJob,
} from './duplicates/index.ts';
import { serveJobs } from './engines/index.ts';
import { signJob } from './nearest/index.ts';

// a rejection that is not handled ends the thread, and its pool is told
void serveJobs([
  prepareJob,
  scanJob,
  leadJob,
  compareJob,
  countShinglesJob,
  rareShinglesJob,
  meetJob,
  shingleHashesJob,
  signJob,
]);
