/** Every command, one object each: help, the README table and the completions come from this table and from FLAGS. */
import { OPTIONS, type OptionRule } from '../../index.ts';
import { COLLECTION_COMMANDS } from './collection-commands.ts';
import { FLAGS, type Flag, optionName } from './flags.ts';
import { GATE_FLAGS } from './gate/gate-flags.ts';
import type { Action } from './program.ts';
import { WORKER_COMMANDS } from './worker-commands.ts';

export interface CommandEntry {
  readonly name: string;
  /** How it is called, in short: `dedup IN… [-o OUT]`. */
  readonly usage: string;
  readonly summary: string;
  readonly description: string;
  readonly examples: readonly (readonly [command: string, meaning: string])[];
  /** The arguments after the command's name. @default `DOCUMENTS` */
  readonly arguments?: readonly (readonly [syntax: string, meaning: string])[];
  /** Its commands, if it is only the beginning of their names. It takes no options then. */
  readonly commands?: readonly CommandEntry[];
  /** The rules of the library's functions that it calls: it takes the flags of their options. */
  readonly rules?: CommandRules;
  /** Other options that it takes, by name. @default `json`, `quiet` and `color` */
  readonly also?: readonly string[];
  /** The options that its short help shows; `--help-all` shows every option. @default all */
  readonly common?: readonly string[];
  /** The command whose flags it takes, if commands have different flags of one name. @default itself */
  readonly like?: string;
  /** Loads the action. Commands with subcommands have none. */
  readonly load?: () => Promise<Action>;
}

export type CommandRules = Readonly<Record<string, OptionRule<unknown>>>;

/** Options of every command. */
const PRINTING = ['json', 'quiet'];
/** … of which the short help shows fewer. */
const ALL_PRINTING = [...PRINTING, 'color'];
const SEEN = ['textField', 'idField'];
const MATCHING = [...SEEN, 'threshold', 'containment', 'threads', ...PRINTING];
const LISTING = [...ALL_PRINTING, 'exitCode', 'fingerprints'];
const { textField, idField, markup, maxDocument } = OPTIONS.texts;
const { threads: _, ...SHARED } = OPTIONS.openSharedIndex;
const { window, timeField } = OPTIONS.createCollection;

/** What commands read, in their help. */
export const DOCUMENTS = [
  '<input...>',
  'files, folders, quoted globs, s3:// hf:// https:// addresses, or - for standard input',
] as const;

