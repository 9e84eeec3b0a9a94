/**
 * Every option of the command line, one object each: the two sizes of help, the README table and the completions come from
 * this table. Grouped in the order of the pipeline.
 */

export interface Flag {
  /** `--threshold`, with the value it takes: `--threshold <share>`. */
  readonly flags: string;
  /** The library option it sets, or the name by which the command knows it. @default `maxText` for `--max-text` */
  readonly option?: string;
  readonly group: 'Input' | 'Text' | 'Matching' | 'Output' | 'Running' | 'Stage';
  /** One line that is understood without the others. */
  readonly help: string;
  readonly choices?: readonly string[];
  /** Turns the word from the command line into the option's value. @default the word as it is */
  readonly parse?: (value: string, before: unknown) => unknown;
  /** The commands that take it, of those that do not list their options (`CommandEntry.options`). @default all of these */
  readonly commands?: readonly string[];
  /** The commands whose short help shows it; `--help-all` shows every option. @default none */
  readonly common?: 'all' | readonly string[];
  /** The command itself uses it; it is not passed to the library. */
  readonly own?: true;
}

/** A number, or the word itself, so that the library's own message names what was given. */
const number = (value: string): unknown =>
  value.trim() !== '' && !Number.isNaN(Number(value)) ? Number(value) : value;

/** `100MB`, `2GB`, `65536` as bytes. */
const bytes = (value: string): unknown => {
  const [, amount, unit] = /^(\d+(?:\.\d+)?)\s*([KMG]?)B?$/i.exec(value.trim()) ?? [];
  if (amount === undefined) return value;
  return Math.round(Number(amount) * 1024 ** ['', 'K', 'M', 'G'].indexOf(unit.toUpperCase()));
};

/** A share, or `off` for a kind that is not looked for. */
const shareOrOff = (value: string): unknown => (value === 'off' ? false : number(value));

/** A flag that may be given several times. */
const collect = (value: string, before: unknown): string[] => [...((before as string[]) ?? []), value];

/** `30d`, `12h`, `90m`, `45s`, `45` as seconds. */
const seconds = (value: string): unknown => {
  const [, amount, unit] = /^(\d+)\s*([smhd]?)$/.exec(value.trim()) ?? [];
  return amount === undefined ? value : Number(amount) * { '': 1, s: 1, m: 60, h: 3600, d: 86_400 }[unit]!;
};

const list = (value: string): string[] => value.split(',').map((word) => word.trim());

/** `passages,search`, or `all` for both. */
const indexNames = (value: string): string[] => (value === 'all' ? ['passages', 'search'] : list(value));

