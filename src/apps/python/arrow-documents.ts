/** Documents that the caller has written as Arrow, as the library takes them from memory: their ids are theirs, and values that are missing are left out. */
import { type InputDocument, type Problem, texts } from '../../index.ts';

/** A file of Arrow, and its columns: numbers of the rows, texts, and ids, if they are not those numbers. */
export interface ArrowDocuments {
  readonly path: string;
  readonly rows: string;
  readonly texts: string;
  readonly ids?: string;
}

/** A row that cannot be read is one without text, so that every row gets an answer. */
export async function* arrowDocuments(
  { path, rows, texts: textField, ids }: ArrowDocuments,
  signal: AbortSignal,
): AsyncGenerator<InputDocument> {
  let unread = 0;
  const onProblem = ({ line }: Problem) => {
    // a file that ends too early is no row
    if (line === undefined) throw new Error('The documents were not read to their end.');
    unread++;
  };
  const withoutText = function* (): Generator<InputDocument> {
    for (; unread > 0; unread--) yield { text: undefined } as unknown as InputDocument;
  };
  for await (const { id: row, text, lang, meta } of texts(path, {
    textField,
    idField: rows,
    signal,
    onProblem,
  })) {
    yield* withoutText();
    const { [ids ?? '']: id = null, ...others } = meta ?? {};
    const given = Object.entries(others).filter(([, value]) => value !== null);
    yield {
      ...Object.fromEntries(given),
      id: ids === undefined ? row : ((id as string | null) ?? undefined),
      text,
      lang,
    };
  }
  yield* withoutText();
}
