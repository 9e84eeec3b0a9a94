/** Writes the answer of one call, a line of JSON at a time: results in groups, progress now and then, and last its value or error. */
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { type Name, NeardupError, type Problem, type Progress, type RunStream } from '../../index.ts';

/** Characters of results that are written together. */
const GROUP = 64 * 1024;
const PROGRESS_MILLISECONDS = 100;

export class AnswerWriter {
  private lastProgress = 0;

  constructor(
    private readonly output: Writable,
    private readonly call: number,
  ) {}

  /** The options with which a run reports to the caller. */
  readonly callbacks = {
    onProgress: ({ note: _, ...progress }: Progress) => {
      const now = performance.now();
      if (now - this.lastProgress < PROGRESS_MILLISECONDS) return;
      this.lastProgress = now;
      void this.line({ progress });
    },
    onProblem: ({ source, line, nth, reason }: Problem) => {
      void this.line({ problem: { source, line, nth, reason } });
    },
  };

  /** Writes all results of a run; gives its summary. */
  async run<T, S>(run: RunStream<T, S>): Promise<{ readonly summary: S }> {
    await this.results(run);
    return { summary: await run.summary };
  }

  async results(results: AsyncIterable<unknown> | Iterable<unknown>): Promise<void> {
    let group: string[] = [];
    let length = 0;
    for await (const result of results) {
      const text = JSON.stringify(result);
      group.push(text);
      length += text.length;
      if (length < GROUP) continue;
      await this.rows(group);
      [group, length] = [[], 0];
    }
    if (group.length > 0) await this.rows(group);
  }

  async value(value: unknown): Promise<void> {
    await this.line({ value: value ?? null });
  }

  async error(error: unknown): Promise<void> {
    if (error instanceof NeardupError) {
      const { code, option } = error;
      const { message, advice } = error.explained(pythonName);
      await this.line({
        error: { code, message, advice, option: option === undefined ? undefined : snake(option) },
      });
    } else {
      const { name, message } = error instanceof Error ? error : { name: 'Error', message: String(error) };
      await this.line({ error: { code: name === 'AbortError' ? 'INTERRUPTED' : 'INTERNAL', message } });
    }
  }

  private async rows(group: readonly string[]): Promise<void> {
    await this.write(`{"call":${this.call},"rows":[${group.join(',')}]}\n`);
  }

  private async line(part: object): Promise<void> {
    await this.write(`${JSON.stringify({ call: this.call, ...part })}\n`);
  }

  private async write(text: string): Promise<void> {
    if (!this.output.write(text)) await once(this.output, 'drain');
  }
}

/** Options and functions as Python writes them: `maxText` is `max_text`, `method: 'simhash'` is `method='simhash'`. */
function pythonName(name: Name): string {
  if ('call' in name) return `\`${snake(name.call)}\``;
  const written = snake(name.option);
  return name.value === undefined ? `\`${written}\`` : `\`${written}='${name.value}'\``;
}

function snake(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
