#!/usr/bin/env node
/** The command `neardup`. Nothing heavy is imported here: `neardup --version` must answer at once. */
import { EXIT } from './exit-codes.ts';
import { optimizeLater } from './optimize-later.ts';
import { version } from './version.ts';

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // `neardup … | head` closes the pipe: that is not an error
  if (error.code === 'EPIPE') process.exit(EXIT.done);
  process.stderr.write(`neardup: Cannot write the results: ${error.message}.\n`);
  process.exit(EXIT.trouble);
});

if (['-V', '--version'].includes(process.argv.slice(2).join(' '))) process.stdout.write(`${version()}\n`);
else {
  const [, , first = ''] = process.argv;
  void load(/^[a-z-]{1,20}$/.test(first) ? first : 'help');
}

async function load(command: string): Promise<void> {
  optimizeLater();
  const { CompiledModules } = await import('./compiled-modules.ts');
  const modules = new CompiledModules(command);
  process.once('exit', (code) => {
    // a name that is no command would be kept too
    if (code !== EXIT.trouble) modules.keep();
  });
  return (modules.load('run.cjs') as typeof import('./run.ts')).run(process.argv);
}
