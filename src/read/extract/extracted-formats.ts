/** Readers of files that are one document, whose text is extracted in another process. */
import { latin1 } from '../../platform/bytes.ts';
import type { Reader } from '../../read.ts';
import { tooLong } from '../messages.ts';
import { wholeDocument } from '../whole-document.ts';
import type { ExtractorName } from './extractor-table.ts';

const docx = zippedReader(
  'docx',
  ['.docx', '.docm', '.dotx'],
  (members) =>
    members.has('[Content_Types].xml') && (members.has('_rels/.rels') || members.has('word/document.xml')),
);

const odt = zippedReader(
  'odt',
  ['.odt', '.ott', '.sxw'],
  (members) =>
    members.has('content.xml') && (members.has('mimetype') || members.has('META-INF/manifest.xml')),
);

/** One XML file instead of a zip archive; spreadsheets and drawings of this kind have no running text. */
const fodt = extractedReader('fodt', ['.fodt'], 'fodt', {
  mayBe: (start) => /<office:document\s/.test(start),
  recognizes: (start) => /office:mimetype="application\/vnd\.oasis\.opendocument\.text/.test(start),
});

const epub = zippedReader('epub', ['.epub'], (members) => members.has('META-INF/container.xml'));

const rtfReader = extractedReader('rtf', ['.rtf'], 'rtf', {
  mayBe: (start) => start.startsWith('{\\rtf'),
});

const docReader = extractedReader('doc', ['.doc', '.dot'], 'doc', {
  mayBe: (start) => start.startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'),
});

export const pdfReader = extractedReader('pdf', ['.pdf'], 'pdf', {
  // the header may come after that of another container
  mayBe: (start) => /^(?:\xef\xbb\xbf)?\s*%PDF-/.test(start) || /\0.*%PDF-\d/s.test(start.slice(0, 1024)),
});

/** In the order in which they are asked whether they recognize a file. */
export const EXTRACTED: readonly Reader[] = [pdfReader, epub, odt, fodt, docx, docReader, rtfReader];

interface Signature {
  /** Bytes that every file of the format has. */
  mayBe(start: string): boolean;
  /** Bytes that only this format has; left out if both are the same. */
  recognizes?(start: string): boolean;
}

/** A document that is a zip archive: only the archive's directory tells which one it is. */
function zippedReader(
  name: string,
  extensions: readonly string[],
  isZipOf: NonNullable<Reader['isZipOf']>,
): Reader {
  const reader = extractedReader(name, extensions, 'zip', { mayBe: () => false });
  return { ...reader, isZipOf };
}

function extractedReader(
  name: string,
  extensions: readonly string[],
  extractor: ExtractorName,
  { mayBe, recognizes = () => true }: Signature,
): Reader {
  return {
    name,
    extensions,
    many: false,
    ahead: true,
    mayBe: (head) => mayBe(latin1(head)),
    recognizes: (head) => {
      const start = latin1(head);
      return mayBe(start) && recognizes(start);
    },
    async *read(source, options) {
      const bytes = await wholeDocument(source, options.maxDocument);
      if (!bytes) return yield { ...tooLong('a document', undefined, options.maxDocument) };
      const { extract } = await import('./workers/pool.ts');
      yield* extract(extractor, { bytes }, options);
    },
  };
}