export const COMMANDS: readonly CommandEntry[] = [
  {
    name: 'dedup',
    usage: 'dedup IN… [-o OUT]',
    summary: 'remove near-duplicates',
    description: `Removes near-duplicates. Every removed document was compared with the one that is kept for it. \
The input is never changed. Without -o nothing is written: the list shows what would be removed.`,
    examples: [
      ['neardup dedup corpus.jsonl -o clean.jsonl', 'keep the first of each group'],
      ['neardup dedup articles/ -o clean/ --keep longest', 'files of a folder; keep the longest'],
      ['neardup dedup originals/ backup/ -o clean/', 'what is in both is kept from originals/'],
      [
        'neardup dedup new.jsonl --against old.jsonl -o fresh.jsonl',
        'keep only documents that are new to old.jsonl',
      ],
      [
        'neardup dedup corpus.jsonl --keep max:date --report groups.html',
        'keep the newest; look at all groups',
      ],
      ['zcat dump.jsonl.gz | neardup dedup - --text-field body --json', 'from a pipe, for another program'],
      ['neardup dedup shards/ -o clean.parquet --split 8', 'eight files of equal length'],
      [
        'neardup dedup shards/ --collection work.nd -o clean/',
        'resumes after a kill, and takes new files next month',
      ],
    ],
    rules: OPTIONS.dedup,
    also: LISTING,
    common: [...MATCHING, 'keep', 'against', 'output', 'report', 'exitCode'],
    load: async () => (await import('./commands/dedup.ts')).dedupCommand,
  },
  {
    name: 'pairs',
    usage: 'pairs IN…',
    summary: 'list every verified pair',
    description: `Lists every pair of near-duplicates with its evidence. Documents with the same text are paired \
with the first of them only.`,
    examples: [
      ['neardup pairs corpus.jsonl', 'pairs that share 80 % of their shingles'],
      ['neardup pairs drafts/*.md --threshold 0.5', 'a lower threshold'],
      ['neardup pairs corpus.jsonl --containment 0.9 --json', 'also short texts contained in longer ones'],
      ['neardup pairs inbox.mbox --fields subject,date', 'mail, with subject and date in the list'],
      ['neardup pairs --fingerprints board.jsonl', 'candidates among fingerprints computed elsewhere'],
      [
        'neardup pairs corpus.jsonl --image smallest:200 --order sorted --checksum md5',
        'estimates by samples of shingles',
      ],
      ['neardup pairs docs/ --baseline known.json --exit-code', 'a pipeline that fails on new pairs only'],
    ],
    rules: {
      ...OPTIONS.imagePairs,
      index: OPTIONS.fingerprintPairs.index,
      ...OPTIONS.pairs,
      maxDistance: {
        ...OPTIONS.pairs.maxDistance,
        leftOut: `${OPTIONS.pairs.maxDistance.default}, with --fingerprints ${OPTIONS.fingerprintPairs.maxDistance.default}`,
      },
    },
    also: [...LISTING, ...GATE_FLAGS],
    common: [...MATCHING, 'minWords', 'output', 'exitCode'],
    load: async () => (await import('./commands/pairs.ts')).pairsCommand,
  },
  {
    name: 'groups',
    usage: 'groups IN…',
    summary: 'list groups of near-duplicates',
    description:
      'Lists groups: a kept document, and the documents that were compared with it and found alike.',
    examples: [
      ['neardup groups corpus.jsonl', 'all groups'],
      ['neardup groups site/ --format html --json', 'web pages, for another program'],
    ],
    rules: OPTIONS.groups,
    also: LISTING,
    common: [...MATCHING, 'minWords', 'keep', 'output', 'exitCode'],
    load: async () => (await import('./commands/groups.ts')).groupsCommand,
  },
  {
    name: 'trim',
    usage: 'trim IN… [-o OUT]',
    summary: 'cut repeated passages out of documents',
    description: `Cuts passages that occur in several documents, or several times in one: headers, footers, notices, \
quoted mail. The first place stays. Sentences are cut whole, if all their words are repeats; every cut is compared word by word, and listed with \
the place where its words have stayed. The input is never changed. Remove near-duplicates first (dedup): then fewer documents end up empty.`,
    examples: [
      [
        'neardup trim corpus.jsonl -o trimmed.jsonl',
        'passages of 50 words and more go; cuts are listed beside it',
      ],
      ['neardup trim corpus.jsonl', 'only show what would be cut'],
      [
        'neardup trim pages/ -o trimmed/ --least 20 --keep oldest',
        'shorter ones; they stay in the oldest file',
      ],
      ['neardup trim shards/ -o trimmed.parquet --unit line', 'whole lines that occur elsewhere (CCNet)'],
      ['neardup trim mail.jsonl -o mail-trimmed.jsonl --against notices.txt', 'also passages of notices.txt'],
      ['neardup trim march.jsonl -o march-trimmed.jsonl --known seen/', 'also passages of the months before'],
      [
        'neardup trim corpus.jsonl -o trimmed.jsonl --copies 5 --least-left 20',
        'passages at five places or more',
      ],
    ],
    rules: OPTIONS.trim,
    also: [...ALL_PRINTING, 'exitCode'],
    common: [
      ...[...SEEN, 'least', 'unit', 'cut', 'keep', 'copies', 'against', 'output', 'spans', 'report'],
      ...PRINTING,
    ],
    load: async () => (await import('./commands/trim.ts')).trimCommand,
  },
  {
    name: 'decontaminate',
    usage: 'decontaminate IN… --against EVAL…',
    summary: 'find and remove items of evaluation sets',
    description: `Finds items of evaluation sets (questions, tasks) in documents, also in other case, punctuation and lines, and with a \
few words changed if they are long. Words that many items have, such as "Which of the following", weigh little. Every word that counts was \
compared. The input is never changed. Without -o nothing is written: the list shows what was found.`,
    examples: [
      [
        'neardup decontaminate corpus.jsonl --against gsm8k.jsonl --item-fields question,answer',
        'only show the items found',
      ],
      [
        'neardup decontaminate corpus.jsonl --against evals/*.jsonl --text-field text --item-fields question -o clean.jsonl',
        'remove documents that have a question',
      ],
      [
        'neardup decontaminate shards/ --against evals/ --action cut -o clean/',
        'cut the items, and keep the rest of their documents',
      ],
      [
        'neardup decontaminate corpus.jsonl --against mmlu.jsonl --spans found.csv',
        'the list, for a spreadsheet',
      ],
    ],
    rules: OPTIONS.decontaminate,
    also: [...ALL_PRINTING, 'exitCode'],
    common: [
      ...[...SEEN, 'against', 'itemFields', 'suiteField', 'share', 'action', 'output', 'spans', 'report'],
      ...['threads', ...PRINTING],
    ],
    load: async () => (await import('./commands/decontaminate.ts')).decontaminateCommand,
  },
  {
    name: 'compare',
    usage: 'compare A B…, compare --all IN…',
    summary: 'find the passages a text shares with other documents',
    description: `Compares a text with others, sentence by sentence, and shows the passages they share: identical, edited, \
or with synonyms. The first file is the text, the others are its sources (FILE#ID names one document of a file \
with several); --in searches a collection for the best sources; --all compares all documents with each other. The percentage is the share of words in such \
passages; each word counts once, however many sources have it.`,
    examples: [
      ['neardup compare essay.docx article.pdf', 'the passages, and the changes in them'],
      ['neardup compare essay.docx article.pdf --html report.html', 'a page with both texts side by side'],
      ['neardup compare essay.docx wiki.html notes.txt', 'several sources, the best one for each passage'],
      ['neardup compare essay.docx --in library/', 'the best sources of a folder or a corpus'],
      [
        'neardup compare --all essays/ --exclude assignment.docx --html class.html --csv pairs.csv',
        'a class: who shares what with whom, ranked',
      ],
      [
        'neardup compare --all docs/ --baseline known.json --sarif new.sarif --exit-code',
        'a pipeline that fails on new repeats only',
      ],
      ['neardup compare a.txt b.txt --min-words 12 --json', 'only longer passages, for another program'],
      ['neardup compare a.html b.html --main', 'web pages without their menus and notices'],
    ],
    arguments: [['<files...>', 'the text, then its sources']],
    rules: { ...OPTIONS.compare, ...OPTIONS.compareIn, ...OPTIONS.compareAll },
    also: [...ALL_PRINTING, 'exitCode', 'in', 'all', 'full', 'html', 'matrix', ...GATE_FLAGS],
    common: [
      ...[
        ...PRINTING,
        'exitCode',
        'main',
        'lang',
        'in',
        'minWords',
        'sources',
        'all',
        'exclude',
        'excludeQuotations',
      ],
      ...['html', 'full'],
    ],
    load: async () => (await import('./commands/compare.ts')).compareCommand,
  },
  {
    name: 'fingerprint',
    usage: 'fingerprint IN…',
    summary: 'print the fingerprint of every document',
    description: `Prints the 64-bit simhash of every document. Near-duplicates differ in few bits. With --level, rare words \
weigh more, and every paragraph or sentence can have its own fingerprint. --image prints checksums of shingles, \
--signature long signatures. Output is streamed: if a run fails, \
some lines have already been printed; with --json the summary line is then missing.`,
    examples: [
      ['neardup fingerprint corpus.jsonl', 'fingerprint and id, one a line'],
      ['neardup fingerprint corpus.jsonl --level sentence --json', 'every sentence, with its place'],
      [
        'neardup fingerprint words.jsonl --canonical --hash sdbm --features counts',
        'exactly the published method',
      ],
      [
        'neardup fingerprint corpus.jsonl --image smallest:200 --order sorted --checksum crc32 --json',
        'the 200 smallest checksums of shingles of sorted words',
      ],
      ['neardup fingerprint corpus.jsonl --signature 1024 --json', 'a TopSig signature for every document'],
      [
        'neardup fingerprint corpus.jsonl --signature 1024 --npy corpus.npy > ids.txt',
        'the same for NumPy, a row for each id',
      ],
    ],
    rules: {
      ...OPTIONS.signatures,
      ...OPTIONS.documentImages,
      ...OPTIONS.fingerprintParts,
      ...OPTIONS.fingerprint,
    },
    also: [...ALL_PRINTING, 'npy'],
    common: [...SEEN, 'level', 'threads', ...PRINTING],
    load: async () => (await import('./commands/fingerprint.ts')).fingerprintCommand,
  },
  {
    name: 'search',
    usage: 'search QUERY… --in IN…',
    summary: 'find the documents most like a text',
    description: `Finds the documents that are most like each query, nearest first. A query is a text, or @FILE for the \
text of a file.`,
    examples: [
      ['neardup search "coffee export quotas" --in news.jsonl', 'the ten nearest documents'],
      [
        'neardup search @draft.html --in articles/ -k 3 --explain',
        'a file as the query, with the shared terms',
      ],
      ['neardup search --queries new.jsonl --in news.jsonl --json', 'many queries, for another program'],
      ['neardup search --signatures queries.npy --in signatures.npy', 'signatures that were made before'],
    ],
    arguments: [['[query...]', 'texts, or @FILE']],
    rules: OPTIONS.search,
    also: [...ALL_PRINTING, 'queries', 'signatures'],
    common: [...SEEN, 'in', 'queries', 'k', 'explain', 'threads', ...PRINTING],
    load: async () => (await import('./commands/search.ts')).searchCommand,
  },
  {
    name: 'collection',
    usage: 'collection create|add|remove|check|… DIR',
    summary: 'keep a collection of documents, and ask whether a text is in it',
    description: `A collection lasts: documents are added, replaced and removed, and all that was added is on the disk when a \
command ends. The documents are JSON lines in DIR/log; everything else in DIR is made from them.`,
    examples: [
      ['neardup collection create news.nd', 'an empty collection'],
      ['neardup collection add news.nd today.jsonl --on-duplicate skip', 'only new documents'],
      ['neardup collection check news.nd draft.docx', 'have we had this?'],
    ],
    commands: COLLECTION_COMMANDS,
  },
  {
    name: 'filter',
    usage: 'filter DIR | --redis URL | --words LIST',
    summary: 'pass on only the documents of a stream that are new',
    description: `Reads documents as JSON lines from standard input and writes those that are no near-duplicate of an earlier one, \
unchanged and as soon as they are stored. The index is a collection, or one in Redis that crawlers on many machines share: of \
near-duplicates that arrive at the same time exactly one passes. Every document needs an id. A document that comes again with its id \
and text passes again, so a pipe that was cut is continued from the last line that came out. With --words or --where there is no index: \
documents that have these words and fields pass.`,
    examples: [
      [
        'crawl | neardup filter seen.nd --window 100000 > new.jsonl',
        'new among the last 100,000 that passed',
      ],
      ['crawl | neardup filter --redis redis://localhost:6379 > new.jsonl', 'what no crawler has seen yet'],
      [
        'neardup filter --redis redis://host:6379 --expire-after 30d --evidence < pages.jsonl',
        'forget after 30 days',
      ],
      [
        'neardup filter --redis redis://host:6379 --matching --evidence < pages.jsonl',
        'the near-duplicates, and of what',
      ],
      [
        "crawl | neardup filter --words ferry,pier --needs all --where 'lang = en' | neardup filter seen.nd",
        'only texts with both words',
      ],
    ],
    arguments: [
      ['[folder...]', 'a collection (a folder, or opensearch://host:9200/index), in place of --redis'],
    ],
    rules: {
      ...{ textField, idField, markup, maxDocument, ...SHARED, window, timeField },
      refresh: OPTIONS['collection.add'].refresh,
      ...OPTIONS.selectLines,
    },
    also: ['redis', 'matching', 'evidence', 'quiet'],
    common: [
      ...[
        'redis',
        'name',
        'expireAfter',
        'window',
        'timeField',
        'replicas',
        'keywords',
        'needs',
        'where',
        'matching',
        'evidence',
        'quiet',
      ],
    ],
    load: async () => (await import('./commands/filter.ts')).filterCommand,
  },
  {
    name: 'text',
    usage: 'text IN…',
    summary: 'print the text of every document',
    description: `Prints the extracted text, with paragraphs separated by blank lines. --json also gives where each \
paragraph begins and ends, in UTF-16 units of the text. --canonical prints the words that are compared.`,
    examples: [
      ['neardup text report.pdf letter.docx', 'the text of these files'],
      ['neardup text page.html --main', 'the main text of a page'],
      ['neardup text mail.mbox --json', 'every message, for another program'],
      [
        'neardup text articles/ --canonical --stop-words --json',
        'canonical texts, as `fingerprint --canonical` takes them',
      ],
    ],
    rules: OPTIONS.canonicalTexts,
    also: ALL_PRINTING,
    common: [...SEEN, 'format', 'encoding', 'main', ...PRINTING],
    load: async () => (await import('./commands/text.ts')).textCommand,
  },
  {
    name: 'eval',
    usage: 'eval IN… --truth FILE',
    summary: 'measure precision and recall against known pairs',
    description: 'Compares the pairs that are found with known pairs, and prints precision, recall and F1.',
    examples: [
      ['neardup eval corpus.jsonl --truth pairs.tsv', 'measure the defaults'],
      [
        'neardup eval corpus.jsonl --truth pairs.tsv --minimum resemblance=0.8 --method exact',
        'only some known pairs, with another method',
      ],
      [
        'neardup eval corpus.jsonl --truth pairs.tsv --sweep 0.5:0.9:0.05 --csv curve.csv --curve curve.svg',
        'which threshold is best?',
      ],
      [
        'neardup eval --found search.jsonl --truth pairs.tsv --judged --errors errors.jsonl',
        'judge a search, and list its errors',
      ],
    ],
    arguments: [['[input...]', DOCUMENTS[1]]],
    rules: OPTIONS.evaluate,
    also: [...ALL_PRINTING, 'truth', 'found', 'errors', 'curve'],
    common: [...MATCHING, 'truth', 'labels', 'sweep', 'judged', 'errors'],
    load: async () => (await import('./commands/eval.ts')).evalCommand,
  },
  {
    name: 'worker',
    usage: 'worker keys|components|verify|ids',
    summary: 'run one stage of dedup for an engine of many machines',
    description: `Rows come on standard input and go to standard output, as an Arrow stream or as JSON lines. The engine reads, \
shuffles and joins; docs/worker.md is the contract. The exit code is 0 only if the output is complete.`,
    examples: [
      [
        `neardup worker keys '{"threshold": 0.9}' --rows lines < documents.jsonl`,
        'hash and band keys of documents',
      ],
      ['neardup worker components --scheme "$SCHEME" < edges.arrow', 'the component of every text'],
      ['neardup worker verify --scheme "$SCHEME" < texts.arrow', 'which texts go, with the evidence'],
    ],
    commands: WORKER_COMMANDS,
  },
  {
    name: 'spark-archive',
    usage: 'spark-archive FILE',
    summary: 'pack Node and neardup for the executors of a Spark cluster',
    description: `Writes an archive with Node and neardup, and the job for spark-submit beside it. Executors need nothing else, \
but the same processor architecture and system as this machine. docs/scaling.md says how to use it.`,
    examples: [
      ['neardup spark-archive neardup.tgz', 'writes neardup.tgz, neardup_spark.py and dedup.sql'],
      [
        'spark-submit --archives neardup.tgz#nd --files dedup.sql neardup_spark.py IN -o OUT',
        'then: removes near-duplicates on the cluster',
      ],
    ],
    arguments: [['<file...>', 'the archive to write: *.tgz']],
    also: [],
    load: async () => (await import('./commands/spark-archive.ts')).sparkArchiveCommand,
  },
];

