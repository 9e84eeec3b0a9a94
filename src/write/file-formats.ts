/** The formats of files that neardup writes, by the endings of their names. Messages, and the lists in help, are made from this table. */

/** Files of documents, or lists of results. */
type Content = 'documents' | 'lists';

export interface FileFormat {
  readonly name: 'jsonl' | 'csv' | 'tsv' | 'parquet' | 'arrow' | 'arrows';
  /** The first one is shown to people. */
  readonly endings: readonly string[];
  /** Whether `.gz` or `.zst` may follow. */
  readonly isCompressible: boolean;
  readonly contents: readonly Content[];
}

const FORMATS: readonly FileFormat[] = [
  { name: 'jsonl', endings: ['.jsonl', '.ndjson'], isCompressible: true, contents: ['documents', 'lists'] },
  { name: 'csv', endings: ['.csv'], isCompressible: true, contents: ['documents', 'lists'] },
  { name: 'tsv', endings: ['.tsv'], isCompressible: true, contents: ['documents', 'lists'] },
  { name: 'parquet', endings: ['.parquet'], isCompressible: false, contents: ['documents'] },
  { name: 'arrow', endings: ['.arrow', '.feather'], isCompressible: false, contents: ['documents'] },
  { name: 'arrows', endings: ['.arrows'], isCompressible: false, contents: ['documents'] },
];

/** The format that the ending of a path stands for. */
export function formatOfPath(path: string, content: Content): FileFormat['name'] | undefined {
  const name = path.toLowerCase();
  const plain = name.replace(/\.(?:gz|zst)$/, '');
  return formatsFor(content).find(({ endings, isCompressible }) =>
    endings.some((ending) => (isCompressible ? plain : name).endsWith(ending)),
  )?.name;
}

/** For messages: `.jsonl, .ndjson, .csv, .tsv (with .gz, .zst or without), .parquet, .arrow, .feather, .arrows`. */
export function writtenEndings(content: Content): string {
  return listed(content, 'with .gz, .zst or without', ({ endings }) => endings);
}

/** For help: `*.jsonl, *.csv, *.tsv (also .gz, .zst), *.parquet, *.arrow, *.arrows`. */
export function writtenFiles(content: Content): string {
  return listed(content, 'also .gz, .zst', ({ endings }) => [`*${endings[0]}`]);
}

function formatsFor(content: Content): readonly FileFormat[] {
  return FORMATS.filter(({ contents }) => contents.includes(content));
}

function listed(content: Content, compression: string, namesOf: (format: FileFormat) => readonly string[]) {
  const formats = formatsFor(content);
  const names = (isCompressible: boolean) =>
    formats.filter((format) => format.isCompressible === isCompressible).flatMap(namesOf);
  return [`${names(true).join(', ')} (${compression})`, ...names(false)].join(', ');
}
