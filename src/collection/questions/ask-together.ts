/**
 * Questions that several callers ask at the same time are answered together: texts are made canonical, and stored ones read, once for all.
 * An answer does not depend on the questions asked beside it.
 */
import { pause } from '../../platform/host.ts';

/** Questions, and characters of their texts, that are answered together. */
const MOST_QUESTIONS = 64;
const MOST_TEXT = 1 << 20;

interface Asking<Question, Settings, Answer> {
  readonly question: Question;
  readonly settings: Settings;
  /** Only questions with the same settings are answered together. */
  readonly key: string;
  readonly size: number;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

export class AskTogether<Question, Settings, Answer> {
  private waiting: Asking<Question, Settings, Answer>[] = [];
  private readonly working = new Set<Promise<void>>();

  /**
   * @param answerAll Answers questions, in their order.
   * @param parallel How many times questions are answered together at the same time.
   */
  constructor(
    private readonly answerAll: (questions: readonly Question[], settings: Settings) => Promise<Answer[]>,
    private readonly parallel: number,
  ) {}

  /** @param settings Values that JSON tells apart. @param size Characters of the question. */
  ask(question: Question, settings: Settings, size: number): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ question, settings, key: JSON.stringify(settings), size, resolve, reject });
      this.next();
    });
  }

  /** Resolves when nothing is asked any more. */
  async settled(): Promise<void> {
    while (this.working.size > 0) await Promise.all(this.working);
  }

  private next(): void {
    if (this.working.size === this.parallel || this.waiting.length === 0) return;
    // those that ask in the same turn of the event loop are answered together
    const work = pause().then(() => this.answerSome(this.take()));
    this.working.add(work);
    work.then(() => {
      this.working.delete(work);
      this.next();
    });
  }

  private take(): Asking<Question, Settings, Answer>[] {
    const taken: Asking<Question, Settings, Answer>[] = [];
    const left: Asking<Question, Settings, Answer>[] = [];
    let text = 0;
    for (const asking of this.waiting) {
      const fits = taken.length < MOST_QUESTIONS && text + asking.size <= MOST_TEXT;
      const isTaken = taken.length === 0 || (fits && asking.key === taken[0].key);
      (isTaken ? taken : left).push(asking);
      if (isTaken) text += asking.size;
    }
    this.waiting = left;
    return taken;
  }

  private async answerSome(asked: readonly Asking<Question, Settings, Answer>[]): Promise<void> {
    if (asked.length === 0) return;
    try {
      const questions = asked.map(({ question }) => question);
      const answers = await this.answerAll(questions, asked[0].settings);
      for (const [i, { resolve }] of asked.entries()) resolve(answers[i]);
    } catch (error) {
      // a question that cannot be answered fails alone
      if (asked.length === 1) asked[0].reject(error);
      else for (const each of asked) await this.answerSome([each]);
    }
  }
}
