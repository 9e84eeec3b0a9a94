/** The commands and their help, built from two tables: COMMANDS here, FLAGS beside it. */
import { createRequire } from 'node:module';
import { Command, Option } from 'commander';
import { FLAGS, type Flag } from './flags.ts';

/** What an action gets: the paths and the values of the flags, by library option. */
export type CliOptions = Readonly<Record<string, unknown>>;
export type Action = (paths: string[], options: CliOptions) => Promise<number>;

interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  readonly examples: readonly (readonly [command: string, meaning: string])[];
  /** What stands behind the command's name. @default '<input...>' */
  readonly argument?: readonly [syntax: string, meaning: string];
  /** Groups of flags that it takes; all when left out. */
  readonly groups?: readonly Flag['group'][];
  /** Options of these groups that mean nothing to it. */
  readonly without?: readonly string[];
  readonly load: () => Promise<Action>;
}

export const COMMANDS: readonly CommandEntry[] = [
  {
    name: 'dedup',
    summary: 'remove near-duplicates',
    description: `Removes near-duplicates. Every removed document was compared with the one that is kept for it; \
the input is never changed. Without -o nothing is written: the list shows what would go.`,
    examples: [
      ['neardup dedup corpus.jsonl -o clean.jsonl', 'keep the first of each group'],
      ['neardup dedup articles/ -o clean/ --keep longest', 'files of a folder, the longest stays'],
      ['neardup dedup new.jsonl --against old.jsonl -o fresh.jsonl', 'what is not in old.jsonl yet'],
      [
        'neardup dedup corpus.jsonl --keep max:date --report groups.html',
        'the newest stays; look at all groups',
      ],
      ['zcat dump.jsonl.gz | neardup dedup - --text-field body --json', 'from a pipe, for another program'],
    ],
    load: async () => (await import('./commands/dedup.ts')).dedupCommand,
  },
  {
    name: 'pairs',
    summary: 'list every verified pair',
    description: `Lists every pair of near-duplicates with its evidence. Of documents with the same text each is paired \
with the first one only.`,
    examples: [
      ['neardup pairs corpus.jsonl', 'pairs that share 80 % of their shingles'],
      ['neardup pairs drafts/*.md --threshold 0.5', 'less alike, too'],
      ['neardup pairs corpus.jsonl --containment 0.9 --json', 'also short texts inside longer ones'],
      ['neardup pairs --fingerprints board.jsonl', 'candidates among fingerprints computed elsewhere'],
    ],
    load: async () => (await import('./commands/pairs.ts')).pairsCommand,
  },
  {
    name: 'groups',
    summary: 'list groups of near-duplicates',
    description: 'Lists groups: a kept document and those that were compared with it and found alike.',
    examples: [
      ['neardup groups corpus.jsonl', 'all groups'],
      ['neardup groups site/ --format html --json', 'web pages, for another program'],
    ],
    load: async () => (await import('./commands/groups.ts')).groupsCommand,
  },
  {
    name: 'compare',
    summary: 'show which passages of a text stand in others',
    description: `Compares a text with one or more others, sentence by sentence, and shows the \
passages that they share: identical, edited, or with synonyms. The first file is \
the text, the others are its sources (FILE#ID: one document of a file with \
several); with --in the best sources are looked for in a collection. The \
percentage is the share of words in such passages; each word counts once, \
however many sources have it.`,
    examples: [
      ['neardup compare essay.docx article.pdf', 'the passages, with what was changed in them'],
      ['neardup compare essay.docx article.pdf --html report.html', 'a page with both texts side by side'],
      ['neardup compare essay.docx wiki.html notes.txt', 'several sources, the best one for each passage'],
      ['neardup compare essay.docx --in library/', 'the best sources of a folder or a corpus'],
      ['neardup compare a.txt b.txt --min-words 12 --json', 'only longer passages, for another program'],
      ['neardup compare a.html b.html --main', 'web pages without their menus and notices'],
    ],
    argument: ['<files...>', 'the text, then its sources'],
    without: [
      'stopWords',
      'stems',
      'stemDictionary',
      'ngram',
      'segment',
      'canonical',
      'hash',
      'features',
      'duplicateIds',
    ],
    load: async () => (await import('./commands/compare.ts')).compareCommand,
  },
  {
    name: 'fingerprint',
    summary: 'print the fingerprint of every document',
    description: `Prints the 64-bit simhash of every document. Near-duplicates differ in few bits. With --level words weigh by \
how rare they are, and every paragraph or sentence has a fingerprint of its own. Lines come as \
documents are read: where a run fails some are there before, but with --json no summary.`,
    examples: [
      ['neardup fingerprint corpus.jsonl', 'fingerprint and id, one a line'],
      ['neardup fingerprint corpus.jsonl --level sentence --json', 'every sentence, with its place'],
      [
        'neardup fingerprint words.jsonl --canonical --hash sdbm --features counts',
        'exactly the published method',
      ],
    ],
    load: async () => (await import('./commands/fingerprint.ts')).fingerprintCommand,
  },
  {
    name: 'search',
    summary: 'find the documents most like a text',
    description: `Finds the documents that are most like each query, nearest first. A query is a text, or @FILE for the \
text of a file.`,
    examples: [
      ['neardup search "coffee export quotas" --in news.jsonl', 'the ten nearest documents'],
      ['neardup search @draft.html --in articles/ -k 3 --explain', 'a file as query, with the shared terms'],
      ['neardup search --queries new.jsonl --index news.index --json', 'many queries, a saved index'],
    ],
    argument: ['[query...]', 'texts, or @FILE'],
    load: async () => (await import('./commands/search.ts')).searchCommand,
  },
  {
    name: 'index',
    summary: 'keep a collection ready to be searched',
    description: `index build DIR INPUT…   makes an index of all documents, replacing one that is there
index add DIR INPUT…     adds documents
index search DIR QUERY…  finds the documents most like a text or @FILE
index info DIR           says what is in it`,
    examples: [
      ['neardup index build news.index news.jsonl', 'signatures of all documents'],
      ['neardup index add news.index today.jsonl', 'more of them'],
      ['neardup index search news.index "coffee export quotas" -k 5', 'the five nearest'],
      ['neardup index info news.index --json', 'for another program'],
    ],
    argument: ['<words...>', 'build, add, search or info; the folder; inputs or queries'],
    load: async () => (await import('./commands/index.ts')).indexCommand,
  },
  {
    name: 'text',
    summary: 'print the text of every document, as it is compared',
    description: `Prints the text that is extracted: paragraphs separated by a blank line. With --json also where each \
paragraph begins and ends, in UTF-16 units of the text.`,
    examples: [
      ['neardup text report.pdf letter.docx', 'what is read of these files'],
      ['neardup text page.html --main', 'the main text of a page'],
      ['neardup text mail.mbox --json', 'every message, for another program'],
    ],
    groups: ['Input', 'Output', 'Running'],
    load: async () => (await import('./commands/text.ts')).textCommand,
  },
  {
    name: 'eval',
    summary: 'measure precision and recall against known pairs',
    description: 'Compares the pairs that are found with known ones, and prints precision, recall and F1.',
    examples: [
      ['neardup eval corpus.jsonl --truth pairs.tsv', 'with the defaults'],
      [
        'neardup eval corpus.jsonl --truth pairs.tsv --minimum resemblance=0.8 --distance 5',
        'only some known pairs',
      ],
    ],
    load: async () => (await import('./commands/eval.ts')).evalCommand,
  },
];

