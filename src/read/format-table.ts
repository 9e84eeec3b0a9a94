/** Every format, with its name for people and the options that its reader looks at. Lists in help, pages and messages come from this table. */

/** Groups of options: `fields` are `textField`, `idField` and `markup`; `extraction` are the limits of processes that extract, of which some formats take only `memory`. */
type Takes = 'fields' | 'encoding' | 'main' | 'attachments' | 'extraction' | 'memory';

export interface Format {
  /** The name of its reader, as the option `format` takes it. */
  readonly name: string;
  /** What people call it; formats of one family share it. */
  readonly shown: string;
  readonly takes: readonly Takes[];
}

/** In the order in which people are shown them. */
export const FORMATS: readonly Format[] = [
  { name: 'text', shown: 'text', takes: ['encoding'] },
  { name: 'markdown', shown: 'Markdown', takes: ['encoding'] },
  { name: 'html', shown: 'HTML', takes: ['encoding', 'main'] },
  { name: 'pdf', shown: 'PDF', takes: ['extraction'] },
  { name: 'docx', shown: 'DOCX', takes: ['extraction'] },
  { name: 'doc', shown: 'DOC', takes: ['extraction'] },
  { name: 'odt', shown: 'ODT', takes: ['extraction'] },
  { name: 'fodt', shown: 'ODT', takes: ['extraction'] },
  { name: 'rtf', shown: 'RTF', takes: ['extraction'] },
  { name: 'epub', shown: 'EPUB', takes: ['extraction'] },
  { name: 'eml', shown: 'mail', takes: ['main', 'attachments'] },
  { name: 'mbox', shown: 'mail', takes: ['main', 'attachments'] },
  { name: 'warc', shown: 'WARC', takes: ['encoding', 'main'] },
  { name: 'jsonl', shown: 'JSONL', takes: ['fields'] },
  { name: 'json', shown: 'JSON', takes: ['fields'] },
  { name: 'csv', shown: 'CSV', takes: ['fields', 'encoding'] },
  { name: 'parquet', shown: 'Parquet', takes: ['fields', 'extraction'] },
  { name: 'arrow', shown: 'Arrow', takes: ['fields', 'memory'] },
];

/** Names for people, each once. */
export function shownFormats(): string[] {
  return [...new Set(FORMATS.map(({ shown }) => shown))];
}

/** The formats whose readers look at these options. */
export function formatsThatTake(options: Takes): string[] {
  return FORMATS.filter(({ takes }) => takes.includes(options)).map(({ name }) => name);
}
