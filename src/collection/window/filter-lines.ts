/** `filterLines`: passes a stream of JSON lines through an index of documents. New ones come out as soon as they are stored. */
import { Interruption, untilAborted } from '../../abort.ts';
import type { AddAnswer, DocumentIndex } from '../../collection.ts';
import { type OptionRules, oneOf, onOrOff, resolveOptions } from '../../option-rules.ts';
import { joinBytes } from '../../platform/join-bytes.ts';
import { type LineDocument, lineDocuments, READ_RUN_RULES, type ReadRunOptions } from '../../read/index.ts';
import { SETTINGS_RULES } from '../options.ts';

export interface FilterOptions extends Partial<ReadRunOptions> {
  /** `new`: lines whose document is no near-duplicate of an earlier one. `matching`: those whose document is. */
  readonly pass?: 'new' | 'matching';
  /** Adds a field `neardup` to every line, with the state of the document and the near-duplicate found for it. */
  readonly evidence?: boolean;
  /** The field that has the time of a document, if the collection has a window of time. */
  readonly timeField?: string;
  /** For a collection: a stored document counts as seen now if it, or a near-duplicate of it, comes again. */
  readonly refresh?: boolean;
}

export interface FilterSummary {
  readonly documents: number;
  readonly new: number;
  readonly duplicates: number;
  /** Lines that are no document, or whose document could not be stored. They are reported and never pass. */
  readonly failed: number;
  /** Documents with more candidates than were compared. */
  readonly truncated: number;
}

type OwnOptions = Pick<FilterOptions, 'timeField' | 'refresh'> & {
  pass: 'new' | 'matching';
  evidence: boolean;
};

const FILTER_RULES: OptionRules<ReadRunOptions & OwnOptions> = {
  ...READ_RUN_RULES,
  pass: oneOf('new', ['new', 'matching']),
  evidence: onOrOff(false),
  timeField: SETTINGS_RULES.timeField,
  refresh: { ...onOrOff(false), default: undefined },
};

/** Lines that are added together, and calls under way: the input is read no faster than the index answers. */
const LINES_AT_A_TIME = 256;
const CALLS_AT_A_TIME = 4;
const BRACE = '}'.charCodeAt(0);
const LF = Uint8Array.of('\n'.charCodeAt(0));

/**
 * Reads JSON lines and writes those that pass, unchanged and in their order. A document that is given again with its id and text gets its
 * first answer again. Every document needs an id.
 *
 * @param write Called with whole lines. The next ones wait for it.
 */
export async function filterLines(
  chunks: AsyncIterable<Uint8Array>,
  index: Pick<DocumentIndex, 'add'>,
  options: FilterOptions,
  write: (lines: Uint8Array) => Promise<void>,
): Promise<FilterSummary> {
  const { pass, evidence, timeField, refresh, ...reading } = resolveOptions(FILTER_RULES, options);
  const counts = { documents: 0, new: 0, duplicates: 0, failed: 0, truncated: 0 };
  const finish = async (documents: readonly LineDocument[], answers: readonly AddAnswer[]) => {
    const passed: Uint8Array[] = [];
    for (const [i, answer] of answers.entries()) {
      counts.documents++;
      if (answer.truncated === true) counts.truncated++;
      const kind = kindOf(answer);
      counts[kind]++;
      const { bytes, line } = documents[i];
      if (kind === 'failed')
        reading.onProblem({ source: 'standard input', line, reason: answer.reason ?? '' });
      else if (kind === (pass === 'new' ? 'new' : 'duplicates')) {
        passed.push(evidence ? withEvidence(bytes!, answer) : bytes!, LF);
      }
    }
    if (passed.length > 0) await write(joinBytes(passed));
  };
  // a failure must end the wait for the next line
  const interruption = new Interruption();
  const running: Promise<void>[] = [];
  let last: Promise<void> = Promise.resolve();
  const source = batches(lineDocuments(untilAborted(chunks, reading.signal), reading));
  for (;;) {
    const next = await interruption.orElse(source.next());
    if (next.done === true) break;
    const documents = next.value;
    const answers = addLines(index, documents, timeField, refresh);
    // it is awaited in its turn
    answers.catch(() => {});
    last = last.then(async () => finish(documents, await answers));
    last.catch((error) => interruption.fail(error));
    running.push(last);
    if (running.length >= CALLS_AT_A_TIME) await running.shift();
  }
  await last;
  return counts;
}

async function* batches(source: AsyncIterable<LineDocument[]>): AsyncGenerator<LineDocument[]> {
  for await (const documents of source) {
    for (let at = 0; at < documents.length; at += LINES_AT_A_TIME)
      yield documents.slice(at, at + LINES_AT_A_TIME);
  }
}

/** Answers for every line; those that are no document are not added. */
async function addLines(
  index: Pick<DocumentIndex, 'add'>,
  lines: readonly LineDocument[],
  timeField: string | undefined,
  refresh: boolean | undefined,
): Promise<AddAnswer[]> {
  const answers = lines.map(({ item, line }): AddAnswer | undefined => {
    const id = String(line);
    if (item.problem !== undefined) return { id, state: 'failed', reason: item.problem };
    if (item.id !== undefined) return undefined;
    return {
      id,
      state: 'failed',
      reason: 'Expected an id, got none: without it, a document that comes again is not known.',
    };
  });
  const documents = lines.flatMap(({ item }, i) =>
    answers[i] === undefined && item.problem === undefined
      ? [
          {
            id: item.id,
            text: typeof item.text === 'string' ? item.text : new TextDecoder().decode(item.text),
            lang: item.lang,
            ...(timeField !== undefined && { meta: { [timeField]: item.meta?.[timeField] } }),
          },
        ]
      : [],
  );
  // a line's other fields are not stored, so they must not replace those of a document that was added with them
  const how = { onDuplicate: 'skip' as const, byText: true, ...(refresh !== undefined && { refresh }) };
  const added = (documents.length === 0 ? [] : await index.add(documents, how)).values();
  return answers.map((answer) => answer ?? added.next().value!);
}

function kindOf({ state }: AddAnswer): 'new' | 'duplicates' | 'failed' {
  if (state === 'duplicate') return 'duplicates';
  return state === 'failed' || state === 'refused' ? 'failed' : 'new';
}

/** The line is a JSON object, which ends with its last brace. */
function withEvidence(line: Uint8Array, { state, duplicateOf, truncated }: AddAnswer): Uint8Array {
  const { a: _, b: id, ...facts } = duplicateOf ?? {};
  const of = duplicateOf && { duplicateOf: { id, ...facts } };
  const field = JSON.stringify({ state, ...of, ...(truncated === true && { truncated }) });
  const end = line.lastIndexOf(BRACE);
  return joinBytes([line.subarray(0, end), new TextEncoder().encode(`,"neardup":${field}}`)]);
}
