#!/usr/bin/env node
/** The command `neardup`. Nothing heavy is imported here: `neardup --version` must answer at once. */
import { EXIT } from './exit-codes.ts';
import { version } from './version.ts';

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // `neardup … | head` closes the pipe: that is not an error
  if (error.code === 'EPIPE') process.exit(EXIT.done);
  process.stderr.write(`neardup: Cannot write the results: ${error.message}.\n`);
  process.exit(EXIT.trouble);
});

if (['-V', '--version'].includes(process.argv.slice(2).join(' '))) process.stdout.write(`${version()}\n`);
else void import('./run.ts').then(({ run }) => run(process.argv));
