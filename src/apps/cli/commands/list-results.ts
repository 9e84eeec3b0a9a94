/** The common part of the listing commands: run, print each result as JSON or for a person, sum up, choose the exit code. */
import {
  formatSummary,
  type Problem,
  type RunStream,
  type Summary,
  type TextFormat,
} from '../../../index.ts';
import { Output } from '../output.ts';
import { problemLine } from '../problem-file.ts';
import type { OwnOptions } from '../program.ts';
import { Terminal } from '../terminal.ts';
import { usesColor } from '../uses-color.ts';

export interface Listing<T> {
  start(callbacks: ReturnType<Terminal['callbacks']>): RunStream<T>;
  /** The result as it is listed; undefined for one that is not. @default every result as it is */
  select?(result: T): T | undefined;
  /** The inputs, if a gate judges them: what is new comes before what cannot be read, and pictures in a folder are no documents. */
  readonly gated?: readonly string[];
  /** Called after the last result. */
  end?(output: Output, terminal: Terminal): Promise<void>;
  /** A result for a person. */
  toText?(result: T, format: TextFormat): string;
  /** Prints a result that consists of finished lines; replaces the two above. */
  print?(result: T, output: Output): Promise<void>;
  /** True if the results are in a file: a person does not want them on the terminal as well. @default false */
  readonly isWritten?: boolean;
  /** True if standard output has something else: the summary goes to standard error. @default false */
  readonly isOutputTaken?: boolean;
  /** False if the output for people is the results alone. @default true */
  readonly summary?: boolean;
  /** True if the summary means that duplicates were found. */
  foundAny(summary: Summary): boolean;
}

export async function listResults<T>(own: OwnOptions, listing: Listing<T>): Promise<number> {
  const terminal = new Terminal(own);
  const output = new Output();
  const format: TextFormat = { color: usesColor() };
  try {
    if (listing.gated !== undefined) terminal.passOver(listing.gated);
    const callbacks = terminal.callbacks();
    // with --json each problem is a line of its own: the terminal shows the first of many
    const onProblem = (problem: Problem) => {
      callbacks.onProblem(problem);
      if (own.json === true && listing.isOutputTaken !== true) void output.json(problemLine(problem));
    };
    const run = listing.start({ ...callbacks, onProblem });
    for await (const each of run) {
      const result = listing.select === undefined ? each : listing.select(each);
      if (result === undefined) continue;
      if (listing.isWritten === true && own.json !== true) continue;
      terminal.clear();
      if (listing.print !== undefined) await listing.print(result, output);
      else if (own.json === true) await output.json(result);
      else await output.line(listing.toText?.(result, format) ?? String(result));
    }
    const summary = await run.summary;
    terminal.clear();
    terminal.truncated(summary.truncated);
    if (own.json === true) await output.json({ summary });
    else if (listing.isOutputTaken === true) terminal.summary(formatSummary(summary));
    else if (listing.summary !== false) await output.line(formatSummary(summary, format));
    await listing.end?.(output, terminal);
    await output.flush();
    const isFound = own.exitCode === true && listing.foundAny(summary);
    if (listing.gated !== undefined) return isFound ? 1 : terminal.problems > 0 ? 2 : 0;
    return summary.unreadable > 0 ? 2 : isFound ? 1 : 0;
  } finally {
    await terminal.finish();
  }
}
