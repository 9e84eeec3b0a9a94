/** The worker of the page: reads what was dropped, compares it, and answers with pages and an overview. */
import {
  compare,
  comparisonRows,
  groups,
  groupsHtml,
  NeardupError,
  type Pair,
  type Problem,
  pairs,
  texts,
} from '../../browser.ts';
import { type PairRow, shareOf } from '../../report/pages/class/rows.ts';
import { Documents, MOST_TEXT } from './documents.ts';
import type { Answer, Request } from './messages.ts';

/** A pair is shown if this share of one document is in the other. */
const SHARE = 0.3;
/** Pairs that the page lists. */
const MOST_PAIRS = 2000;

let documents = new Documents();

self.onmessage = async ({ data }: MessageEvent<Request>) => {
  const { request } = data;
  const answer = (message: Answer) => self.postMessage(message);
  try {
    if (data.kind === 'look') await look(data.files, request, answer);
    else await compareTwo(data.a, data.b, request, answer);
  } catch (error) {
    answer({ kind: 'failed', request, reason: reasonOf(error) });
  }
};

type Tell = (message: Answer) => void;

async function look(files: readonly File[], request: number, answer: Tell): Promise<void> {
  documents = new Documents();
  const problems: Problem[] = [];
  const onProblem = (problem: Problem) => {
    problems.push(problem);
    // this page has no options to advise
    const reason = problem.reason.replace(/; [^;]*`\w+`[^;]*$/, '.');
    answer({ kind: 'problem', request, source: problem.source, reason });
  };
  for await (const { id, text } of texts(files, { onProblem })) {
    if (documents.bytes + text.length > MOST_TEXT) {
      onProblem({
        source: id,
        reason: `This page reads up to ${MOST_TEXT >> 20} MB of text: from here on nothing is read.`,
      });
      break;
    }
    documents.add(uniqueId(id), text);
    if (documents.ids.length % 10 === 1) progress(`Reading: ${documents.ids.length} documents so far`);
  }
  const [a, b] = documents.ids;
  if (b === undefined)
    throw new Error(a === undefined ? NOTHING : `${a} is one document. Drop another one with it.`);
  if (documents.ids.length === 2) return compareTwo(a, b, request, answer);

  progress(`Comparing ${documents.ids.length} documents`);
  const found = groups(documents.file());
  const list = await found.toArray();
  const summary = await found.summary;
  progress('Looking for shared parts');
  const shared = pairs(documents.file(), { containment: SHARE });
  const strongest = (await shared.toArray()).map(pairRow).sort((x, y) => shareOf(y) - shareOf(x));
  const html = await groupsHtml({
    inputs: files.map(({ name }) => name),
    summary: { ...summary, unreadable: problems.length },
    options: {},
    groups: list,
    problems,
    lengthOf: (id) => documents.length(id),
    textOf: (id) => documents.text(id),
  });
  const rows = {
    pairs: strongest.slice(0, MOST_PAIRS),
    documents: documents.ids.length,
    notCompared: 0,
    excluded: [],
    engine: summary.engine,
  };
  const removed = list.reduce((sum, { members }) => sum + members.length, 0);
  const overview = { groups: list.length, removed, rows, found: strongest.length };
  answer({ kind: 'collection', request, overview, html });

  function progress(text: string): void {
    answer({ kind: 'progress', request, text });
  }
}

const NOTHING = 'Nothing of this could be read.';

async function compareTwo(a: string, b: string, request: number, answer: Tell): Promise<void> {
  answer({ kind: 'progress', request, text: `Comparing ${a} with ${b}` });
  const [text, source] = [await documents.text(a), await documents.text(b)];
  const comparison = await compare({ id: a, text }, [{ id: b, text: source }]);
  answer({ kind: 'comparison', request, rows: comparisonRows(comparison) });
}

/** Two files may have the same name. */
function uniqueId(id: string): string {
  let unique = id;
  for (let number = 2; documents.has(unique); number++) unique = `${id}#${number}`;
  return unique;
}

function pairRow({ a, b, containment }: Pair): PairRow {
  return { a, b, similarity: { a: containment.aInB, b: containment.bInA } };
}

function reasonOf(error: unknown): string {
  if (error instanceof NeardupError && error.code === 'OUT_OF_MEMORY') return tooMuch(error.message);
  if (error instanceof NeardupError) return `${error.message} ${error.advice}`;
  if (error instanceof RangeError) return tooMuch(error.message);
  return error instanceof Error ? error.message : String(error);
}

function tooMuch(reason: string): string {
  return `The browser has too little memory for this: ${reason} Drop fewer documents.`;
}