export const FLAGS: readonly Flag[] = [
  {
    flags: '--text-field <names>',
    group: 'Input',
    help: 'field or column with the text, or several as one: title,text (default: text, content, body or article)',
    common: ['dedup', 'pairs', 'groups', 'search', 'fingerprint', 'text', 'eval'],
  },
  {
    flags: '--id-field <name>',
    group: 'Input',
    help: 'field or column with the id; none: known by file and line (default: id)',
    common: ['dedup', 'pairs', 'groups', 'search', 'fingerprint', 'text', 'eval'],
  },
  {
    flags: '--format <name>',
    group: 'Input',
    help: 'read every input in this format: text, html, pdf, docx, eml, warc, jsonl, parquet … (default: auto)',
    common: ['text'],
  },
  {
    flags: '--encoding <charset>',
    group: 'Input',
    help: 'charset of text, Markdown, HTML and CSV files (default: auto)',
    common: ['text'],
  },
  {
    flags: '--markup <kind>',
    group: 'Input',
    choices: ['none', 'html'],
    help: 'html: text fields contain HTML; remove its tags (default: none)',
  },
  {
    flags: '--duplicate-ids <what>',
    group: 'Input',
    choices: ['error', 'rename'],
    help: 'if an id occurs twice: stop with an error, or rename the later one (default: error)',
  },
  {
    flags: '--max-document <size>',
    group: 'Input',
    parse: bytes,
    help: 'largest document to read, e.g. 64MB (default: 100MB)',
  },
  {
    flags: '--main',
    group: 'Input',
    help: 'of HTML pages, read only the main text: no menus, links or notices',
    common: ['text', 'compare'],
  },
  {
    flags: '--attachments',
    group: 'Input',
    help: 'of mail, read attached documents (PDF, Word, text …), also in archives, as documents of their own',
  },
  {
    flags: '--document-seconds <n>',
    group: 'Input',
    parse: number,
    help: 'time limit in seconds for extracting one PDF, Word … document (default: 30)',
  },
  {
    flags: '--document-memory <size>',
    group: 'Input',
    parse: bytes,
    help: 'memory limit for extracting one PDF, Word … document, e.g. 512MB (default: 1GB)',
  },
  {
    flags: '--fingerprints',
    group: 'Input',
    commands: ['pairs', 'dedup', 'groups'],
    help: 'pairs only: inputs are fingerprints, as `fingerprint --json` prints them; candidates are not verified',
    own: true,
  },
  {
    flags: '--lang <code>',
    group: 'Text',
    help: 'language of the texts: en, uk, zh …, or auto to detect it for each document (default: auto)',
    common: ['compare'],
  },
  {
    flags: '--stop-words',
    group: 'Text',
    help: 'ignore words such as "the" and "and"',
  },
  {
    flags: '--stems',
    group: 'Text',
    help: 'compare stems, so that forms of a word match: "cats", "cat"',
  },
  {
    flags: '--stem-dictionary',
    group: 'Text',
    help: "take Ukrainian stems from the system's hunspell dictionary",
  },
  {
    flags: '--ngram <n>',
    group: 'Text',
    parse: number,
    help: 'characters per word in Chinese, Japanese, Thai …: 1, 2 or 3 (default: 2)',
  },
  {
    flags: '--segment <unit>',
    group: 'Text',
    choices: ['ngrams', 'words'],
    help: 'cut Chinese into character n-grams, or into words with @node-rs/jieba (default: ngrams)',
  },
  {
    flags: '--canonical',
    group: 'Text',
    help: 'the texts are canonical already: take their words as they are',
  },
  {
    flags: '--threshold <share>',
    group: 'Matching',
    parse: number,
    commands: ['dedup', 'pairs', 'groups', 'eval', 'filter'],
    help: 'least resemblance of near-duplicates, above 0 and up to 1 (default: 0.8)',
    common: ['dedup', 'pairs', 'groups', 'eval'],
  },
  {
    flags: '--containment <share>',
    group: 'Matching',
    parse: number,
    commands: ['dedup', 'pairs', 'groups', 'eval'],
    help: 'also match if this share of one document is in the other; dedup, groups: of the one that goes (default: off)',
    common: ['dedup', 'pairs', 'groups', 'eval'],
  },
  {
    flags: '--min-words <n>',
    group: 'Matching',
    parse: number,
    commands: ['dedup', 'pairs', 'groups', 'eval', 'filter'],
    help: 'never match documents of fewer words, such as "Test" (default: 1)',
    common: ['pairs', 'groups'],
  },
  {
    flags: '--shingle <words>',
    group: 'Matching',
    parse: number,
    commands: ['dedup', 'pairs', 'groups', 'eval', 'filter'],
    help: 'words in a shingle, the unit of comparison, 1 to 16 (default: 3; with --order free 2)',
  },
  {
    flags: '--unit <what>',
    group: 'Matching',
    choices: ['word', 'character', 'sentence'],
    commands: ['dedup', 'pairs', 'groups', 'eval', 'filter'],
    help: 'what a shingle consists of (default: word)',
  },
  {
    flags: '--order <how>',
    group: 'Matching',
    choices: ['strict', 'sorted', 'free'],
    commands: ['dedup', 'pairs', 'groups', 'eval', 'filter'],
    help: 'sorted, free: ignore the order of words within a shingle, or a sentence (default: strict)',
  },
  {
    flags: '--method <name>',
    group: 'Matching',
    choices: ['auto', 'simhash', 'bands', 'exact'],
    commands: ['dedup', 'pairs', 'groups', 'eval'],
    help: 'candidates by near fingerprints, min-hashes, rare shingles; exact takes all (default: auto, bands or exact)',
    common: ['eval'],
  },
  {
    flags: '--distance <bits>',
    option: 'maxDistance',
    group: 'Matching',
    parse: number,
    commands: ['dedup', 'pairs', 'groups', 'eval'],
    help: 'with --method simhash or --fingerprints: most bits in which candidates differ, 0 to 7 (default: 7 or 3)',
  },
  {
    flags: '--tables <n>',
    group: 'Matching',
    parse: number,
    commands: ['dedup', 'pairs', 'groups', 'eval'],
    help: 'with --method simhash: tables of the fingerprint index (default: by size and distance)',
  },
  {
    flags: '--hash <kind>',
    group: 'Matching',
    choices: ['mixed', 'sdbm'],
    help: 'hash of a word; sdbm is exactly the published method (default: mixed)',
    commands: ['dedup', 'pairs', 'groups', 'eval', 'fingerprint', 'filter'],
  },
  {
    flags: '--features <kind>',
    group: 'Matching',
    choices: ['sets', 'counts'],
    help: 'count a word once, or as often as it occurs (default: sets)',
    commands: ['dedup', 'pairs', 'groups', 'eval', 'fingerprint', 'filter'],
  },
  {
    flags: '--level <what>',
    group: 'Matching',
    choices: ['document', 'paragraph', 'sentence'],
    commands: ['fingerprint'],
    help: 'weighted fingerprints of documents, paragraphs or sentences, with their places (default: off)',
    common: ['fingerprint'],
  },
  {
    flags: '--weights <which>',
    group: 'Matching',
    commands: ['fingerprint'],
    help: 'with --level: corpus, none, or a file with lines of word, tab, level 1 to 5 (default: corpus)',
  },
  {
    flags: '--keep <policy>',
    group: 'Output',
    commands: ['dedup', 'groups'],
    help: 'keep the first, last, longest, shortest; newest, oldest, largest file; max:FIELD, min:FIELD (default: first)',
    common: ['dedup', 'groups'],
  },
  {
    flags: '--fields <names>',
    group: 'Output',
    commands: ['dedup', 'pairs', 'groups'],
    help: 'show these fields beside ids, such as url or subject,date; disguises: letters of another script (default: none)',
  },
  {
    flags: '--against <path>',
    parse: collect,
    group: 'Input',
    commands: ['dedup'],
    help: 'also remove documents that resemble one of this reference; files of the input do not count; may be repeated',
    common: ['dedup'],
  },
  {
    flags: '--only-against',
    group: 'Input',
    commands: ['dedup'],
    help: 'with --against: leave duplicates within the input alone',
  },
  {
    flags: '--collection <dir>',
    group: 'Input',
    commands: ['dedup'],
    help: 'deduplicate files one after the other into this collection; files that are done are skipped, also after a kill',
  },
  {
    flags: '-o, --output <path>',
    group: 'Output',
    commands: ['dedup'],
    help: 'write kept documents to *.jsonl, *.csv, *.tsv (also .gz, .zst), *.parquet, a folder/ or - (standard output)',
    common: ['dedup'],
  },
  {
    flags: '-o, --output <path>',
    group: 'Output',
    commands: ['pairs', 'groups'],
    help: 'write the list to *.csv or *.tsv for a spreadsheet, or *.jsonl (also .gz, .zst), and print the summary only',
    common: ['pairs', 'groups'],
  },
  {
    flags: '--unreadable <what>',
    group: 'Output',
    commands: ['dedup'],
    help: 'with -o FOLDER/: keep what cannot be read as it is, or leave-out (default: keep)',
  },
  {
    flags: '--split <n>',
    group: 'Output',
    commands: ['dedup'],
    parse: number,
    help: 'divide kept documents among n files of equal length: clean-00000-of-00008.jsonl and so on',
  },
  {
    flags: '--removed <file>',
    group: 'Output',
    commands: ['dedup'],
    help: 'write the list of removed documents to *.csv, *.tsv or *.jsonl (default with -o: PATH.removed.jsonl)',
  },
  {
    flags: '--report <file>',
    group: 'Output',
    commands: ['dedup'],
    help: 'write an HTML page with all groups, scores and texts side by side',
    common: ['dedup'],
  },
  {
    flags: '--truth <file>',
    group: 'Input',
    commands: ['eval'],
    help: 'file of known pairs: two ids a line, separated by a tab',
    common: ['eval'],
    own: true,
  },
  {
    flags: '--labels <names>',
    group: 'Input',
    commands: ['eval'],
    parse: list,
    help: 'count only known pairs whose column `label` is one of these, e.g. planted,revision',
    common: ['eval'],
  },
  {
    flags: '--minimum <column=value>',
    group: 'Input',
    commands: ['eval'],
    help: 'count only known pairs with at least this value in a column, e.g. resemblance=0.8',
    common: ['eval'],
  },
  {
    flags: '--in <path...>',
    group: 'Input',
    commands: ['search', 'compare'],
    help: 'search these documents',
    common: ['search', 'compare'],
  },
  {
    flags: '--queries <path...>',
    group: 'Input',
    commands: ['search'],
    help: 'use the documents of these files as queries, identified by their ids',
    common: ['search'],
    own: true,
  },
  {
    flags: '-k, --nearest <n>',
    option: 'k',
    group: 'Matching',
    parse: number,
    commands: ['search'],
    help: 'number of documents to find for every query, 1 to 10000 (default: 10)',
    common: ['search'],
  },
  {
    flags: '--quality <share>',
    group: 'Matching',
    parse: number,
    commands: ['search'],
    help: 'share of the true nearest that is found (recall@10), 0.7 to 1; less is faster (default: 0.95)',
  },
  {
    flags: '--exact',
    group: 'Matching',
    commands: ['search'],
    help: 'compare with every document, like --quality 1',
  },
  {
    flags: '--explain',
    group: 'Output',
    commands: ['search'],
    help: 'also show the terms that query and document share',
    common: ['search'],
  },
  {
    flags: '--width <bits>',
    group: 'Matching',
    parse: number,
    commands: ['search'],
    help: 'bits of a signature, a multiple of 64 up to 4096 (default: 1024)',
  },
  {
    flags: '--similar-weight <share>',
    group: 'Matching',
    parse: number,
    commands: ['compare'],
    help: 'sentences that share less of their words than this are never similar, 0 to 1 (default: 0.6)',
  },
  {
    flags: '--right-weight <share>',
    group: 'Matching',
    parse: number,
    commands: ['compare'],
    help: 'sentences that share more than this are always similar; in between, synonyms decide (default: 0.8)',
  },
  {
    flags: '--min-words <n>',
    group: 'Matching',
    parse: number,
    commands: ['compare'],
    help: 'leave out passages of fewer words, unless they are beside longer ones (default: 8)',
    common: ['compare'],
  },
  {
    flags: '--thesaurus <file>',
    group: 'Matching',
    commands: ['compare'],
    help: 'synonyms: auto, built-in, none, or a file (MyThes, WordNet, word<TAB>synonyms) (default: auto)',
  },
  {
    flags: '--sources <n>',
    group: 'Matching',
    parse: number,
    commands: ['compare'],
    help: 'with --in: number of sources to compare, those that add most words first (default: 10)',
    common: ['compare'],
  },
  {
    flags: '--all',
    group: 'Matching',
    commands: ['compare'],
    help: 'compare all documents of the inputs with each other, such as the essays of a class, and rank the pairs',
    common: ['compare'],
    own: true,
  },
  {
    flags: '--exclude <file>',
    group: 'Matching',
    parse: collect,
    commands: ['compare'],
    help: 'what this text has counts neither as shared nor as written, such as a form; may be repeated',
    common: ['compare'],
  },
  {
    flags: '--exclude-quotations',
    group: 'Matching',
    commands: ['compare'],
    help: 'quotations of the text do not count (with --all: of every text)',
    common: ['compare'],
  },
  {
    flags: '--exclude-bibliography',
    group: 'Matching',
    commands: ['compare'],
    help: 'the bibliography of the text does not count (with --all: of every text)',
  },
  {
    flags: '--partners <n>',
    group: 'Matching',
    parse: number,
    commands: ['compare'],
    help: 'with --all: compare each text with at most this many others, those that share most words (default: 20)',
  },
  {
    flags: '--only-in',
    group: 'Matching',
    commands: ['compare'],
    help: 'with --all and --in: only pairs with documents of the collection, none of two inputs',
  },
  {
    flags: '--boilerplate <n>',
    group: 'Matching',
    parse: number,
    commands: ['compare'],
    help: 'with --in or --all: ignore sentences found in more than this many places (default: 2000)',
  },
  {
    flags: '--max-text <n>',
    group: 'Input',
    parse: number,
    commands: ['compare'],
    help: 'longest text to compare, in characters (default: 10000000)',
  },
  {
    flags: '--html <file>',
    group: 'Output',
    commands: ['compare'],
    help: 'write a page with the texts side by side, linked passages and filters; with --all of all pairs',
    common: ['compare'],
    own: true,
  },
  {
    flags: '--csv <file>',
    group: 'Output',
    commands: ['compare'],
    help: 'with --all: write the ranked pairs as a table (.csv, .tsv) or as .jsonl',
  },
  {
    flags: '--full',
    group: 'Output',
    commands: ['compare'],
    help: 'print every passage, and all of it',
    common: ['compare'],
    own: true,
  },
  {
    flags: '--on-duplicate <what>',
    group: 'Matching',
    choices: ['keep', 'skip', 'refuse'],
    commands: [],
    help: 'store near-duplicates as well, leave them out, or leave them out as errors (default: keep)',
  },
  {
    flags: '--indexes <names>',
    group: 'Matching',
    parse: indexNames,
    commands: [],
    help: 'what else can be asked: passages (for sources), search; passages,search or all (default: none)',
  },
  {
    flags: '--expires <when>',
    group: 'Input',
    commands: [],
    help: 'a date, or a time from now: 90m, 12h, 30d; a field `expires` counts more (default: never)',
  },
  {
    flags: '--refresh',
    group: 'Input',
    commands: ['filter'],
    help: 'a stored document that comes again, or of which a near-duplicate comes, counts as seen now',
  },
  {
    flags: '--id <id>',
    group: 'Input',
    parse: collect,
    commands: [],
    help: 'a document of the collection, compared with all others; may be repeated',
  },
  {
    flags: '--prefix <text>',
    group: 'Input',
    commands: [],
    help: 'documents whose ids begin with this',
  },
  {
    flags: '--unseen-since <when>',
    group: 'Input',
    commands: [],
    help: 'documents added or last seen before a date, or longer ago than 90m, 12h, 30d',
  },
  {
    flags: '--expired',
    group: 'Input',
    commands: [],
    help: 'documents that have expired (they are in no answer anyway)',
  },
  {
    flags: '--near <share>',
    group: 'Matching',
    parse: shareOrOff,
    commands: [],
    help: 'least resemblance of near-duplicates of an example, or off (default: the threshold of the collection)',
  },
  {
    flags: '--passage <words>',
    group: 'Matching',
    parse: number,
    commands: [],
    help: 'also documents with a passage of an example, of at least this many words, 8 to 10,000',
  },
  {
    flags: '--like <score>',
    group: 'Matching',
    parse: number,
    commands: [],
    help: 'also documents about the subject of an example, above 0 to 1; 0.15 is a good start (docs/collection.md)',
  },
  {
    flags: '--from <position>',
    group: 'Input',
    parse: number,
    commands: [],
    help: 'begin with the event at this position (default: 1)',
  },
  {
    flags: '--keep-events <time|number>',
    group: 'Output',
    parse: number,
    commands: [],
    help: 'keep events of this time (12h, 90d), or at least this many of the last ones (default: 90d)',
  },
  {
    flags: '--copy',
    group: 'Output',
    commands: [],
    help: 'copy files instead of linking them, so that damage to one is no damage to the other',
  },
  {
    flags: '--redis <url>',
    group: 'Input',
    parse: collect,
    commands: ['filter'],
    help: 'a Redis server, redis://user:password@host:6379, or one of a cluster; may be repeated',
    common: ['filter'],
  },
  {
    flags: '--name <name>',
    group: 'Input',
    commands: ['filter'],
    help: 'name of the index in Redis: the beginning of its keys (default: neardup)',
    common: ['filter'],
  },
  {
    flags: '--expire-after <time>',
    group: 'Matching',
    parse: seconds,
    commands: ['filter'],
    help: 'forget documents after this time: 30d, 12h, 90m, 45s (default: never)',
    common: ['filter'],
  },
  {
    flags: '--window <n|time>',
    group: 'Matching',
    parse: number,
    commands: ['filter'],
    help: 'only the last n documents that passed count, or with --time-field those of a time: 90m, 12h, 30d (default: all)',
    common: ['filter'],
  },
  {
    flags: '--time-field <name>',
    group: 'Input',
    commands: ['filter'],
    help: 'with --window: the field that has the time of a document, a date or seconds since 1970',
    common: ['filter'],
  },
  {
    flags: '--expected <n>',
    group: 'Running',
    parse: number,
    commands: ['filter'],
    help: 'about how many documents the index will hold; it saves memory of Redis (default: 1000000)',
  },
  {
    flags: '--candidates <n>',
    group: 'Matching',
    parse: number,
    commands: ['filter'],
    help: 'compare a document with at most this many stored ones, 1 to 10000 (default: 1000)',
  },
  {
    flags: '--replicas <n>',
    group: 'Running',
    parse: number,
    commands: ['filter'],
    help: 'write a line only after this many replicas of Redis have confirmed it (default: 0)',
    common: ['filter'],
  },
  {
    flags: '--retry-seconds <n>',
    group: 'Running',
    parse: number,
    commands: ['filter'],
    help: 'how long to try again if Redis cannot be reached (default: 30)',
  },
  {
    flags: '--lease-seconds <n>',
    group: 'Running',
    parse: number,
    commands: ['filter'],
    help: 'give up a process that is adding a document after this time without a sign of life (default: 5)',
  },
  {
    flags: '--matching',
    group: 'Output',
    commands: ['filter'],
    help: 'write the documents that are near-duplicates of earlier ones instead of the new ones',
    common: ['filter'],
    own: true,
  },
  {
    flags: '--evidence',
    group: 'Output',
    commands: ['filter'],
    help: 'add a field `neardup` to every line: the state of the document, and what it is a near-duplicate of',
    common: ['filter'],
    own: true,
  },
  {
    flags: '--json',
    group: 'Output',
    help: 'print one JSON object a line, the summary last',
    common: 'all',
    own: true,
  },
  {
    flags: '--exit-code',
    group: 'Output',
    commands: ['dedup', 'pairs', 'groups', 'compare'],
    help: 'exit with 1 if duplicates or passages were found',
    common: ['dedup', 'pairs', 'groups', 'compare'],
    own: true,
  },
  {
    flags: '--rows <format>',
    group: 'Stage',
    choices: ['arrow', 'lines'],
    commands: [],
    help: 'how rows come and go: an Arrow stream, or JSON lines (default: arrow)',
    own: true,
  },
  {
    flags: '--scheme <text>',
    group: 'Stage',
    commands: [],
    help: 'scheme of the rows, from the first message of keys; rows of another one are refused',
    own: true,
  },
  {
    flags: '--spark <address>',
    group: 'Running',
    commands: ['dedup'],
    help: 'run on a cluster, by its Spark Connect server: sc://host:15002 (docs/scaling.md)',
    own: true,
  },
  {
    flags: '--spark-worker <command>',
    group: 'Running',
    commands: ['dedup'],
    help: 'with --spark: the command of the worker on executors (default: ./nd/neardup worker)',
    own: true,
  },
  {
    flags: '--quiet',
    group: 'Running',
    help: 'no progress and no notes on standard error, only errors',
    common: 'all',
    own: true,
  },
  {
    flags: '--threads <n>',
    group: 'Running',
    parse: number,
    help: 'threads that compute, 1 to 64 (default: one per processor)',
    common: ['dedup', 'pairs', 'groups', 'search', 'fingerprint', 'eval'],
  },
  {
    flags: '--engine <name>',
    group: 'Running',
    help: 'what computes: wasm, scalar, gpu, or auto, which is wasm (default: auto; see docs/gpu.md)',
    choices: ['auto', 'wasm', 'scalar', 'gpu'],
  },
  {
    flags: '--temp <folder>',
    group: 'Running',
    help: "folder for temporary files (default: the system's)",
  },
];

/** The name of a flag with its dashes: `--output` for `-o, --output <path>`. */
export function longName(flag: Flag): string {
  return /--[a-z-]+/.exec(flag.flags)![0];
}

/** The library option that a flag sets, or the name by which the command knows it. */
export function optionName(flag: Flag): string {
  const name = longName(flag).slice(2);
  return flag.option ?? name.replaceAll(/-([a-z])/g, (_, letter) => letter.toUpperCase());
}
