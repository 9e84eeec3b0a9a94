/**
 * Every option of the command line, one object each: `-h`, `--help`, the README table and the completions come from
 * this table. Grouped in the order of the pipeline.
 */

export interface Flag {
  /** `--threshold`, with the value it takes: `--threshold <share>`. */
  readonly flags: string;
  /** The library option it sets. */
  readonly option: string;
  readonly group: 'Input' | 'Text' | 'Matching' | 'Output' | 'Running';
  /** One line. */
  readonly help: string;
  readonly choices?: readonly string[];
  /** Turns the word from the command line into the option's value. @default the word as it is */
  readonly parse?: (value: string, before: unknown) => unknown;
  /** Which commands take it; all when left out. */
  readonly commands?: readonly string[];
}

/** A number, or the word itself, so that the library's own message names what came. */
const number = (value: string): unknown =>
  value.trim() !== '' && !Number.isNaN(Number(value)) ? Number(value) : value;

/** `100MB`, `2GB`, `65536` as bytes. */
const bytes = (value: string): unknown => {
  const [, amount, unit] = /^(\d+(?:\.\d+)?)\s*([KMG]?)B?$/i.exec(value.trim()) ?? [];
  if (amount === undefined) return value;
  return Math.round(Number(amount) * 1024 ** ['', 'K', 'M', 'G'].indexOf(unit.toUpperCase()));
};

/** A flag that may be given several times. */
const collect = (value: string, before: unknown): string[] => [...((before as string[]) ?? []), value];

const list = (value: string): string[] => value.split(',').map((word) => word.trim());

