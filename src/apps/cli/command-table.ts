/** Every command, one object each: help, the README table and the completions come from this table and from FLAGS. */
import { FLAGS, type Flag, optionName } from './flags.ts';
import type { Action } from './program.ts';

export interface CommandEntry {
  readonly name: string;
  /** How it is called, in short: `dedup IN… [-o OUT]`. */
  readonly usage: string;
  readonly summary: string;
  readonly description: string;
  readonly examples: readonly (readonly [command: string, meaning: string])[];
  /** What follows the command's name. @default '<input...>' */
  readonly argument?: readonly [syntax: string, meaning: string];
  /** What its first argument may be, if that is a word. */
  readonly words?: readonly string[];
  /** Groups of flags that it takes; all when left out. */
  readonly groups?: readonly Flag['group'][];
  /** Options of these groups that it does not take. */
  readonly without?: readonly string[];
  readonly load: () => Promise<Action>;
}

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
      ['neardup dedup new.jsonl --against old.jsonl -o fresh.jsonl', 'keep what is not in old.jsonl yet'],
      [
        'neardup dedup corpus.jsonl --keep max:date --report groups.html',
        'keep the newest; look at all groups',
      ],
      ['zcat dump.jsonl.gz | neardup dedup - --text-field body --json', 'from a pipe, for another program'],
      ['neardup dedup shards/ -o clean.parquet --split 8', 'eight files of equal length'],
      [
        'neardup dedup shards/ --collection work.nd -o clean/',
        'goes on after a kill, and with new files next month',
      ],
    ],
    load: async () => (await import('./commands/dedup.ts')).dedupCommand,
  },
  {
    name: 'pairs',
    usage: 'pairs IN…',
    summary: 'list every verified pair',
    description: `Lists every pair of near-duplicates with its evidence. Documents with the same text are each paired \
with the first of them only.`,
    examples: [
      ['neardup pairs corpus.jsonl', 'pairs that share 80 % of their shingles'],
      ['neardup pairs drafts/*.md --threshold 0.5', 'a lower threshold'],
      ['neardup pairs corpus.jsonl --containment 0.9 --json', 'also short texts contained in longer ones'],
      ['neardup pairs inbox.mbox --fields subject,date', 'mail, with subject and date in the list'],
      ['neardup pairs --fingerprints board.jsonl', 'candidates among fingerprints computed elsewhere'],
    ],
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
    load: async () => (await import('./commands/groups.ts')).groupsCommand,
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
      ['neardup compare essay.docx article.pdf', 'the passages, and what was changed in them'],
      ['neardup compare essay.docx article.pdf --html report.html', 'a page with both texts side by side'],
      ['neardup compare essay.docx wiki.html notes.txt', 'several sources, the best one for each passage'],
      ['neardup compare essay.docx --in library/', 'the best sources of a folder or a corpus'],
      [
        'neardup compare --all essays/ --exclude assignment.docx --html class.html --csv pairs.csv',
        'a class: who shares what with whom, ranked',
      ],
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
    usage: 'fingerprint IN…',
    summary: 'print the fingerprint of every document',
    description: `Prints the 64-bit simhash of every document. Near-duplicates differ in few bits. With --level, rare words \
weigh more, and every paragraph or sentence can have its own fingerprint. Output is streamed: if a run fails, \
some lines have already been printed; with --json the summary line is then missing.`,
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
      ['neardup search --queries new.jsonl --index news.index --json', 'many queries, a saved index'],
    ],
    argument: ['[query...]', 'texts, or @FILE'],
    load: async () => (await import('./commands/search.ts')).searchCommand,
  },
  {
    name: 'index',
    usage: 'index build|add|search|info DIR',
    summary: 'build and search a saved index',
    description: `Works for one more version: use \`neardup collection\` with --indexes search (create --from-index DIR INPUT…).

index build DIR INPUT…   builds an index of all documents, replacing an existing one
index add DIR INPUT…     adds documents
index search DIR QUERY…  finds the documents most like a text or @FILE
index info DIR           describes the index`,
    examples: [
      ['neardup index build news.index news.jsonl', 'signatures of all documents'],
      ['neardup index add news.index today.jsonl', 'add documents'],
      ['neardup index search news.index "coffee export quotas" -k 5', 'the five nearest'],
      ['neardup index info news.index --json', 'for another program'],
    ],
    argument: ['<words...>', 'build, add, search or info; the folder; inputs or queries'],
    words: ['build', 'add', 'search', 'info'],
    load: async () => (await import('./commands/index.ts')).indexCommand,
  },
  {
    name: 'collection',
    usage: 'collection create|add|remove|check|… DIR',
    summary: 'keep a collection of documents, and ask whether a text is in it',
    description: `collection create DIR [INPUT…]  makes a collection, and adds documents
collection add DIR INPUT…       adds documents, or replaces them by id
collection remove DIR ID…       removes documents, or by prefix or age
collection check DIR INPUT…     finds what documents are near-duplicates of
collection sources DIR TEXT     finds its passages (--indexes passages)
collection search DIR TEXT…     finds the most similar (--indexes search)
collection groups DIR           lists groups of near-duplicates
collection watch DIR add ID FILE…  watches for such documents; list, remove, follow, trim
collection info DIR             describes it
collection merge DIR            tidies it up; makes the --indexes
collection backup DIR TO        makes a second collection of it
collection repair DIR           saves what is whole of a damaged log
collection export DIR           prints its documents as JSON lines

What was added is on the disk when the command ends, whatever happens then. The documents are JSON lines in DIR/log; all else in DIR is \
made from them. A near-duplicate is what \`pairs\` would report; the threshold and the options of texts are decided by create.`,
    examples: [
      ['neardup collection create news.nd', 'an empty collection'],
      ['neardup collection add news.nd today.jsonl --on-duplicate skip', 'only what is not there yet'],
      ['neardup collection check news.nd draft.docx', 'have we had this?'],
      ['neardup collection sources library.nd essay.docx --html page.html', 'what is copied, and from where'],
      ['neardup collection remove news.nd --unseen-since 90d', 'what did not turn up for three months'],
      [
        'neardup collection add news.nd today.jsonl --expires 30d --json',
        'an answer for each, for another program',
      ],
      ['neardup collection info news.nd --json', 'documents, last commit, bytes'],
      ['neardup collection watch news.nd add release press.txt --passage 12', 'tell me when this turns up'],
      ['neardup collection watch news.nd add ferry a.txt b.txt --like 0.15', 'tell me of texts about this'],
      ['neardup collection watch news.nd follow --from 18 --json', 'what turned up, and goes on turning up'],
    ],
    argument: ['<words...>', 'what to do; the folder; documents or ids'],
    words: [
      ...['create', 'add', 'remove', 'check', 'sources', 'search', 'groups', 'watch'],
      ...['info', 'merge', 'backup', 'repair', 'export'],
    ],
    without: ['duplicateIds'],
    load: async () => (await import('./commands/collection.ts')).collectionCommand,
  },
  {
    name: 'filter',
    usage: 'filter DIR | --redis URL',
    summary: 'pass on only the documents of a stream that are new',
    description: `Reads documents as JSON lines from standard input and writes those that are no near-duplicate of an earlier one, \
unchanged and as soon as they are stored. The index is a collection, or one in Redis that crawlers on many machines share: of \
near-duplicates that arrive at the same time exactly one passes. Every document needs an id. A document that comes again with its id \
and text passes again, so a pipe that was cut is continued from the last line that came out.`,
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
    ],
    argument: ['[folder...]', 'a collection, in place of --redis'],
    without: [
      ...['format', 'encoding', 'duplicateIds', 'main', 'attachments', 'documentSeconds', 'documentMemory'],
      ...['temp', 'json', 'threads'],
    ],
    load: async () => (await import('./commands/filter.ts')).filterCommand,
  },
  {
    name: 'text',
    usage: 'text IN…',
    summary: 'print the text that is read of every document',
    description: `Prints the extracted text, with paragraphs separated by blank lines. --json also gives where each \
paragraph begins and ends, in UTF-16 units of the text.`,
    examples: [
      ['neardup text report.pdf letter.docx', 'the text of these files'],
      ['neardup text page.html --main', 'the main text of a page'],
      ['neardup text mail.mbox --json', 'every message, for another program'],
    ],
    groups: ['Input', 'Output', 'Running'],
    without: ['duplicateIds', 'engine'],
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
    ],
    load: async () => (await import('./commands/eval.ts')).evalCommand,
  },
  {
    name: 'worker',
    usage: 'worker keys|components|verify|ids',
    summary: 'run one stage of dedup for an engine of many machines',
    description: `Rows come on standard input and go to standard output, as an Arrow stream or as JSON lines. The engine reads, \
shuffles and joins; docs/worker.md is the contract. Options of dedup are one JSON object. The exit code is 0 only if \
the output is complete.`,
    examples: [
      [
        `neardup worker keys '{"threshold": 0.9}' --rows lines < documents.jsonl`,
        'hash and band keys of documents',
      ],
      ['neardup worker components --scheme "$SCHEME" < edges.arrow', 'the component of every text'],
      ['neardup worker verify --scheme "$SCHEME" < texts.arrow', 'which texts go, with the evidence'],
    ],
    argument: ['<stage...>', 'keys, components, verify or ids; then the options as JSON'],
    words: ['keys', 'components', 'verify', 'ids'],
    groups: ['Stage'],
    load: async () => (await import('./commands/worker.ts')).workerCommand,
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
    argument: ['<file...>', 'the archive to write: *.tgz'],
    groups: ['Stage'],
    load: async () => (await import('./commands/spark-archive.ts')).sparkArchiveCommand,
  },
];

/** The flags of a command, grouped in pipeline order. */
export function flagsOf(command: string): Flag[] {
  const { groups, without } = COMMANDS.find((entry) => entry.name === command) ?? {};
  return FLAGS.filter(
    (flag) =>
      (flag.commands === undefined || flag.commands.includes(command)) &&
      (groups === undefined || groups.includes(flag.group)) &&
      without?.includes(optionName(flag)) !== true,
  );
}

/** Whether the short help of a command shows a flag. */
export function isCommon(flag: Flag, command: string): boolean {
  return flag.common === 'all' || flag.common?.includes(command) === true;
}
