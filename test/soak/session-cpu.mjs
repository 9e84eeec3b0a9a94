// Processor time of a process and of all that it starts, read from /proc five times a second.
import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks of a second, and bytes of a page. */
const TICKS = 100;
const PAGE = 4096;

/** Sums by step and by name of the program. The process must have a session of its own (`detached`). */
export class SessionCpu {
  /** Megabytes of the first process at most. */
  memory = 0;
  #processes = new Map();
  #steps = new Map();
  #done = new Map();

  /** Until the process ends. */
  async follow(child) {
    const watch = setInterval(() => this.#look(child.pid), 200);
    await new Promise((resolve) => child.once('close', resolve));
    clearInterval(watch);
    this.next('end');
  }

  /** What was used since the last step is this step's. The first step has the start of Spark, too: it is taken for a step. */
  next(step) {
    const now = this.#sums();
    const used = new Map([...now].map(([name, sum]) => [name, sum - (this.#done.get(name) ?? 0)]));
    const before = this.#steps.get(step) ?? new Map();
    for (const [name, sum] of used) before.set(name, (before.get(name) ?? 0) + sum);
    this.#steps.set(step, before);
    this.#done = now;
  }

  steps() {
    return [...this.#steps.keys()];
  }

  of(step, name) {
    const used = this.#steps.get(step) ?? new Map();
    return name === undefined ? [...used.values()].reduce((a, b) => a + b, 0) : (used.get(name) ?? 0);
  }

  total() {
    return this.steps().reduce((sum, step) => sum + this.of(step), 0);
  }

  #sums() {
    const sums = new Map();
    for (const { name, seconds } of this.#processes.values()) sums.set(name, (sums.get(name) ?? 0) + seconds);
    return sums;
  }

  #look(session) {
    for (const pid of readdirSync('/proc')) {
      if (!/^\d+$/.test(pid)) continue;
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
        const rest = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        if (Number(rest[3]) !== session) continue;
        const comm = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
        const name = /^(java|python|node)/.exec(comm)?.[1] ?? 'java';
        // a process number may be used again: the time of its start tells them apart
        this.#processes.set(`${pid}@${rest[19]}`, {
          name,
          seconds: (Number(rest[11]) + Number(rest[12])) / TICKS,
        });
        if (Number(pid) === session)
          this.memory = Math.max(this.memory, Math.round((PAGE * Number(rest[21])) / 2 ** 20));
      } catch {
        // it has ended
      }
    }
  }
}
