/** Runs a command, and explains what went wrong. */
import { CommanderError } from 'commander';
import { type NeardupError, visible } from '../../index.ts';
import { EXIT } from './exit-codes.ts';
import { flagName } from './flag-names.ts';
import { buildProgram } from './program.ts';

/** @param argv As `process.argv`. */
export async function run(argv: readonly string[]): Promise<void> {
  try {
    await buildProgram(argv.slice(2), (code) => {
      process.exitCode = code;
    }).parseAsync(argv);
  } catch (error) {
    // it has been explained
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? EXIT.done : EXIT.trouble;
    else process.exitCode = explain(error);
  }
}

/** The words of a NeardupError, with flags for options; any other error unchanged. */
function explanation(error: unknown): { readonly message: string; readonly advice?: string } {
  const { explained, message } = error as Partial<NeardupError>;
  return explained?.call(error as NeardupError, flagName) ?? { message: message ?? String(error) };
}

/** Prints the error, without a stack trace, and its advice. */
function explain(error: unknown): number {
  const { message, advice } = explanation(error);
  process.stderr.write(`neardup: ${visible(message)}\n`);
  if (advice !== undefined) process.stderr.write(`  ${visible(advice)}\n`);
  if (process.env.NEARDUP_DEBUG && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  return EXIT.trouble;
}
