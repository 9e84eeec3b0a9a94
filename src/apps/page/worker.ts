/** The worker of the page: reads the files, compares them, and answers with pages and an overview. */
import {
  type CommonText,
  classRows,
  compare,
  compareAll,
  comparisonRows,
  groups,
  groupsHtml,
  NeardupError,
  type Problem,
  type Progress,
  texts,
} from '../../browser.ts';
import { unseenOf } from '../../report/pages/unseen.ts';
import { visible } from '../../visible.ts';
import { Documents, MOST_TEXT } from './documents.ts';
import type { OverviewSettings, PageAnswer, Request, SavedText } from './messages.ts';

/** Documents that the overview compares with each other, and MB of their text: it is in memory several times. */
const MOST_COMPARED = 5000;
const MOST_COMPARED_MB = 64;

let documents = new Documents();
/** How all documents were compared, with the text that most of them share, unless it counts: a pair is compared as all were. */
let compared: OverviewSettings = {};
let leftOut: readonly CommonText[] = [];

self.onmessage = async ({ data }: MessageEvent<Request>) => {
  const { request } = data;
  const answer = (message: PageAnswer) => self.postMessage(message);
  try {
    if (data.kind === 'look') await look(data.files, request, answer);
    else if (data.kind === 'overview') await overview(data, request, answer);
    else if (data.kind === 'open') await open(data, request, answer);
    else if (data.kind === 'templates')
      answer({ kind: 'templates', request, texts: await textsOf(data.files, request, answer) });
    else if (data.kind === 'texts') answer({ kind: 'texts', request, texts: await documents.all() });
    else await compareTwo(data.a, data.b, request, answer);
  } catch (error) {
    answer({ kind: 'failed', request, reason: reasonOf(error) });
  }
};

type Tell = (message: PageAnswer) => void;

async function look(files: readonly File[], request: number, answer: Tell): Promise<void> {
  forget();
  const problems: Problem[] = [];
  const onProblem = (problem: Problem) => {
    problems.push(problem);
    answer(problemTold(problem, request));
  };
  let share = '';
  const onProgress = ({ bytes = 0, totalBytes = 0 }: Progress) => {
    if (totalBytes > 0) share = `, ${Math.floor((100 * bytes) / totalBytes)} % of the files`;
  };
  for await (const { id, text, lang, meta } of texts(files, { onProblem, onProgress })) {
    const unseenText = unseenOf(meta);
    if (unseenText !== undefined) answer({ kind: 'unseen', request, source: visible(id), ...unseenText });
    if (documents.bytes + text.length > MOST_TEXT) {
      onProblem({
        source: id,
        reason: `This page reads up to ${MOST_TEXT >> 20} MB of text: from here on nothing is read.`,
      });
      break;
    }
    documents.add(uniqueId(id), text, lang);
    if (documents.ids.length % 10 === 0) progress(`Reading: ${documents.ids.length} documents${share}`);
  }
  const [a, b] = documents.ids;
  if (b === undefined)
    throw new Error(a === undefined ? NOTHING : `${a} is one document. Drop another one with it.`);
  if (documents.ids.length === 2) {
    progress(`Comparing ${a} with ${b}`);
    return compareTwo(a, b, request, answer);
  }

  progress(`Looking for copies among ${documents.ids.length} documents`);
  const names = files.map(({ name }) => name);
  answer({ kind: 'groups', request, ...(await groupsFound(names, problems)) });
  await overview({}, request, answer);

  function progress(text: string): void {
    answer({ kind: 'progress', request, text });
  }
}

/** Goes on with a review that was saved. */
async function open(
  { documents: saved, ...settings }: { readonly documents: readonly SavedText[] } & OverviewSettings,
  request: number,
  answer: Tell,
): Promise<void> {
  forget();
  for (const { id, text, lang } of saved) documents.add(uniqueId(id), text, lang);
  answer({ kind: 'groups', request, ...(await groupsFound(documents.ids, [])) });
  await overview(settings, request, answer);
}

function forget(): void {
  documents = new Documents();
  [leftOut, compared] = [[], {}];
}

