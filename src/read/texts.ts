/** `texts`: the text of every document as it is read, before any other step. */
import type { DocumentText, Summary } from '../answers/runs.ts';
import { problemAt } from '../document.ts';
import { resolveOptions } from '../option-rules.ts';
import type { ReadDocument } from '../read.ts';
import { RunStream } from '../run-stream.ts';
import { summaryOf } from '../summary.ts';
import { idOf } from './id-of.ts';
import { READ_RUN_RULES, type ReadRunOptions, refuseUselessReading } from './options.ts';
import { type Input, openInput } from './sources/input.ts';
import { paragraphsOf } from './text/paragraphs.ts';
import { textOf } from './text-as-string.ts';
import { refuseUselessFor } from './useless-reading.ts';

export interface TextsOptions extends Partial<ReadRunOptions> {}

/**
 * Gives the extracted text of every document, in input order.
 *
 * @example
 * for await (const { id, text } of texts('report.pdf')) console.log(id, text.length);
 */
export function texts(input: Input, options: TextsOptions = {}): RunStream<DocumentText> {
  const complete = resolveOptions(READ_RUN_RULES, options);
  refuseUselessReading(options);
  const repeated = new RepeatedNames();
  const given = walk(input, complete, (item, sourced) => repeated.number(item, idOf(item, sourced)), true);
  return new RunStream(given, complete.signal);
}

/** Names that a format gives may repeat (a mail that is there twice): the second is `NAME#2`, as in other runs. */
class RepeatedNames {
  private readonly counts = new Map<string, number>();

  number(item: ReadDocument, id: string): string {
    if (item.id !== undefined || item.formatId === undefined) return id;
    const count = (this.counts.get(id) ?? 0) + 1;
    this.counts.set(id, count);
    return count === 1 ? id : `${id}#${count}`;
  }
}

/** Like `texts`, with options that are complete. @param nameOf The id of a document. */
export function readTexts(
  input: Input,
  options: ReadRunOptions,
  nameOf: typeof idOf = idOf,
): RunStream<DocumentText> {
  return new RunStream(walk(input, options, nameOf, false), options.signal);
}

async function* walk(
  input: Input,
  options: ReadRunOptions,
  nameOf: typeof idOf,
  isWholeInput: boolean,
): AsyncGenerator<DocumentText, Summary> {
  const start = performance.now();
  const opened = await openInput(input, options);
  let unreadable = opened.problems;
  let documents = 0;
  let empty = 0;
  try {
    if (isWholeInput) await refuseUselessFor(opened.sources, options);
    for await (const sourced of opened.items()) {
      const { item, place } = sourced;
      if (item.problem !== undefined) {
        unreadable++;
        options.onProblem(problemAt(place, item));
        continue;
      }
      const text = textOf(item);
      documents++;
      if (text.trim() === '') empty++;
      yield {
        id: nameOf(item, sourced),
        text,
        // most callers do not ask for them
        get paragraphs() {
          return paragraphsOf(text);
        },
        lang: item.lang,
        meta: item.meta,
      };
      options.onProgress({
        stage: 'read',
        documents,
        bytes: opened.consumed(),
        totalBytes: opened.bytes,
      });
    }
  } finally {
    await opened.close();
  }
  return summaryOf(start, { documents, empty, unreadable, engine: 'none' });
}
