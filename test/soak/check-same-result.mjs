// The heavy form of test/flow/same-result.test.ts, on a corpus of your choice: dedup and pairs must give the same bytes
// for either engine, any number of threads and any batch size. Usage: node test/soak/check-same-result.mjs FILE
import { createHash } from 'node:crypto';
import { dedup, pairs } from '../../dist/index.js';

const [file] = process.argv.slice(2);
if (file === undefined) {
  console.error('Expected a corpus, got nothing: node test/soak/check-same-result.mjs FILE');
  process.exit(2);
}
const ways = [
  { engine: 'wasm', threads: 1 },
  { engine: 'wasm', threads: 2 },
  { engine: 'wasm', threads: 2, batch: { bytes: 70_001, documents: 333 } },
  { engine: 'scalar', threads: 2 },
  { engine: 'scalar', threads: 1, batch: { bytes: 3_000_017, documents: 9999 } },
];
const digests = new Set();
for (const way of ways) {
  const hash = createHash('sha256');
  let results = 0;
  const start = performance.now();
  for (const verb of [dedup, pairs]) {
    for await (const result of verb(file, way)) {
      hash.update(JSON.stringify(result));
      results++;
    }
  }
  const digest = hash.digest('hex').slice(0, 16);
  digests.add(digest);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  const peak = Math.round(process.resourceUsage().maxRSS / 1024);
  console.log(`${digest}  ${results} results  ${seconds} s  peak so far ${peak} MB  ${JSON.stringify(way)}`);
}
console.log(digests.size === 1 ? 'all the same' : 'THEY DIFFER');
process.exit(digests.size === 1 ? 0 : 1);