/** The texts of files that are templates. */
async function textsOf(files: readonly File[], request: number, answer: Tell): Promise<SavedText[]> {
  const read: SavedText[] = [];
  const onProblem = (problem: Problem) => answer(problemTold(problem, request));
  for await (const { id, text } of texts(files, { onProblem })) read.push({ id, text });
  return read;
}

function problemTold({ source, reason }: Problem, request: number): PageAnswer {
  return { kind: 'problem', request, source, reason };
}

/** Compares all documents with each other. */
async function overview(settings: OverviewSettings, request: number, answer: Tell): Promise<void> {
  const { countCommon, partners, excludeQuotations, excludeBibliography, exclude } = settings;
  const count = Math.min(MOST_COMPARED, documents.fitting(MOST_COMPARED_MB << 20));
  const onProgress = stagesTold(count, (text) => answer({ kind: 'progress', request, text }));
  const found = await compareAll(documents.first(count), {
    ...{ countCommon, partners, excludeQuotations, excludeBibliography, exclude, onProgress },
  });
  compared = settings;
  leftOut = found.countCommon ? [] : found.common;
  const facts = found.pairs.map(({ a, b, similarity, words, identical, passages }) => ({
    ...{ a, b, similarity, words, identical },
    passages: passages.map((passage) => ({ a: { words: passage.a.words } })),
  }));
  answer({ kind: 'overview', request, rows: classRows(found), note: notIncluded(count), facts });
}

/** How many groups of copies there are, and the report on them if there are any. */
async function groupsFound(inputs: readonly string[], problems: readonly Problem[]) {
  const found = groups(documents.file());
  const list = await found.toArray();
  if (list.length === 0) return { groups: 0, copies: 0 };
  const summary = await found.summary;
  const html = await groupsHtml({
    inputs,
    summary: { ...summary, unreadable: problems.length },
    options: {},
    groups: list,
    problems,
    lengthOf: (id) => documents.length(id),
    textOf: (id) => documents.text(id),
  });
  return { html, groups: list.length, copies: summary.removed ?? 0 };
}

/** Tells how far a comparison of all documents is, each percentage once. */
function stagesTold(compared: number, progress: (text: string) => void): (stage: Progress) => void {
  let last = '';
  return ({ stage, documents: done, pairs = 0, totalPairs = 0 }) => {
    if (stage !== 'match' && stage !== 'verify') return;
    const [what, at, of, unit] =
      stage === 'match'
        ? ['Looking for shared words', done, compared, 'documents']
        : ['Comparing', pairs, totalPairs, 'pairs'];
    const percent = `${what} ${Math.floor((100 * at) / of)}`;
    if (percent !== last) progress(`${what}: ${at} of ${of} ${unit}`);
    last = percent;
  };
}

function notIncluded(compared: number): string {
  const all = documents.ids.length;
  if (compared === all) return '';
  return `This overview has the first ${compared} of ${all} documents: up to ${MOST_COMPARED} documents and ${MOST_COMPARED_MB} MB of text are compared with each other here. The groups of copies are of all documents.`;
}

const NOTHING = 'Nothing of this could be read.';

async function compareTwo(a: string, b: string, request: number, answer: Tell): Promise<void> {
  const { excludeQuotations, excludeBibliography, exclude = [] } = compared;
  const common = leftOut.map(({ text }, i) => ({ id: `common ${i + 1}`, text }));
  const mutual = excludeQuotations === true || excludeBibliography === true;
  const comparison = await compare(await documents.document(a), [await documents.document(b)], {
    ...{ excludeQuotations, excludeBibliography, exclude: [...exclude, ...common] },
    ...(mutual && { mutual }),
  });
  answer({ kind: 'comparison', request, rows: comparisonRows(comparison) });
}

/** Two files may have the same name. Marks in a name that turn its letters around are shown as numbers. */
function uniqueId(id: string): string {
  const shown = visible(id);
  let unique = shown;
  for (let number = 2; documents.has(unique); number++) unique = `${shown}#${number}`;
  return unique;
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
