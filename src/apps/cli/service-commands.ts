/** The commands of services: `serve`, `keys`, `mcp` and `python-calls`. They take other options than the commands that read documents. */
import { Command, Option } from 'commander';
import { examplesText } from './examples-text.ts';

const DATA = ['--data <folder>', 'folder with the collections, keys and reviews', 'neardup-data'] as const;

export function serveCommand(): Command {
  return new Command('serve')
    .summary('serve collections to a page in the browser and to other programs')
    .description(
      `Starts a service for this machine, and opens its page: drop files on it to check and compare them. Without keys only this \
machine is served. docs/service.md has the addresses for programs.`,
    )
    .argument('[collection...]', 'folders of collections elsewhere')
    .option(...DATA)
    .option('--port <n>', 'port', '7710')
    .option('--host <name>', 'address to listen at; other machines need a key', '127.0.0.1')
    .option('--no-open', 'do not open the page')
    .option('--import-root <folder>', 'files below this folder can be imported by tasks')
    .option('--threads <n>', 'threads that compute (default: the number of processors)')
    .option('--answer-seconds <n>', 'seconds after which a request is not answered any more (default: 300)')
    .option('--stop-seconds <n>', 'seconds for what runs when the service is stopped (default: 25)')
    .option('--readers <n>', 'processes that answer questions beside the one that writes (default: 0)')
    .option(
      '--read-only',
      'answer questions only, and follow what another process writes (default: a reader for every processor)',
    )
    .addOption(
      new Option('--log <level>', 'what to log to standard error (default: warn)').choices([
        'error',
        'warn',
        'info',
        'debug',
      ]),
    )
    .exitOverride()
    .addHelpText(
      'after',
      examplesText([
        ['neardup serve', 'makes a collection in ./neardup-data and opens the page'],
        ['neardup serve news.nd --no-open', 'serve an existing collection to other programs'],
        [
          'neardup serve news.nd --no-open --readers 8',
          'the same, with questions answered by eight processes',
        ],
        ['neardup serve --data /srv/neardup --host 0.0.0.0 --no-open', 'for other machines; needs a key'],
      ]),
    )
    .action(async (collections: string[], flags) => {
      const { serve } = await import('./commands/serve.ts');
      await serve(collections, flags);
    });
}

export function mcpCommand(): Command {
  return new Command('mcp')
    .summary('let an agent check, compare and search your documents')
    .description(
      `Serves the Model Context Protocol over standard input and output. An agent reaches only the collections and folders named here, \
and changes nothing unless it is allowed to. docs/mcp.md has the tools.`,
    )
    .argument('<place...>', 'collections, and folders of documents')
    .option('--allow-writes', 'documents of collections may be added and removed')
    .option('--threads <n>', 'threads that compute (default: the number of processors)')
    .exitOverride()
    .addHelpText(
      'after',
      examplesText([
        ['neardup mcp library.nd', 'tools to check, search and compare the documents of library.nd'],
        ['neardup mcp notes/ drafts/', 'two folders, read anew for every question'],
        ['neardup mcp library.nd --allow-writes', 'an agent may also add and remove documents'],
      ]),
    )
    .action(async (places: string[], flags) => (await import('./commands/mcp.ts')).mcp(places, flags));
}

/** Not in the help: people call `import neardup` instead. */
export function pythonCallsCommand(): Command {
  return new Command('python-calls')
    .description('Answers the calls of the package for Python. docs/python.md describes the package.')
    .exitOverride()
    .action(async () => (await import('./commands/python-calls.ts')).pythonCalls());
}

export function keysCommand(): Command {
  const keys = new Command('keys')
    .summary('make, list and revoke keys of the service')
    .description('Keys are kept in the data folder of a service, which may be running. A key is shown once.')
    .exitOverride()
    .addHelpText(
      'after',
      examplesText([
        ['neardup keys create --scopes admin', 'the first key: it may do everything'],
        ['neardup keys create --scopes read,write --prefix news/feed3/', 'only documents feed3/… of `news`'],
        ['neardup keys revoke 0123456789ab', 'it is refused from now on'],
      ]),
    );
  const command = (name: string, description: string) =>
    keys
      .command(name)
      .description(description)
      .option(...DATA)
      .exitOverride();
  command('create', 'make a key and print it')
    .option('--scopes <list>', 'the rights of the key: read, write, watch, metrics, admin', 'admin')
    .option('--name <words>', 'what it is for')
    .option('--prefix <text>', 'it reaches only documents whose COLLECTION/ID begins with this')
    .option('--expires <date>', 'from then on it is refused')
    .option('--rate <n>', 'requests a minute')
    .option('--json', 'print it as JSON')
    .action(async (flags) => (await import('./commands/keys.ts')).createKey(flags));
  command('list', 'list the keys, without their secrets')
    .option('--json', 'print JSON lines')
    .action(async (flags) => (await import('./commands/keys.ts')).listKeys(flags));
  command('revoke <key>', 'revoke a key, by the name that `list` shows').action(async (key: string, flags) =>
    (await import('./commands/keys.ts')).revokeKey(key, flags),
  );
  return keys;
}
