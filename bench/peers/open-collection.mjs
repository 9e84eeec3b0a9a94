// Opens a collection in a process of its own and tells what that took: node open-collection.mjs FOLDER THREADS
import { openCollection } from '../../dist/index.js';

const [path, threads] = process.argv.slice(2);
globalThis.gc?.();
const rss = process.memoryUsage().rss;
const cpu = process.cpuUsage();
const start = performance.now();
const collection = await openCollection(path, { threads: Number(threads), readOnly: true });
const wall = performance.now() - start;
const { user, system } = process.cpuUsage(cpu);
globalThis.gc?.();
const { documents, memory } = collection.info();
console.log(
  JSON.stringify({ wall, cpu: user + system, documents, memory, rss: process.memoryUsage().rss - rss }),
);
await collection.close();