/** A command with the words that name it: `collection watch add`. */
export interface NamedCommand {
  readonly name: string;
  readonly entry: CommandEntry;
}

/** Every command that does something, commands of commands included. */
export function commandsOf(entries: readonly CommandEntry[] = COMMANDS, before = ''): NamedCommand[] {
  return entries.flatMap((entry) =>
    entry.commands === undefined
      ? [{ name: `${before}${entry.name}`, entry }]
      : commandsOf(entry.commands, `${before}${entry.name} `),
  );
}

/** The last argument of a command: documents, files, or something else. */
export function lastArgument({ arguments: given = [DOCUMENTS] }: CommandEntry): string {
  return given.at(-1)?.[0] ?? '';
}

/** The flags of a command, grouped in pipeline order. */
export function flagsOf(entry: CommandEntry): Flag[] {
  const { name, like = name, rules = {}, also = ALL_PRINTING } = entry;
  const taken = [
    ...Object.keys(rules),
    ...also,
    ...(/(input|files)\.\.\./.test(lastArgument(entry)) ? ['filesFrom'] : []),
    ...('onProblem' in rules || 'idField' in rules ? ['problems'] : []),
  ];
  return FLAGS.filter((flag) =>
    flag.commands === undefined
      ? taken.includes(optionName(flag))
      : flag.commands.includes(like) && (flag.own === true || taken.includes(optionName(flag))),
  );
}

/** Whether the short help of a command shows a flag. */
export function isCommon(flag: Flag, { common }: CommandEntry): boolean {
  return common?.includes(optionName(flag)) ?? true;
}
