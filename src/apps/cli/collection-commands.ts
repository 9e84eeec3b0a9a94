/** `neardup collection …`: a command for everything that can be done with a collection. */
import { OPTIONS } from '../../index.ts';
import type { CommandEntry } from './command-table.ts';
import {
  ADDING,
  CHECKING,
  CLUSTER,
  COMPARING,
  FILTERS,
  GROUPING,
  LAYOUT,
  READING,
  SEARCHING,
  SETTINGS_OPTIONS,
  THREADS,
  WATCHING,
} from './commands/collection/options.ts';

const DIR = ['<dir>', 'the folder of the collection'] as const;
const PLACE = [
  '<dir>',
  'the folder of the collection, or its address: opensearch://host:9200/index',
] as const;
const DOCUMENTS = [
  '<input...>',
  'files, folders, quoted globs, s3:// hf:// https:// addresses, or - for standard input',
] as const;
const PRINTING = ['json', 'quiet', 'color'];
const COMPUTING = [...PRINTING, 'threads'];
const FIELDS = ['textField', 'idField'];

/** `neardup collection watch …` */
const WATCH_COMMANDS: readonly CommandEntry[] = [
  {
    name: 'add',
    usage: 'watch add DIR ID [FILE…]',
    summary: 'watch for documents like these examples, or with these words or fields',
    description:
      'Documents that arrive from now on are compared with the examples, or have the --words. --where leaves out all with other fields. A watch of the same name is replaced.',
    examples: [
      ['neardup collection watch add news.nd release press.txt --passage 12', 'tell me when this turns up'],
      ['neardup collection watch add news.nd ferry a.txt b.txt --like 0.15', 'tell me of texts about this'],
      [
        "neardup collection watch add news.nd kyiv --words 'tram,metro,trolley bus' --needs 2 --where 'lang = uk'",
        'two of these words, in Ukrainian texts',
      ],
    ],
    arguments: [
      DIR,
      ['<id>', 'the name of the watch'],
      ['[file...]', 'its example texts, or - for standard input; none with --words or --where'],
    ],
    rules: { ...READING, ...WATCHING },
    common: [...FIELDS, ...Object.keys(WATCHING), ...PRINTING],
    load: async () => (await import('./commands/collection/watch.ts')).watchAddCommand,
  },
  {
    name: 'list',
    usage: 'watch list DIR',
    summary: 'list the watches',
    description: 'Lists the watches: their names, how many examples they have, and what they look for.',
    examples: [['neardup collection watch list news.nd', 'a line for each']],
    arguments: [DIR],
    load: async () => (await import('./commands/collection/watch.ts')).watchListCommand,
  },
  {
    name: 'remove',
    usage: 'watch remove DIR ID…',
    summary: 'remove watches',
    description: 'Removes watches by name. Events that they found stay.',
    examples: [['neardup collection watch remove news.nd release', 'by its name']],
    arguments: [DIR, ['<id...>', 'names of watches']],
    load: async () => (await import('./commands/collection/watch.ts')).watchRemoveCommand,
  },
  {
    name: 'follow',
    usage: 'watch follow DIR',
    summary: 'print what watches find, as it happens',
    description:
      'Prints the events from a position on, and each new one when it happens, until it is interrupted.',
    examples: [
      [
        'neardup collection watch follow news.nd --from 18 --json',
        'past events, then new ones as they happen',
      ],
    ],
    arguments: [DIR],
    rules: { from: OPTIONS['collection.events'].from },
    load: async () => (await import('./commands/collection/watch.ts')).watchFollowCommand,
  },
  {
    name: 'trim',
    usage: 'watch trim DIR',
    summary: 'remove old events',
    description: 'Removes old events, by the file of events.',
    examples: [
      ['neardup collection watch trim news.nd --keep-events 1000', 'at least the last thousand stay'],
    ],
    arguments: [DIR],
    rules: { keepEvents: SETTINGS_OPTIONS.keepEvents },
    load: async () => (await import('./commands/collection/watch.ts')).watchTrimCommand,
  },
];

