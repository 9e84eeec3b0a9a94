/** Everything a command shows besides its results, on standard error: progress with time left, problems, notes. */
import { inWords, type Problem, type Progress, type RunOptions, visible } from '../../index.ts';
import { flagName } from './flag-names.ts';
import { ProblemFile } from './problem-file.ts';
import type { OwnOptions } from './program.ts';

/** Problems shown one by one, each kind once in a source (`kindsOf`); a broken corpus of a million lines must not fill the terminal. */
const SHOWN_PROBLEMS = 20;
const REDRAW_MS = 100;
/** The memory and disk space that a run needs are shown for inputs of at least this many bytes. */
const WORTH_A_NOTE = 10e6;
/** … and the comparisons of the exact method if there may be at least this many. */
const MANY_COMPARISONS = 1e6;

export class Terminal {
  /** Those that count: what could not be read, and should have been. */
  problems = 0;
  private met = 0;
  private shown = 0;
  /** Inputs as they were named, if files of kinds that are not read count only if they are among them. */
  private named: readonly string[] | undefined;
  /** The problems of each kind that were not shown, with the one that was. */
  private readonly more = new Map<string, Alike>();
  private readonly quiet: boolean;
  private readonly isTty = process.stderr.isTTY === true;
  /** The current stage, when it began, and how many bytes were done then. */
  private stage: Progress['stage'] | undefined;
  private start = 0;
  private startBytes = 0;
  private lastDrawn = 0;
  private line = '';

  private readonly list: ProblemFile | undefined;

  constructor({ quiet, problems }: Pick<OwnOptions, 'quiet' | 'problems'>) {
    this.quiet = quiet === true;
    this.list = problems === undefined ? undefined : new ProblemFile(problems);
  }

  /** The callbacks for a run of the library. */
  callbacks(): Pick<RunOptions, 'onProblem' | 'onProgress'> {
    return {
      onProblem: (problem) => this.problem(problem),
      onProgress: (progress) => this.progress(progress),
    };
  }

  /** Files of folders that are of no kind that is read, such as pictures, are told and do not count. */
  passOver(inputs: readonly string[]): void {
    this.named = inputs;
  }

  note(text: string): void {
    if (this.quiet) return;
    this.clear();
    process.stderr.write(`neardup: ${visible(text)}\n`);
  }

  /** The summary, if results take standard output. */
  summary(lines: string): void {
    if (this.quiet) return;
    this.clear();
    process.stderr.write(`${lines}\n`);
  }

  /** Warns of documents that were not compared with all of their candidates. */
  truncated(documents = 0): void {
    if (documents === 0) return;
    this.note(
      `${grouped(documents)} documents have too many candidates to compare with all of them; \`--method exact\` compares all`,
    );
  }

  /** Clears the progress line; call it before results are written and at the end. */
  clear(): void {
    if (this.line === '') return;
    process.stderr.write(`\r${' '.repeat(this.line.length)}\r`);
    this.line = '';
  }

  /** Says at the end how many problems were not shown, and ends their list. */
  async finish(): Promise<void> {
    this.clear();
    let rest = this.met - this.shown;
    for (const { place, count, others } of new Set(this.more.values())) {
      const where =
        others === 0 ? '' : `, here and in ${grouped(others)} other ${others === 1 ? 'source' : 'sources'}`;
      if (count > 0)
        process.stderr.write(
          `neardup: ${visible(place)}: … and ${grouped(count)} more with the same problem${where}\n`,
        );
      rest -= count;
    }
    const all = this.list === undefined ? ' (--problems FILE lists all)' : '';
    if (rest > 0) process.stderr.write(`neardup: … and ${grouped(rest)} more that could not be read${all}\n`);
    await this.list?.commit();
  }

