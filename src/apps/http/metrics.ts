/** Figures for Prometheus. */
import { statfs } from 'node:fs/promises';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Answer } from './route.ts';
import type { Service } from './service.ts';

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const OF_COLLECTION = [
  ['documents', 'Documents in answers'],
  ['dead', 'Lines that were replaced, removed or expired'],
  ['commit', 'Number of the last commit'],
  ['bytes', 'Bytes on the disk'],
  ['logBytes', 'Bytes of the log'],
  ['memory', 'Bytes of tables in memory'],
  ['segments', 'Segments'],
] as const;

export class Metrics {
  private readonly registry = new Registry();
  private readonly requests: Histogram;
  private readonly gauges: ReadonlyMap<string, Gauge>;
  private readonly queue: Gauge;
  private readonly tasks: Gauge;
  private readonly disk: Gauge;
  private readonly broken: Gauge;
  private readonly damagedReviews: Gauge;

  constructor() {
    const registers = [this.registry];
    collectDefaultMetrics({ register: this.registry, prefix: 'neardup_' });
    this.requests = new Histogram({
      name: 'neardup_http_request_seconds',
      help: 'Time until a request was answered',
      labelNames: ['route', 'method', 'status'],
      buckets: SECONDS,
      registers,
    });
    const gauge = (name: string, help: string, labelNames: string[] = []) =>
      new Gauge({ name: `neardup_${name}`, help, labelNames, registers });
    this.gauges = new Map(
      OF_COLLECTION.map(([field, help]) => [field, gauge(snakeCase(field), help, ['collection'])]),
    );
    this.queue = gauge('queue_length', 'Requests that wait', ['gate']);
    this.tasks = gauge('tasks_waiting', 'Tasks that wait');
    this.broken = gauge('broken_collections', 'Collections that cannot be opened');
    this.damagedReviews = gauge('damaged_reviews', 'Damaged lines or files of reviews', ['collection']);
    this.disk = gauge('disk_free_bytes', 'Free bytes of the disk with the data folder');
  }

  observe(route: string, method: string, status: number, seconds: number): void {
    this.requests.observe({ route, method, status: String(status) }, seconds);
  }

  async answer({ collections, gates, tasks, reviews, folder }: Service): Promise<Answer> {
    for (const name of collections.names()) {
      const info = collections.info(name);
      for (const [field] of OF_COLLECTION) this.gauges.get(field)?.set({ collection: name }, info[field]);
      const damaged = await reviews.damaged(name).then(
        ({ length }) => length,
        () => 1,
      );
      this.damagedReviews.set({ collection: name }, damaged);
    }
    for (const [gate, { length }] of Object.entries(gates)) this.queue.set({ gate }, length);
    this.tasks.set(tasks.waiting);
    this.broken.set(collections.broken().length);
    const { bavail, bsize } = await statfs(folder);
    this.disk.set(bavail * bsize);
    return { status: 200, body: await this.registry.metrics(), type: this.registry.contentType };
  }
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
