/**
 * Every option of the command line, one object each: spelling and meaning. Defaults, ranges and choices come from the
 * library (`OPTIONS`); both sizes of help, the README tables and the completions come from the two. Grouped in the order of the pipeline.
 */
import { OPTIONS, writtenFiles } from '../../index.ts';

export interface Flag {
  /** `--threshold`, with the value it takes: `--threshold <share>`. */
  readonly flags: string;
  /** The library option it sets, or the name by which the command knows it. @default `maxText` for `--max-text` */
  readonly option?: string;
  readonly group: 'Input' | 'Text' | 'Matching' | 'Output' | 'Running' | 'Stage';
  /** One line that stands alone. */
  readonly help: string;
  /** The words that it takes, if the library has no such option. */
  readonly choices?: readonly string[];
  /** The effect of leaving it out. @default from the library's rule */
  readonly leftOut?: string;
  /** Turns the word from the command line into the option's value. @default the word as it is */
  readonly parse?: (value: string, before: unknown) => unknown;
  /** The commands whose option of this name it is, if there are two of one name, or the only ones that take it. */
  readonly commands?: readonly string[];
  /** The command itself uses it; it is not passed to the library. */
  readonly own?: true;
}

/** A number, or the word itself, so that the library's own message can quote it. */
const number = (value: string): unknown =>
  value.trim() !== '' && !Number.isNaN(Number(value)) ? Number(value) : value;

