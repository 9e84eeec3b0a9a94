/** The verbs that a call can name: those of the library, with the input and the options as one object. */
import {
  type Comparison,
  compare,
  compareAll,
  compareIn,
  comparisonHtml,
  comparisonObjects,
  decontaminate,
  dedup,
  fingerprint,
  groups,
  type Input,
  type InputDocument,
  pairs,
  search,
  texts,
  trim,
} from '../../index.ts';
import type { AnswerWriter } from './answer-writer.ts';

/** A call: `input` and whatever else its verb takes by name; all other fields are options. */
export type Given = Readonly<Record<string, unknown>>;

export interface Answering {
  readonly writer: AnswerWriter;
  readonly signal: AbortSignal;
}

export type Answerer = (given: Given, answering: Answering) => Promise<unknown>;

export const VERBS: Readonly<Record<string, Answerer>> = {
  dedup: ({ input, ...options }, answering) =>
    answering.writer.run(dedup(asInput(input), { ...options, ...told(answering) })),

  pairs: ({ input, ...options }, answering) =>
    answering.writer.run(pairs(asInput(input), { ...options, ...told(answering) })),

  groups: ({ input, ...options }, answering) =>
    answering.writer.run(groups(asInput(input), { ...options, ...told(answering) })),

  trim: ({ input, ...options }, answering) =>
    answering.writer.run(trim(asInput(input), { ...options, ...told(answering) })),

  decontaminate: ({ input, against, ...options }, answering) =>
    answering.writer.run(
      decontaminate(asInput(input), { against: asInput(against), ...options, ...told(answering) }),
    ),

  search: ({ queries, input, ...options }, answering) =>
    answering.writer.run(
      search(queries as readonly string[], { ...options, in: asInput(input), ...told(answering) }),
    ),

  texts: ({ input, ...options }, answering) =>
    answering.writer.run(texts(asInput(input), { ...options, ...told(answering) })),

  fingerprint: ({ input, ...options }, answering) =>
    answering.writer.run(fingerprint(asInput(input), { ...options, ...told(answering) })),

  compare: async ({ a, sources, html, ...options }, { signal }) =>
    comparisonAnswer(
      await compare(a as InputDocument, sources as readonly InputDocument[], { ...options, signal }),
      html,
    ),

  compareIn: async ({ a, input, html, ...options }, { signal }) =>
    comparisonAnswer(await compareIn(a as InputDocument, asInput(input), { ...options, signal }), html),

  compareAll: async ({ input, ...options }, answering) => {
    const found = await compareAll(asInput(input), { ...options, ...told(answering) });
    const { pairs: sharing, ...summary } = found;
    await answering.writer.results(sharing);
    return { summary };
  },
};

/** The objects of `compare --json`, and the page if it is wanted. */
export async function comparisonAnswer(comparison: Comparison, html: unknown): Promise<object> {
  return {
    comparisons: comparisonObjects(comparison),
    html: html === true ? await comparisonHtml(comparison) : undefined,
  };
}

function told({ writer, signal }: Answering) {
  return { ...writer.callbacks, signal };
}

/** The caller names files, or gives documents; the library refuses everything else. */
function asInput(input: unknown): Input {
  return input as Input;
}