export const FLAGS: readonly Flag[] = [
  {
    flags: '--text-field <name>',
    option: 'textField',
    group: 'Input',
    help: 'field or column with the text (default: text)',
  },
  {
    flags: '--id-field <name>',
    option: 'idField',
    group: 'Input',
    help: 'field or column with the id (default: id)',
  },
  {
    flags: '--format <name>',
    option: 'format',
    group: 'Input',
    help: 'read every input as this: text, html, pdf, docx, eml, warc, jsonl, parquet … (default: auto)',
  },
  {
    flags: '--encoding <charset>',
    option: 'encoding',
    group: 'Input',
    help: 'charset of text and HTML files (default: auto)',
  },
  {
    flags: '--markup <kind>',
    option: 'markup',
    group: 'Input',
    choices: ['none', 'html'],
    help: 'html: text fields hold HTML, whose tags are removed (default: none)',
  },
  {
    flags: '--duplicate-ids <what>',
    option: 'duplicateIds',
    group: 'Input',
    choices: ['error', 'rename'],
    help: 'an id that comes twice is an error, or is made unique (default: error)',
  },
  {
    flags: '--max-document <size>',
    option: 'maxDocument',
    group: 'Input',
    parse: bytes,
    help: 'largest document that is read, as 64MB (default: 100MB)',
  },
  {
    flags: '--main',
    option: 'main',
    group: 'Input',
    help: 'only the main text of HTML pages, without menus, links and notices',
  },
  {
    flags: '--document-seconds <n>',
    option: 'documentSeconds',
    group: 'Input',
    parse: number,
    help: 'time that extracting one PDF, Word … document may take (default: 30)',
  },
  {
    flags: '--document-memory <size>',
    option: 'documentMemory',
    group: 'Input',
    parse: bytes,
    help: 'memory that it may take, as 512MB (default: 1GB)',
  },
  {
    flags: '--fingerprints',
    option: 'fingerprints',
    group: 'Input',
    commands: ['pairs', 'dedup', 'groups'],
    help: 'pairs: inputs are fingerprints, as `fingerprint --json` prints them; lists candidates that no text verified',
  },
  {
    flags: '--lang <code>',
    option: 'lang',
    group: 'Text',
    help: 'language of the texts: en, uk, zh … or auto, document by document (default: auto)',
  },
  {
    flags: '--stop-words',
    option: 'stopWords',
    group: 'Text',
    help: 'leave out words such as "the" and "and"',
  },
  {
    flags: '--stems',
    option: 'stems',
    group: 'Text',
    help: 'compare stems, so that forms of a word are the same: "cats", "cat"',
  },
  {
    flags: '--stem-dictionary',
    option: 'stemDictionary',
    group: 'Text',
    help: "Ukrainian base forms from the system's hunspell dictionary",
  },
  {
    flags: '--ngram <n>',
    option: 'ngram',
    group: 'Text',
    parse: number,
    help: 'characters per word in Chinese, Japanese, Thai …: 1, 2 or 3 (default: 2)',
  },
  {
    flags: '--segment <unit>',
    option: 'segment',
    group: 'Text',
    choices: ['ngrams', 'words'],
    help: 'cut Chinese into character n-grams, or words if @node-rs/jieba is installed (default: ngrams)',
  },
  {
    flags: '--canonical',
    option: 'canonical',
    group: 'Text',
    help: 'the texts are canonical already: take words as they are',
  },
  {
    flags: '--threshold <share>',
    option: 'threshold',
    group: 'Matching',
    parse: number,
    commands: ['dedup', 'pairs', 'groups', 'eval'],
    help: 'least resemblance of near-duplicates, above 0 to 1 (default: 0.8)',
  },
  {
    flags: '--containment <share>',
    option: 'containment',
    group: 'Matching',
    parse: number,
    commands: ['dedup', 'pairs', 'groups', 'eval'],
    help: 'also where a document lies in the other to this share (default: off)',
  },
  {
    flags: '--shingle <words>',
    option: 'shingle',
    group: 'Matching',
    parse: number,
    commands: ['dedup', 'pairs', 'groups', 'eval'],
    help: 'words in a shingle, the unit of comparison, 1 to 16 (default: 3, in free order 2)',
  },
  {
    flags: '--unit <what>',
    option: 'unit',
    group: 'Matching',
    choices: ['word', 'character', 'sentence'],
    commands: ['dedup', 'pairs', 'groups', 'eval'],
    help: 'what a shingle is made of (default: word)',
  },
  {
    flags: '--order <how>',
    option: 'order',
    group: 'Matching',
    choices: ['strict', 'sorted', 'free'],
    commands: ['dedup', 'pairs', 'groups', 'eval'],
    help: 'sorted, free: the order of words inside a shingle, or a sentence, does not count (default: strict)',
  },
  {
    flags: '--method <name>',
    option: 'method',
    group: 'Matching',
    choices: ['auto', 'simhash', 'bands', 'exact'],
    commands: ['dedup', 'pairs', 'groups', 'eval'],
    help: 'how candidates are found: near fingerprints, min-hashes, rare shingles (default: auto, bands or exact)',
  },
  {
    flags: '--distance <bits>',
    option: 'maxDistance',
    group: 'Matching',
    parse: number,
    commands: ['dedup', 'pairs', 'groups', 'eval'],
    help: 'with --method simhash: fingerprints of candidates differ in at most this many bits, 0 to 7 (default: 7)',
  },
  {
    flags: '--tables <n>',
    option: 'tables',
    group: 'Matching',
    parse: number,
    commands: ['dedup', 'pairs', 'groups', 'eval'],
    help: 'tables of the fingerprint index (default: chosen by size and distance)',
  },
  {
    flags: '--hash <kind>',
    option: 'hash',
    group: 'Matching',
    choices: ['mixed', 'sdbm'],
    help: 'hash of a word; sdbm is the published method to the bit (default: mixed)',
  },
  {
    flags: '--features <kind>',
    option: 'features',
    group: 'Matching',
    choices: ['sets', 'counts'],
    help: 'count a word once, or as often as it occurs (default: sets)',
  },
  {
    flags: '--level <what>',
    option: 'level',
    group: 'Matching',
    choices: ['document', 'paragraph', 'sentence'],
    commands: ['fingerprint'],
    help: 'weighted fingerprints of documents, paragraphs or sentences, with their places (default: off)',
  },
  {
    flags: '--weights <which>',
    option: 'weights',
    group: 'Matching',
    commands: ['fingerprint'],
    help: 'with --level: corpus, none, or a file with lines of word, tab, level 1 to 5 (default: corpus)',
  },
  {
    flags: '--keep <policy>',
    option: 'keep',
    group: 'Output',
    commands: ['dedup', 'groups'],
    help: 'who stays: first, last, longest, shortest, max:FIELD, min:FIELD (default: first)',
  },
  {
    flags: '--against <path>',
    parse: collect,
    option: 'against',
    group: 'Input',
    commands: ['dedup'],
    help: 'also remove what resembles a document of this reference; may be repeated',
  },
  {
    flags: '--only-against',
    option: 'onlyAgainst',
    group: 'Input',
    commands: ['dedup'],
    help: 'remove only that, and leave duplicates within the input alone',
  },
  {
    flags: '-o, --output <path>',
    option: 'output',
    group: 'Output',
    commands: ['dedup'],
    help: 'write what stays to *.jsonl, *.csv, *.tsv (also .gz) or a folder/, and what goes to PATH.removed.jsonl',
  },
  {
    flags: '--report <file>',
    option: 'report',
    group: 'Output',
    commands: ['dedup'],
    help: 'write an HTML page with all groups, scores and texts side by side',
  },
  {
    flags: '--truth <file>',
    option: 'truth',
    group: 'Input',
    commands: ['eval'],
    help: 'known pairs: two ids a line, separated by a tab',
  },
  {
    flags: '--labels <names>',
    option: 'labels',
    group: 'Input',
    commands: ['eval'],
    parse: list,
    help: 'only known pairs whose column `label` is one of these, as planted,revision',
  },
  {
    flags: '--minimum <column=value>',
    option: 'minimum',
    group: 'Input',
    commands: ['eval'],
    help: 'only known pairs with at least this value in a column, as resemblance=0.8',
  },
  {
    flags: '--in <path...>',
    option: 'in',
    group: 'Input',
    commands: ['search', 'compare'],
    help: 'look in these documents',
  },
  {
    flags: '--index <folder>',
    option: 'index',
    group: 'Input',
    commands: ['search'],
    help: 'search an index made by `neardup index build`',
  },
  {
    flags: '--queries <path...>',
    option: 'queries',
    group: 'Input',
    commands: ['search', 'index'],
    help: 'take the documents of these files as queries, known by their ids',
  },
  {
    flags: '-k, --nearest <n>',
    option: 'k',
    group: 'Matching',
    parse: number,
    commands: ['search', 'index'],
    help: 'documents to find for every query (default: 10)',
  },
  {
    flags: '--quality <share>',
    option: 'quality',
    group: 'Matching',
    parse: number,
    commands: ['search', 'index'],
    help: 'how near to the true nearest, 0.9 to 1; less is faster (default: 0.99)',
  },
  {
    flags: '--exact',
    option: 'exact',
    group: 'Matching',
    commands: ['search', 'index'],
    help: 'compare with all documents: the same as --quality 1',
  },
  {
    flags: '--explain',
    option: 'explain',
    group: 'Output',
    commands: ['search', 'index'],
    help: 'also give the terms that query and document share',
  },
  {
    flags: '--width <bits>',
    option: 'width',
    group: 'Matching',
    parse: number,
    commands: ['search', 'index'],
    help: 'bits of a signature, a multiple of 64 up to 4096 (default: 1024)',
  },
  {
    flags: '--structure <kind>',
    option: 'structure',
    group: 'Matching',
    choices: ['auto', 'scan', 'slices', 'sketches', 'clusters'],
    commands: ['index'],
    help: 'how the index is made (default: auto, by the number of documents)',
  },
  {
    flags: '--slice-bits <n>',
    option: 'sliceBits',
    group: 'Matching',
    parse: number,
    commands: ['index'],
    help: 'bits of a slice, with --structure slices (default: by the number of documents)',
  },
  {
    flags: '--texts',
    option: 'texts',
    group: 'Output',
    commands: ['index'],
    help: 'keep the canonical texts in the index, for --explain and for queries of a few words',
  },
  {
    flags: '--similar-weight <share>',
    option: 'similarWeight',
    group: 'Matching',
    parse: number,
    commands: ['compare'],
    help: 'sentences that share fewer of their words are never similar, 0 to 1 (default: 0.6)',
  },
  {
    flags: '--right-weight <share>',
    option: 'rightWeight',
    group: 'Matching',
    parse: number,
    commands: ['compare'],
    help: 'from this share on they are; between the two, synonyms decide (default: 0.8)',
  },
  {
    flags: '--min-words <n>',
    option: 'minWords',
    group: 'Matching',
    parse: number,
    commands: ['compare'],
    help: 'leave out passages of fewer words, unless beside longer ones (default: 8)',
  },
  {
    flags: '--thesaurus <file>',
    option: 'thesaurus',
    group: 'Matching',
    commands: ['compare'],
    help: 'synonyms: auto, built-in, none, or a file (MyThes, WordNet, word<TAB>synonyms) (default: auto)',
  },
  {
    flags: '--sources <n>',
    option: 'sources',
    group: 'Matching',
    parse: number,
    commands: ['compare'],
    help: 'with --in: how many of the best sources are compared (default: 10)',
  },
  {
    flags: '--boilerplate <n>',
    option: 'boilerplate',
    group: 'Matching',
    parse: number,
    commands: ['compare'],
    help: 'with --in: what stands in more places than this leads to no source (default: 2000)',
  },
  {
    flags: '--max-text <n>',
    option: 'maxText',
    group: 'Input',
    parse: number,
    commands: ['compare'],
    help: 'longest text that is compared, in characters (default: 10000000)',
  },
  {
    flags: '--html <file>',
    option: 'html',
    group: 'Output',
    commands: ['compare'],
    help: 'write one HTML page with the texts side by side, linked passages and filters',
  },
  {
    flags: '--full',
    option: 'full',
    group: 'Output',
    commands: ['compare'],
    help: 'on the terminal: every passage, and all of it',
  },
  { flags: '--json', option: 'json', group: 'Output', help: 'one JSON object a line, the summary last' },
  {
    flags: '--exit-code',
    option: 'exitCode',
    group: 'Output',
    commands: ['dedup', 'pairs', 'groups', 'compare'],
    help: 'exit with 1 when duplicates or passages were found',
  },
  {
    flags: '--quiet',
    option: 'quiet',
    group: 'Running',
    help: 'no progress and no notes on standard error, only errors',
  },
  {
    flags: '--threads <n>',
    option: 'threads',
    group: 'Running',
    parse: number,
    help: 'threads that compute (default: one per processor)',
  },
  {
    flags: '--temp <folder>',
    option: 'temp',
    group: 'Running',
    help: "folder for temporary files (default: the system's)",
  },
];

/** A message of the library in the words of the command line: what it calls `minWords` is `--min-words` there. */
export function withFlags(message: string): string {
  return message.replace(/^Expected `(\w+)` to be/, (words, option: string) => {
    const flag = FLAGS.find((each) => each.option === option)?.flags.match(/--[\w-]+/)?.[0];
    return flag === undefined ? words : `Expected \`${flag}\` to be`;
  });
}
