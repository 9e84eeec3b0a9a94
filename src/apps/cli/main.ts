#!/usr/bin/env node
/** The command `neardup`. Nothing heavy is imported here: `neardup --version` must answer at once. */
import { visible } from '../../index.ts';
import { version } from './version.ts';

/** Only its type: the library is loaded by the commands. */
type NeardupError = import('../../index.ts').NeardupError;
type FlagName = typeof import('./flag-names.ts').flagName;

/** Done, and with --exit-code: duplicates were found; something could not be read, or the call is wrong. */
const EXIT = { done: 0, found: 1, trouble: 2 } as const;

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // `neardup … | head` closes the pipe: that is not an error
  if (error.code === 'EPIPE') process.exit(EXIT.done);
  process.stderr.write(`neardup: Cannot write the results: ${error.message}.\n`);
  process.exit(EXIT.trouble);
});

if (['-V', '--version'].includes(process.argv.slice(2).join(' '))) process.stdout.write(`${version()}\n`);
else await run();

async function run(): Promise<void> {
  const [{ CommanderError }, { flagName }, { buildProgram }] = await Promise.all([
    import('commander'),
    import('./flag-names.ts'),
    import('./program.ts'),
  ]);
  try {
    await buildProgram((code) => {
      process.exitCode = code;
    }).parseAsync(process.argv);
  } catch (error) {
    // it has been explained
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? EXIT.done : EXIT.trouble;
    else process.exitCode = explain(error, flagName);
  }
}

/** The words of a NeardupError, with flags for options; any other error unchanged. */
function explanation(
  error: unknown,
  flagName: FlagName,
): { readonly message: string; readonly advice?: string } {
  const { explained, message } = error as Partial<NeardupError>;
  return explained?.call(error as NeardupError, flagName) ?? { message: message ?? String(error) };
}

/** Says what went wrong, without a stack trace, and what to do. */
function explain(error: unknown, flagName: FlagName): number {
  const { message, advice } = explanation(error, flagName);
  process.stderr.write(`neardup: ${visible(message)}\n`);
  if (advice !== undefined) process.stderr.write(`  ${visible(advice)}\n`);
  if (process.env.NEARDUP_DEBUG && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  return EXIT.trouble;
}