  private problem(problem: Problem): void {
    this.met++;
    const isPassedOver = problem.foreign === true && this.named?.includes(problem.source) === false;
    if (!isPassedOver) this.problems++;
    this.list?.add(problem);
    const reason = inWords(problem.wording ?? problem.reason, flagName);
    const kinds = kindsOf(problem, reason);
    const alike = kinds.map((kind) => this.more.get(kind)).find((each) => each !== undefined);
    if (alike === undefined && this.shown === SHOWN_PROBLEMS) return;
    const noted = alike ?? { place: problem.source, count: 0, others: 0 };
    if (alike !== undefined) {
      alike.count++;
      if (!this.more.has(kinds[0])) alike.others++;
    }
    for (const kind of kinds) this.more.set(kind, noted);
    if (alike !== undefined) return;
    this.shown++;
    this.clear();
    const place = problem.line === undefined ? problem.source : `${problem.source}:${problem.line}`;
    process.stderr.write(`neardup: ${visible(`${place}: ${reason}`)}\n`);
  }

  private progress(progress: Progress): void {
    if (this.quiet) return;
    if (progress.need !== undefined && (progress.totalBytes ?? 0) >= WORTH_A_NOTE) {
      const { documents, memory, disk } = progress.need;
      this.note(
        `${size(progress.totalBytes ?? 0)} of input, about ${grouped(documents)} documents: needs about ${size(memory)} of memory${disk > 0 ? ` and up to ${size(disk)} of temporary disk` : ''}`,
      );
    }
    if ((progress.comparisons ?? 0) >= MANY_COMPARISONS) {
      this.note(
        `the exact method compares all candidates: up to ${grouped(progress.comparisons ?? 0)} comparisons`,
      );
    }
    if (progress.note !== undefined) this.note(visible(inWords(progress.note, flagName)));
    const now = performance.now();
    if (progress.stage !== this.stage) {
      [this.stage, this.start, this.startBytes] = [progress.stage, now, progress.bytes ?? 0];
    }
    if (!this.isTty || now - this.lastDrawn < REDRAW_MS) return;
    this.lastDrawn = now;
    this.clear();
    this.line = this.describe(progress, (now - this.start) / 1000);
    process.stderr.write(this.line);
  }

  private describe(progress: Progress, seconds: number): string {
    const { stage, documents, bytes, totalBytes, doneShare: share, pairs = 0, totalPairs } = progress;
    const count =
      totalPairs === undefined
        ? `${grouped(documents)} documents`
        : `${grouped(pairs)} of ${grouped(totalPairs)} pairs`;
    if (share !== undefined && share > 0) {
      const left = (seconds * (1 - share)) / share;
      return `${STAGES[stage]} ${Math.floor(100 * share)} % · ${count} · ${time(left)} left`;
    }
    const rate = ((bytes ?? 0) - this.startBytes) / seconds;
    if (bytes === undefined || !totalBytes || !(rate > 0)) return `${STAGES[stage]} … ${count}`;
    const left = Math.max(0, (totalBytes - bytes) / rate);
    const percent = Math.min(100, Math.floor((100 * bytes) / totalBytes));
    return `${STAGES[stage]} ${percent} % · ${count} · ${size(rate)}/s · ${time(left)} left`;
  }
}

/** A problem that was shown. */
interface Alike {
  readonly place: string;
  /** Similar problems that were not shown, and the number of other sources they are in. */
  count: number;
  others: number;
}

/**
 * Kinds of a problem, each told once per source. Quoted values and numbers, which differ by line, do not count. A field that one option
 * names for all sources is asked for once.
 */
function kindsOf({ source, wording }: Problem, reason: string): string[] {
  const kind = `${source}\n${reason.replaceAll(/`[^`]*`|\d+/g, '')}`;
  const isField = (part: unknown) =>
    typeof part === 'object' && part !== null && 'option' in part && part.option === 'textField';
  return Array.isArray(wording) && wording.some(isField) ? [kind, reason] : [kind];
}

const STAGES = {
  plan: 'looking',
  read: 'reading',
  match: 'looking for candidates',
  verify: 'comparing',
  write: 'writing',
};

/** `1,000,000`. The first call of toLocaleString takes 20 ms. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}

function size(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB'];
  const unit = Math.min(units.length - 1, Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(1000)));
  const amount = bytes / 1000 ** unit;
  return `${amount >= 10 || unit === 0 ? Math.round(amount) : amount.toFixed(1)} ${units[unit]}`;
}

function time(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