export const COLLECTION_COMMANDS: readonly CommandEntry[] = [
  {
    name: 'create',
    usage: 'create DIR [INPUT…]',
    summary: 'make a collection, and add documents',
    description: `Makes a collection. The threshold and the options of texts are decided now; every document of the collection \
is treated alike.`,
    examples: [
      ['neardup collection create news.nd', 'an empty collection'],
      ['neardup collection create library.nd books/ --indexes all', 'one that can be asked everything'],
      ['neardup collection create opensearch://host:9200/news --shards 6', 'on a search cluster'],
    ],
    arguments: [PLACE, ['[input...]', 'documents to begin with']],
    rules: { ...SETTINGS_OPTIONS, ...READING, ...ADDING, ...THREADS, ...CLUSTER, ...LAYOUT },
    common: ['threshold', 'indexes', 'onDuplicate', ...FIELDS, ...COMPUTING],
    load: async () => (await import('./commands/collection/add.ts')).createCommand,
  },
  {
    name: 'add',
    usage: 'add DIR INPUT…',
    summary: 'add documents, or replace them by id',
    description: `Adds documents. They are on the disk when the command ends, whatever happens then. A document replaces the \
stored one with the same id.`,
    examples: [
      ['neardup collection add news.nd today.jsonl --on-duplicate skip', 'only new documents'],
      [
        'neardup collection add news.nd today.jsonl --expires 30d --json',
        'an answer for each, for another program',
      ],
    ],
    arguments: [PLACE, DOCUMENTS],
    rules: { ...READING, ...ADDING, ...THREADS, ...CLUSTER },
    common: [...FIELDS, ...Object.keys(ADDING), ...COMPUTING],
    load: async () => (await import('./commands/collection/add.ts')).addCommand,
  },
  {
    name: 'remove',
    usage: 'remove DIR ID…',
    summary: 'remove documents by id, prefix or age',
    description: 'Removes documents by their ids, or all that fit every filter given.',
    examples: [
      ['neardup collection remove news.nd story-1 story-2', 'by id'],
      ['neardup collection remove news.nd --unseen-since 90d', 'what did not turn up for three months'],
    ],
    arguments: [PLACE, ['[id...]', 'ids of documents']],
    rules: { ...FILTERS, ...THREADS, ...CLUSTER },
    load: async () => (await import('./commands/collection/remove.ts')).removeCommand,
  },
  {
    name: 'check',
    usage: 'check DIR INPUT…',
    summary: 'find stored near-duplicates of documents',
    description:
      'Lists the stored documents that a document is a near-duplicate of: the pairs that `pairs` would report.',
    examples: [
      ['neardup collection check news.nd draft.docx', 'have we had this?'],
      ['neardup collection check news.nd --id story-1', 'a stored document against all others'],
    ],
    arguments: [PLACE, ['[input...]', 'files, folders, quoted globs, or - for standard input']],
    rules: { ...READING, ...CHECKING, ...THREADS },
    also: ['id', 'exitCode', ...PRINTING],
    common: [...FIELDS, ...Object.keys(CHECKING), 'id', 'exitCode', ...COMPUTING],
    load: async () => (await import('./commands/collection/check.ts')).checkCommand,
  },
  {
    name: 'sources',
    usage: 'sources DIR TEXT',
    summary: 'find the passages of a text in stored documents',
    description:
      'Finds which passages of a text are in documents of the collection, which needs the index `passages`.',
    examples: [
      [
        'neardup collection sources library.nd essay.docx --html page.html',
        'which passages are copied, and from where',
      ],
    ],
    arguments: [PLACE, ['[text...]', 'a file, FILE#ID, or - for standard input']],
    rules: COMPARING,
    also: ['id', 'exitCode', 'full', 'html', 'matrix', ...PRINTING],
    like: 'compare',
    common: ['id', 'exitCode', 'full', 'html', 'minWords', 'sources', 'exclude', ...COMPUTING],
    load: async () => (await import('./commands/collection/sources.ts')).sourcesCommand,
  },
  {
    name: 'search',
    usage: 'search DIR TEXT…',
    summary: 'find the stored documents most like a text',
    description:
      'Finds the documents of a collection that are most like a text. It needs the index `search`.',
    examples: [['neardup collection search news.nd "coffee export quotas" -k 5', 'the five nearest']],
    arguments: [PLACE, ['[text...]', 'texts to search for']],
    rules: { ...SEARCHING, ...THREADS, ...CLUSTER },
    also: ['id', ...PRINTING],
    common: ['k', 'structure', 'explain', 'id', ...PRINTING],
    load: async () => (await import('./commands/collection/search.ts')).collectionSearchCommand,
  },
  {
    name: 'groups',
    usage: 'groups DIR',
    summary: 'list groups of near-duplicates',
    description:
      'Lists the groups of near-duplicates among all documents of a collection, as `groups` does for files.',
    examples: [['neardup collection groups news.nd --json', 'for another program']],
    arguments: [DIR],
    rules: { ...GROUPING, ...THREADS },
    also: ['exitCode', ...PRINTING],
    load: async () => (await import('./commands/collection/groups.ts')).collectionGroupsCommand,
  },
  {
    name: 'watch',
    usage: 'watch add|list|remove|follow|trim DIR',
    summary: 'be told when documents like an example arrive',
    description:
      'A watch compares arriving documents with examples, or looks for words and fields; matches are stored as events.',
    examples: [
      ['neardup collection watch add news.nd release press.txt --passage 12', 'tell me when this turns up'],
      ['neardup collection watch follow news.nd --json', 'past events, then new ones as they happen'],
    ],
    commands: WATCH_COMMANDS,
  },
  {
    name: 'info',
    usage: 'info DIR',
    summary: 'describe a collection',
    description: 'Says how many documents a collection has, how much room it takes, and how it was made.',
    examples: [['neardup collection info news.nd --json', 'documents, last commit, bytes']],
    arguments: [PLACE],
    load: async () => (await import('./commands/collection/keep.ts')).infoCommand,
  },
  {
    name: 'merge',
    usage: 'merge DIR',
    summary: 'tidy a collection up, and make indexes',
    description:
      'Merges the segments of a collection and gives back the space of removed documents. Makes the --indexes that it has not yet.',
    examples: [
      ['neardup collection merge news.nd', 'after many removals'],
      ['neardup collection merge library.nd --indexes passages', 'from now on `sources` can be asked'],
    ],
    arguments: [PLACE],
    rules: { indexes: OPTIONS.openCollection.indexes, ...THREADS },
    load: async () => (await import('./commands/collection/keep.ts')).mergeCommand,
  },
  {
    name: 'backup',
    usage: 'backup DIR TO',
    summary: 'make a second collection of it',
    description:
      'Makes a second collection with everything up to the last commit, while the first one is used.',
    examples: [['neardup collection backup news.nd /mnt/backup/news.nd --copy', 'on another disk']],
    arguments: [DIR, ['<to>', 'the folder of the backup']],
    rules: OPTIONS['collection.backup'],
    load: async () => (await import('./commands/collection/keep.ts')).backupCommand,
  },
  {
    name: 'repair',
    usage: 'repair DIR',
    summary: 'save the undamaged part of a log',
    description: 'Sets damaged files aside, keeps all undamaged data, and reports what was lost.',
    examples: [['neardup collection repair news.nd', 'if it is refused as damaged']],
    arguments: [DIR],
    rules: THREADS,
    load: async () => (await import('./commands/collection/keep.ts')).repairCommand,
  },
  {
    name: 'export',
    usage: 'export DIR',
    summary: 'print the documents as JSON lines',
    description: 'Prints the documents as JSON lines, oldest first.',
    examples: [['neardup collection export news.nd --prefix feed3/ > feed3.jsonl', 'only some of them']],
    arguments: [PLACE],
    rules: { prefix: OPTIONS['collection.list'].prefix },
    load: async () => (await import('./commands/collection/keep.ts')).exportCommand,
  },
];