const DOCUMENTS = ['<input...>', 'files, folders, quoted globs, or - for standard input'] as const;

export function buildProgram(onExit: (code: number) => void): Command {
  const program = new Command('neardup')
    .description(
      'Finds duplicate and near-duplicate documents, proves every match against the text, and shows what is the same.',
    )
    .version(version(), '-V, --version', 'print the version')
    .helpCommand('help [command]', 'explain a command')
    .showHelpAfterError('(neardup help shows the commands; neardup help COMMAND explains one)')
    .exitOverride()
    .addHelpText(
      'after',
      examplesText([COMMANDS[0].examples[0], COMMANDS[0].examples[2], COMMANDS[1].examples[1]]),
    )
    .addHelpText(
      'after',
      '\nInputs are files, folders, quoted globs or - for standard input; text, Markdown, HTML, PDF, DOCX, ODT, RTF, DOC, EPUB, mail, WARC, JSONL, CSV, Parquet; .gz and .zst are opened.',
    );
  for (const entry of COMMANDS) program.addCommand(buildCommand(entry, onExit));
  program.addCommand(completionCommand(), { hidden: true });
  return program;
}

function buildCommand(entry: CommandEntry, onExit: (code: number) => void): Command {
  const command = new Command(entry.name)
    .summary(entry.summary)
    .description(entry.description)
    .argument(...(entry.argument ?? DOCUMENTS))
    .exitOverride()
    .showHelpAfterError(`(neardup help ${entry.name} explains the options)`);
  for (const flag of flagsOf(entry.name)) command.addOption(option(flag));
  command.addHelpText('after', examplesText(entry.examples));
  command.action(async (paths: string[], values: Record<string, unknown>) => {
    const action = await entry.load();
    onExit(await action(paths, byOption(entry.name, values)));
  });
  return command;
}

/** The flags of a command, grouped in pipeline order. */
export function flagsOf(command: string): Flag[] {
  const { groups, without } = COMMANDS.find((entry) => entry.name === command) ?? {};
  return FLAGS.filter(
    (flag) =>
      (flag.commands === undefined || flag.commands.includes(command)) &&
      (groups === undefined || groups.includes(flag.group)) &&
      without?.includes(flag.option) !== true,
  );
}

function option(flag: Flag): Option {
  const made = new Option(flag.flags, flag.help).helpGroup(`${flag.group}:`);
  if (flag.choices !== undefined) made.choices(flag.choices);
  if (flag.parse !== undefined) made.argParser(flag.parse);
  return made;
}

/** Values by library option instead of by flag name. */
function byOption(command: string, values: Record<string, unknown>): CliOptions {
  return Object.fromEntries(
    flagsOf(command).map((flag) => [flag.option, values[option(flag).attributeName()]]),
  );
}

function examplesText(examples: CommandEntry['examples']): string {
  return `\nExamples:\n${examples.map(([command, meaning]) => `  ${command}\n      ${meaning}`).join('\n')}`;
}

function completionCommand(): Command {
  return new Command('completion')
    .summary('print a completion script for bash')
    .argument('[shell]', 'bash', 'bash')
    .action(async () => {
      const { bashCompletion } = await import('./completion.ts');
      const flags = COMMANDS.map(({ name }) => [name, flagsOf(name).map((flag) => flag.flags)] as const);
      process.stdout.write(bashCompletion(new Map(flags)));
    });
}

function version(): string {
  return createRequire(import.meta.url)('neardup/package.json').version;
}