/** `100MB`, `2GB`, `65536` as bytes. */
export const bytes = (value: string): unknown => {
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

/** `0.5:0.9:0.1` as the thresholds .5, .6 … .9. */
const steps = (value: string): unknown => {
  const [from, to, step] = value.split(':').map(Number);
  const count = Math.floor((to - from) / step + 1e-9) + 1;
  if (!(count >= 1 && count <= 1000)) return value;
  return Array.from({ length: count }, (_, i) => Number((from + i * step).toFixed(6)));
};

const DOCUMENT_FILES = writtenFiles('documents');
const LIST_FILES = writtenFiles('lists');

/** `passages,search`, or `all` for both. */
const indexNames = (value: string): string[] => (value === 'all' ? ['passages', 'search'] : list(value));

/** Standard output by another name is not a file to be replaced. */
const outputPath = (value: string): string =>
  /^\/(dev\/stdout|(dev|proc\/self)\/fd\/1)$/.test(value) ? '-' : value;

export const FLAGS: readonly Flag[] = [
  {
    flags: '--text-field <names>',
    group: 'Input',
    help: 'field or column with the text, or several as one: title,text',
  },
  {
    flags: '--id-field <name>',
    group: 'Input',
    help: 'field or column with the id; none: known by file and line',
  },
  {
    flags: '--format <name>',
    group: 'Input',
    help: 'read every input in this format: text, html, pdf, docx, eml, warc, jsonl, parquet, arrow …',
  },
  {
    flags: '--encoding <charset>',
    group: 'Input',
    help: 'charset of text, Markdown, HTML and CSV files',
  },
  {
    flags: '--markup <kind>',
    group: 'Input',
    help: 'html: text fields contain HTML; remove its tags',
  },
  {
    flags: '--duplicate-ids <what>',
    group: 'Input',
    help: 'if an id occurs twice: stop with an error, or rename the later one',
  },
  {
    flags: '--max-document <size>',
    group: 'Input',
    parse: bytes,
    help: 'largest document to read, e.g. 64MB',
  },
  {
    flags: '--main',
    group: 'Input',
    help: 'of HTML pages, read only the main text: no menus, links or notices',
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
    help: 'time limit in seconds for extracting one PDF, Word … document',
  },
  {
    flags: '--document-memory <size>',
    group: 'Input',
    parse: bytes,
    help: 'memory limit for extracting one PDF, Word … document, e.g. 512MB',
  },
  {
    flags: '--exclude-files <pattern>',
    group: 'Input',
    parse: collect,
    help: "leave out files of folders and globs, by a pattern as in .gitignore: '*.log', drafts/; may be repeated",
  },
  {
    flags: '--gitignore',
    group: 'Input',
    help: 'leave out what the .gitignore files of folders name',
  },
  {
    flags: '--hidden',
    group: 'Input',
    help: 'read files and folders whose names begin with a dot, too',
  },
  {
    flags: '--files-from <file>',
    group: 'Input',
    help: 'read the inputs named in this file, one a line, or ended by zero bytes (find -print0); - for standard input',
    own: true,
  },
  {
    flags: '--problems <file>',
    group: 'Output',
    help: 'write everything that could not be read to this file, one JSON object a line',
    own: true,
  },
  {
    flags: '--fingerprints',
    group: 'Input',
    help: 'pairs only: inputs are fingerprints, as `fingerprint --json` prints them; candidates are not verified',
    own: true,
  },
  {
    flags: '--lang <code>',
    group: 'Text',
    help: 'language of the texts: en, uk, zh …, or auto to detect it for each document',
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
    help: 'characters per word in Chinese, Japanese, Thai …',
  },
  {
    flags: '--segment <unit>',
    group: 'Text',
    help: 'cut Chinese into character n-grams, or into words with @node-rs/jieba',
  },
  {
    flags: '--canonical',
    group: 'Text',
    commands: ['dedup', 'pairs', 'groups', 'eval', 'fingerprint', 'search', 'create'],
    help: 'the texts are canonical already: do not change their words',
  },
  {
    flags: '--canonical',
    group: 'Text',
    commands: ['text'],
    help: 'print canonical texts: the words that are compared, with single spaces between them',
    own: true,
  },
  {
    flags: '--threshold <share>',
    group: 'Matching',
    parse: number,
    help: 'least resemblance of near-duplicates',
  },
  {
    flags: '--containment <share>',
    group: 'Matching',
    parse: number,
    help: 'also match if this share of one document is in the other; dedup, groups: of the removed one',
  },
  {
    flags: '--containment-of <which>',
    group: 'Matching',
    help: 'with --containment and --against: reference: the share of a reference document that is in the removed one',
  },
  {
    flags: '--min-words <n>',
    group: 'Matching',
    parse: number,
    commands: ['dedup', 'pairs', 'groups', 'eval', 'filter'],
    help: 'never match documents of fewer words, such as "Test"',
  },
  {
    flags: '--shingle <words>',
    group: 'Matching',
    parse: number,
    help: 'words in a shingle, the unit of comparison',
  },
  {
    flags: '--unit <what>',
    group: 'Matching',
    commands: ['dedup', 'pairs', 'groups', 'eval', 'filter', 'create', 'fingerprint'],
    help: 'what a shingle consists of',
  },
  {
    flags: '--known <dir>',
    group: 'Input',
    help: 'also cut passages that earlier runs with this folder have seen; with -o, new ones are added to it',
  },
  {
    flags: '--unit <what>',
    group: 'Matching',
    commands: ['trim'],
    help: 'compare passages of --least words, or whole paragraphs, lines or sentences',
  },
  {
    flags: '--least <words>',
    group: 'Matching',
    parse: number,
    commands: ['trim'],
    help: 'words of the shortest repeat; in scripts without spaces 8 characters count as 5',
  },
  {
    flags: '--least <words>',
    group: 'Matching',
    parse: number,
    commands: ['decontaminate'],
    help: 'items of fewer words are not looked for; in scripts without spaces 8 characters count as 5',
  },
  {
    flags: '--share <share>',
    group: 'Matching',
    parse: number,
    help: 'least share of the words of an item of 50 words or more; of one of up to 20 words all must be there',
  },
  {
    flags: '--item-fields <names>',
    group: 'Input',
    help: 'field with the text of an item, or several as one: question,answer',
  },
  {
    flags: '--suite-field <name>',
    group: 'Input',
    help: 'field that names the evaluation set of an item',
  },
  {
    flags: '--action <what>',
    group: 'Output',
    help: 'what becomes of documents that have an item: report, cut (its words) or drop',
  },
  {
    flags: '--copies <n>',
    group: 'Matching',
    parse: number,
    help: 'cut only passages at this many places or more',
  },
  {
    flags: '--cut <what>',
    group: 'Output',
    help: 'the unit that is cut: sentences, all of whose words are repeats, words, lines or paragraphs',
  },
  {
    flags: '--least-left <words>',
    group: 'Output',
    parse: number,
    help: 'also remove documents that were cut and have fewer words left',
  },
  {
    flags: '--spans <file>',
    group: 'Output',
    commands: ['decontaminate'],
    help: `write the list of items found, and their places, to ${LIST_FILES}`,
  },
  {
    flags: '--spans <file>',
    group: 'Output',
    commands: ['trim'],
    help: `write the list of cuts, and where their words have stayed, to ${LIST_FILES}`,
  },
  {
    flags: '--order <how>',
    group: 'Matching',
    help: 'sorted, free: ignore the order of words within a shingle, or a sentence',
  },
  {
    flags: '--method <name>',
    group: 'Matching',
    help: 'candidates by near fingerprints, min-hashes, rare shingles; exact takes all; auto: bands or exact',
  },
  {
    flags: '--distance <bits>',
    option: 'maxDistance',
    group: 'Matching',
    parse: number,
    help: 'with --method simhash or --fingerprints: most bits in which candidates differ',
  },
  {
    flags: '--tables <n>',
    group: 'Matching',
    parse: number,
    help: 'with --method simhash or --fingerprints: tables of the index; for 3 bits 4, 5, 6, 10, 20, 35 or 56',
  },
  {
    flags: '--hash <kind>',
    group: 'Matching',
    help: 'hash of a word; sdbm is exactly the published method',
  },
  {
    flags: '--features <kind>',
    group: 'Matching',
    help: 'count a word once, or as often as it occurs',
  },
  {
    flags: '--ties <bit>',
    group: 'Matching',
    parse: number,
    help: 'the bit if as many words have 1 as 0 there; 1 is the printed example of the published method',
  },
  {
    flags: '--level <what>',
    group: 'Matching',
    help: 'weighted fingerprints of documents, paragraphs or sentences, with their places',
    leftOut: 'off',
  },
  {
    flags: '--weights <which>',
    group: 'Matching',
    help: 'with --level: corpus, none, or a file with lines of word, tab, level 1 to 5',
  },
  {
    flags: '--image <which>',
    group: 'Matching',
    help: 'checksums of shingles, printed or compared: all, the smallest:200, or those divisible:25',
    leftOut: 'off',
  },
  {
    flags: '--index <name>',
    group: 'Matching',
    help: 'with --fingerprints: how pairs are found; eight-blocks is a published method, for up to 3 bits',
  },
  {
    flags: '--checksum <kind>',
    group: 'Matching',
    help: 'with --image: the checksum of a shingle',
  },
  {
    flags: '--within <field>',
    group: 'Matching',
    help: 'compare only documents with the same value of a field (lang), or with dates this close (date:7d)',
  },
  {
    flags: '--unique-by <field>',
    group: 'Matching',
    help: 'documents with the same value of this field are copies, too: url, without scheme and tracking parameters',
  },
  {
    flags: '--step <units>',
    group: 'Matching',
    parse: number,
    help: 'with --image: words (or what --unit says) from one shingle to the next',
  },
  {
    flags: '--signature <bits>',
    option: 'width',
    group: 'Matching',
    commands: ['fingerprint'],
    parse: number,
    help: 'print TopSig signatures of this width instead, a multiple of 64 such as 1024',
    leftOut: 'off',
  },
  {
    flags: '--keep <policy>',
    group: 'Output',
    commands: ['trim'],
    help: `which place stays: ${OPTIONS.trim.keep.expected}`,
  },
  {
    flags: '--keep <policy>',
    group: 'Output',
    commands: ['dedup', 'groups'],
    help: `which document of a group is kept: ${OPTIONS.groups.keep.expected}`,
  },
  {
    flags: '--drop <what>',
    group: 'Output',
    help: 'copies: all documents of a group but the kept one are removed; all: the kept one, too',
  },
  {
    flags: '--at-most <n>',
    group: 'Output',
    parse: number,
    help: 'keep this many documents of a group, the first by --keep; one of --against counts',
  },
  {
    flags: '--fields <names>',
    group: 'Output',
    help: 'show these fields beside ids, such as url or subject,date',
  },
  {
    flags: '--against <path>',
    parse: collect,
    group: 'Input',
    commands: ['trim'],
    help: 'also cut passages of this reference, which is not written; may be repeated',
  },
  {
    flags: '--against <path>',
    parse: collect,
    group: 'Input',
    commands: ['decontaminate'],
    help: 'evaluation set: every document in it is an item; may be repeated',
  },
  {
    flags: '--against <path>',
    parse: collect,
    group: 'Input',
    commands: ['dedup'],
    help: 'also remove documents that resemble one of this reference; files of the input do not count; may be repeated',
  },
  {
    flags: '--only-against',
    group: 'Input',
    help: 'with --against: leave duplicates within the input alone',
  },
  {
    flags: '--collection <dir>',
    group: 'Input',
    help: 'deduplicate files one after the other into this collection; files that are done are skipped, also after a kill',
  },
  {
    flags: '-o, --output <path>',
    group: 'Output',
    parse: outputPath,
    commands: ['trim', 'decontaminate'],
    help: `write the documents to ${DOCUMENT_FILES}, a folder/ or -`,
  },
  {
    flags: '-o, --output <path>',
    group: 'Output',
    parse: outputPath,
    commands: ['dedup'],
    help: `write kept documents to ${DOCUMENT_FILES}, a folder/ or -`,
  },
  {
    flags: '-o, --output <path>',
    group: 'Output',
    parse: outputPath,
    commands: ['pairs', 'groups'],
    help: `write the list to ${LIST_FILES}, and print the summary only`,
  },
  {
    flags: '--output-format <name>',
    group: 'Output',
    help: 'with -o -: the format on standard output',
  },
  {
    flags: '--unreadable <what>',
    group: 'Output',
    help: 'with -o FOLDER/: keep unreadable files unchanged, or leave-out',
  },
  {
    flags: '--split <n>',
    group: 'Output',
    parse: number,
    help: 'divide kept documents among n files of equal length: clean-00000-of-00008.jsonl and so on',
  },
  {
    flags: '--removed <file>',
    group: 'Output',
    help: `write the list of removed documents to ${LIST_FILES}`,
  },
  {
    flags: '--annotate <path>',
    group: 'Output',
    help: 'write all documents in the formats of -o, with columns for group, copies, and whether they are kept',
  },
  {
    flags: '--annotate-prefix <text>',
    group: 'Output',
    help: 'beginning of the names of these columns',
  },
  {
    flags: '--report <file>',
    group: 'Output',
    commands: ['trim'],
    help: 'write an HTML page: the passages cut most often, where they stayed, and how much documents lost',
  },
  {
    flags: '--report <file>',
    group: 'Output',
    commands: ['decontaminate'],
    help: 'write an HTML page: the share of every set that was found, and the items in their documents',
  },
  {
    flags: '--report <file>',
    group: 'Output',
    commands: ['dedup'],
    help: 'write an HTML page with all groups, scores and texts side by side; --fields title shows and finds headlines',
  },
  {
    flags: '--truth <file>',
    group: 'Input',
    help: 'file of known pairs: two ids a line, separated by a tab',
    own: true,
  },
  {
    flags: '--labels <names>',
    group: 'Input',
    parse: list,
    help: 'count only known pairs whose column `label` is one of these, e.g. planted,revision',
  },
  {
    flags: '--minimum <column=value>',
    group: 'Input',
    help: 'count only known pairs with at least this value in a column, e.g. resemblance=0.8',
  },
  {
    flags: '--judged',
    group: 'Input',
    help: 'count only pairs that the file of known pairs names; all others are neither right nor wrong',
  },
  {
    flags: '--sweep <from:to:step>',
    group: 'Matching',
    parse: steps,
    help: 'measure at every threshold from the first to the last, e.g. 0.5:0.9:0.1',
  },
  {
    flags: '--found <file>',
    group: 'Input',
    help: 'judge these pairs instead: what `pairs`, `compare --all` or `search` prints with --json',
    own: true,
  },
  {
    flags: '--in <path...>',
    group: 'Input',
    help: 'search these documents',
  },
  {
    flags: '--queries <path...>',
    group: 'Input',
    help: 'use the documents of these files as queries, identified by their ids',
    own: true,
  },
  {
    flags: '--signatures <path...>',
    group: 'Input',
    help: 'queries are signatures, and so is what --in names: *.npy, or lines of fingerprint --signature --json',
    own: true,
  },
  {
    flags: '--npy <file>',
    group: 'Output',
    help: 'with --signature: write them as an array of bytes for NumPy, and print the ids',
    own: true,
  },
  {
    flags: '-k, --nearest <n>',
    option: 'k',
    group: 'Matching',
    parse: number,
    help: 'number of documents to find for every query',
  },
  {
    flags: '--quality <share>',
    group: 'Matching',
    parse: number,
    help: 'share of the true nearest that is found (recall@10); less is faster',
  },
  {
    flags: '--exact',
    group: 'Matching',
    help: 'compare with every document, like --quality 1',
  },
  {
    flags: '--structure <name>',
    group: 'Matching',
    help: 'what queries of over 20 words search: scan (all), clusters, slices (the published lists) or auto',
  },
  {
    flags: '--slice-bits <n>',
    group: 'Matching',
    parse: number,
    help: 'with --structure slices: bits of a slice (w)',
  },
  {
    flags: '--expand <bits>',
    group: 'Matching',
    parse: number,
    help: 'with --structure slices: visit lists within this distance of the query (i)',
  },
  {
    flags: '--cut-off <bits>',
    option: 'cutoff',
    group: 'Matching',
    parse: number,
    help: 'with --structure slices: do not add documents first seen beyond this distance (j)',
  },
  {
    flags: '--candidates <n>',
    group: 'Matching',
    commands: ['search'],
    parse: number,
    help: 'with --structure slices: compare this many signatures bit by bit, those with the best scores',
  },
  {
    flags: '--measure',
    group: 'Output',
    help: 'also compare everything, and print recall and CDR of the search by signatures',
  },
  {
    flags: '--explain',
    group: 'Output',
    help: 'also show the terms that query and document share',
  },
  {
    flags: '--width <bits>',
    group: 'Matching',
    commands: ['search'],
    parse: number,
    help: 'bits of a signature, a multiple of 64',
  },
  {
    flags: '--similar-weight <share>',
    group: 'Matching',
    parse: number,
    help: 'sentences that share less of their words than this are never similar',
  },
  {
    flags: '--right-weight <share>',
    group: 'Matching',
    parse: number,
    help: 'sentences that share more than this are always similar; in between, synonyms decide',
  },
  {
    flags: '--min-words <n>',
    group: 'Matching',
    parse: number,
    commands: ['compare'],
    help: 'leave out passages of fewer words, unless they are beside longer ones',
  },
  {
    flags: '--clauses',
    group: 'Matching',
    help: 'also cut sentences at commas and semicolons, as the published method does',
  },
  {
    flags: '--tile <sentences>',
    group: 'Running',
    parse: number,
    help: 'sentences along a side of a tile of the matrix, one task each; it never changes the result',
  },
  {
    flags: '--matrix',
    group: 'Output',
    help: 'with --json: also print the comparison matrix: pairs of similar sentences, their p, and what marked them',
    own: true,
  },
  {
    flags: '--thesaurus <file>',
    group: 'Matching',
    help: 'synonyms: auto, built-in, none, or a file (MyThes, WordNet, word<TAB>synonyms)',
  },
  {
    flags: '--by <what>',
    group: 'Matching',
    help: 'with --in: find sources by words in a row, or by fingerprints of sentences, as paper D does',
  },
  {
    flags: '--sources <n>',
    group: 'Matching',
    parse: number,
    help: 'with --in: number of sources to compare, those that add most words first',
  },
  {
    flags: '--all',
    group: 'Matching',
    help: 'compare all documents of the inputs with each other, such as the essays of a class, and rank the pairs',
    own: true,
  },
  {
    flags: '--exclude <file>',
    group: 'Matching',
    parse: collect,
    help: 'what this text has counts neither as shared nor as written, such as a form; may be repeated',
  },
  {
    flags: '--exclude-quotations',
    group: 'Matching',
    help: 'quotations of the text do not count (with --all: of every text)',
  },
  {
    flags: '--exclude-bibliography',
    group: 'Matching',
    help: 'the bibliography of the text does not count (with --all: of every text)',
  },
  {
    flags: '--partners <n>',
    group: 'Matching',
    parse: number,
    help: 'with --all: compare each text with at most this many others, those that share most words',
  },
  {
    flags: '--count-common',
    group: 'Matching',
    help: 'with --all: count text that most documents share, such as a cover sheet; else it is left out',
  },
  {
    flags: '--mutual',
    group: 'Matching',
    help: 'leave out quotations and bibliographies of sources, too, as --all does',
  },
  {
    flags: '--only-in',
    group: 'Matching',
    help: 'with --all and --in: only pairs with documents of the collection, none of two inputs',
  },
  {
    flags: '--boilerplate <n>',
    group: 'Matching',
    parse: number,
    help: 'with --in or --all: ignore sentences found in more than this many places',
  },
  {
    flags: '--max-text <n>',
    group: 'Input',
    parse: number,
    help: 'longest text to compare, in characters',
  },
  {
    flags: '--html <file>',
    group: 'Output',
    help: 'write a page with the texts side by side, linked passages and filters; with --all of all pairs',
    own: true,
  },
  {
    flags: '--csv <file>',
    group: 'Output',
    commands: ['eval'],
    help: 'with --sweep: write the measures at every threshold as a table',
    own: true,
  },
  {
    flags: '--curve <file>',
    group: 'Output',
    help: 'with --sweep: draw precision, recall and F1 by threshold (SVG)',
    own: true,
  },
  {
    flags: '--errors <file>',
    group: 'Output',
    help: 'write the pairs that were missed, and those that are wrong, with their resemblance, one JSON object a line',
    own: true,
  },
  {
    flags: '--csv <file>',
    group: 'Output',
    commands: ['compare'],
    help: `with --all: write the ranked pairs to ${LIST_FILES}`,
  },
  {
    flags: '--full',
    group: 'Output',
    help: 'print every passage in full; with --all every pair, not only those that share at least 5 %',
    own: true,
  },
  {
    flags: '--on-duplicate <what>',
    group: 'Matching',
    help: 'store near-duplicates as well, leave them out, or leave them out as errors',
  },
  {
    flags: '--indexes <names>',
    group: 'Matching',
    parse: indexNames,
    help: 'what else can be asked: passages (for sources), search; passages,search or all',
  },
  {
    flags: '--expires <when>',
    group: 'Input',
    help: 'a date, or a time from now: 90m, 12h, 30d; a field `expires` counts more',
  },
  {
    flags: '--refresh',
    group: 'Input',
    help: 'a stored document counts as seen now if it, or a near-duplicate of it, comes again',
  },
  {
    flags: '--id <id>',
    group: 'Input',
    parse: collect,
    help: 'a document of the collection, compared with all others; may be repeated',
  },
  {
    flags: '--prefix <text>',
    group: 'Input',
    help: 'documents whose ids begin with this',
  },
  {
    flags: '--unseen-since <when>',
    group: 'Input',
    help: 'documents added or last seen before a date, or longer ago than 90m, 12h, 30d',
  },
  {
    flags: '--expired',
    group: 'Input',
    help: 'documents that have expired (they are in no answer anyway)',
  },
  {
    flags: '--near <share>',
    group: 'Matching',
    parse: shareOrOff,
    help: 'least resemblance of near-duplicates of an example, or off',
  },
  {
    flags: '--passage <words>',
    group: 'Matching',
    parse: number,
    help: 'also documents with a passage of an example, of at least this many words',
  },
  {
    flags: '--like <score>',
    group: 'Matching',
    parse: number,
    help: 'also documents about the subject of an example; 0.15 is a good start (docs/collection.md)',
  },
  {
    flags: '--words <list>',
    option: 'keywords',
    group: 'Matching',
    parse: list,
    help: 'documents that have these words or phrases, with commas between them',
  },
  {
    flags: '--needs <any|all|n>',
    group: 'Matching',
    parse: number,
    help: 'with --words: how many of them a document must have',
  },
  {
    flags: '--where <condition>',
    group: 'Matching',
    parse: collect,
    help: "only documents with such a field: 'lang = uk', 'date > 2026-01-01', 'source in a,b'; may be repeated",
  },
  {
    flags: '--from <position>',
    group: 'Input',
    parse: number,
    help: 'begin with the event at this position',
  },
  {
    flags: '--keep-events <time|number>',
    group: 'Output',
    parse: number,
    help: 'keep events of this time (12h, 90d), or at least this many of the last ones',
  },
  {
    flags: '--copy',
    group: 'Output',
    help: 'copy files instead of linking them, so that damage to one is no damage to the other',
  },
  {
    flags: '--redis <url>',
    group: 'Input',
    parse: collect,
    help: 'a Redis server, redis://user:password@host:6379, or one of a cluster; may be repeated',
  },
  {
    flags: '--name <name>',
    group: 'Input',
    help: 'name of the index in Redis: the beginning of its keys',
  },
  {
    flags: '--expire-after <time>',
    group: 'Matching',
    parse: seconds,
    help: 'forget documents after this time: 30d, 12h, 90m, 45s',
  },
  {
    flags: '--window <n|time>',
    group: 'Matching',
    parse: number,
    help: 'only the last n documents that passed count, or with --time-field those of a time: 90m, 12h, 30d',
  },
  {
    flags: '--time-field <name>',
    group: 'Input',
    help: 'with --window: the field that has the time of a document, a date or seconds since 1970',
  },
  {
    flags: '--expected <n>',
    group: 'Running',
    parse: number,
    help: 'about how many documents the index will hold; it saves memory of Redis',
  },
  {
    flags: '--candidates <n>',
    group: 'Matching',
    commands: ['filter'],
    parse: number,
    help: 'compare a document with at most this many stored ones',
  },
  {
    flags: '--replicas <n>',
    group: 'Running',
    parse: number,
    help: 'answer only after this many replicas of Redis or of the cluster have confirmed it',
  },
  {
    flags: '--retry-seconds <n>',
    group: 'Running',
    parse: number,
    help: 'how long to try again if Redis or the cluster cannot be reached',
  },
  {
    flags: '--lease-seconds <n>',
    group: 'Running',
    parse: number,
    help: 'give up a process that is adding a document after this time without a sign of life',
  },
  {
    flags: '--shards <n>',
    group: 'Running',
    parse: number,
    help: 'parts of a new index, which are spread over the nodes of the cluster',
  },
  {
    flags: '--matching',
    group: 'Output',
    help: 'write the documents that are near-duplicates of earlier ones instead of the new ones',
    own: true,
  },
  {
    flags: '--evidence',
    group: 'Output',
    help: 'add a field `neardup` to every line: the state of the document, and the document it duplicates',
    own: true,
  },
  {
    flags: '--json',
    group: 'Output',
    help: 'print one JSON object a line, the summary last',
    own: true,
  },
  {
    flags: '--exit-code',
    group: 'Output',
    help: 'exit with 1 if duplicates or passages were found; with --baseline, if new ones were',
    own: true,
  },
  {
    flags: '--baseline <file>',
    group: 'Output',
    help: 'report only what this file does not know; with --all, passage by passage',
    own: true,
  },
  {
    flags: '--update-baseline',
    group: 'Output',
    help: 'write all that is found into the baseline',
    own: true,
  },
  {
    flags: '--sarif <file>',
    group: 'Output',
    help: 'write the findings for code hosts and editors (SARIF 2.1.0); of compare, with --all',
    own: true,
  },
  {
    flags: '--github',
    group: 'Output',
    help: 'print annotations for a pull request on GitHub; of compare, with --all',
    own: true,
  },
  {
    flags: '--rows <format>',
    group: 'Stage',
    choices: ['arrow', 'lines'],
    help: 'how rows come and go: an Arrow stream, or JSON lines',
    own: true,
    leftOut: 'arrow',
  },
  {
    flags: '--scheme <text>',
    group: 'Stage',
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
    help: 'with --spark: the command of the worker on executors',
    own: true,
    leftOut: './nd/neardup worker',
  },
  {
    flags: '--color <when>',
    group: 'Output',
    choices: ['auto', 'always', 'never'],
    help: 'colors in results: always, never, or auto: on a terminal, unless NO_COLOR is set',
    own: true,
  },
  {
    flags: '--quiet',
    group: 'Running',
    help: 'no progress and no notes on standard error, only errors',
    own: true,
  },
  {
    flags: '--threads <n>',
    group: 'Running',
    parse: number,
    help: 'threads that compute',
  },
  {
    flags: '--engine <name>',
    group: 'Running',
    help: 'the engine: wasm, scalar, gpu (docs/gpu.md), or auto, which is wasm',
  },
  {
    flags: '--temp <folder>',
    group: 'Running',
    help: 'folder for temporary files',
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
