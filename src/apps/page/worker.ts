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
import type { Kept, OverviewSettings, PageAnswer, Request, SavedText } from './messages.ts';
import { pageSay, useLanguage } from './say.ts';

/** Documents that the overview compares with each other, and MB of their text: it is in memory several times. */
const MOST_COMPARED = 5000;
const MOST_COMPARED_MB = 64;

let documents = new Documents();
/** How all documents were compared, with the text that most of them share, unless it counts: a pair is compared as all were. */
let compared: OverviewSettings = {};
let leftOut: readonly CommonText[] = [];
/** One request after the other. */
let last: Promise<void> = Promise.resolve();

self.onmessage = ({ data }: MessageEvent<Request>) => {
  last = last.then(() => done(data));
};

async function done(asked: Request): Promise<void> {
  const { request } = asked;
  const answer = (message: PageAnswer) => self.postMessage(message);
  useLanguage(asked.lang);
  try {
    if (asked.kind === 'look') await look(asked, request, answer);
    else if (asked.kind === 'overview') await overview(asked.settings, request, answer);
    else if (asked.kind === 'open') await open(asked, request, answer);
    else if (asked.kind === 'remove') {
      documents = await documents.without(asked.id);
      await compareEach(asked.settings, [], request, answer);
    } else if (asked.kind === 'templates')
      answer({ kind: 'templates', request, texts: await textsOf(asked.files, request, answer) });
    else if (asked.kind === 'texts') answer({ kind: 'texts', request, texts: await documents.all() });
    else if (asked.kind === 'restore') {
      documents = await Documents.of(asked.documents);
      [compared, leftOut] = [asked.settings, asked.leftOut];
    } else answer({ kind: 'comparison', request, rows: await compareTwo(asked.a, asked.b) });
  } catch (error) {
    answer({ kind: 'failed', request, reason: reasonOf(error) });
  }
}

type Tell = (message: PageAnswer) => void;

async function look(
  { files, isClass, settings }: Extract<Request, { kind: 'look' }>,
  request: number,
  answer: Tell,
): Promise<void> {
  const problems = await read(files, request, answer);
  const [a, b] = documents.ids;
  if (a === undefined) throw new Error(pageSay.nothingRead);
  if (isClass || documents.ids.length > 2) return compareEach(settings, problems, request, answer);
  if (b === undefined) return answer({ kind: 'one', request, id: a, kept: kept() });
  answer({ kind: 'progress', request, text: pageSay.comparingTwo(a, b) });
  answer({ kind: 'comparison', request, rows: await compareTwo(a, b), kept: kept() });
}

/** Adds the documents of files. */
async function read(files: readonly File[], request: number, answer: Tell): Promise<Problem[]> {
  const problems: Problem[] = [];
  const ids: string[] = [];
  let again = 0;
  let share: number | undefined;
  const onProblem = (problem: Problem) => {
    problems.push(problem);
    answer(problemTold(problem, request));
  };
  const onProgress = ({ bytes = 0, totalBytes = 0 }: Progress) => {
    if (totalBytes > 0) share = Math.floor((100 * bytes) / totalBytes);
  };
  for await (const { id, text, lang, meta } of texts(files, { onProblem, onProgress })) {
    const unseenText = unseenOf(meta);
    if (unseenText !== undefined) answer({ kind: 'unseen', request, source: visible(id), ...unseenText });
    ids.push(visible(id));
    if (await isThere(id, text)) {
      again++;
      continue;
    }
    if (documents.bytes + text.length > MOST_TEXT) {
      onProblem({ source: id, reason: pageSay.textLimit(MOST_TEXT >> 20) });
      break;
    }
    documents.add(uniqueId(id), text, lang);
    const read = documents.ids.length;
    if (read % 10 === 0) answer({ kind: 'progress', request, text: pageSay.readingShare(read, share) });
  }
  answer({ kind: 'read', request, ids, again });
  return problems;
}

/** A file that was dropped before. */
async function isThere(id: string, text: string): Promise<boolean> {
  const shown = visible(id);
  return documents.has(shown) && (await documents.text(shown)) === text;
}

/** Goes on with a review that was saved. */
async function open(
  { documents: saved, files, settings }: Extract<Request, { kind: 'open' }>,
  request: number,
  answer: Tell,
): Promise<void> {
  documents = new Documents();
  for (const { id, text, lang } of saved) documents.add(uniqueId(id), text, lang);
  const problems = files.length === 0 ? [] : await read(files, request, answer);
  await compareEach(settings, problems, request, answer);
}

function kept(): Kept {
  return { documents: documents.file(), settings: compared, leftOut };
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

/** The groups of copies and the overview of all documents. */
async function compareEach(
  settings: OverviewSettings,
  problems: readonly Problem[],
  request: number,
  answer: Tell,
): Promise<void> {
  answer({ kind: 'progress', request, text: pageSay.lookingForCopies(documents.ids.length) });
  answer({ kind: 'groups', request, ...(await groupsFound(problems)) });
  await overview(settings, request, answer);
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
  leftOut = found.countCommon ? [] : found.common.filter(({ counts }) => counts !== true);
  const facts = found.pairs.map(({ a, b, similarity, words, identical, passages, disguises }) => ({
    ...{ a, b, similarity, words, identical, ...(disguises !== undefined && { disguises }) },
    passages: passages.map((passage) => ({ a: { words: passage.a.words } })),
  }));
  const { ids } = documents;
  answer({
    ...{ kind: 'overview', request, rows: classRows(found), note: notIncluded(count), facts, ids },
    kept: kept(),
  });
}

/** How many groups of copies there are, and the report on them if there are any. */
async function groupsFound(problems: readonly Problem[]) {
  const found = groups(documents.file());
  const list = await found.toArray();
  if (list.length === 0) return { groups: 0, copies: 0 };
  const summary = await found.summary;
  const html = await groupsHtml({
    inputs: documents.ids,
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
    const [at, of] = stage === 'match' ? [done, compared] : [pairs, totalPairs];
    const percent = `${stage} ${Math.floor((100 * at) / of)}`;
    if (percent !== last)
      progress(stage === 'match' ? pageSay.lookingForWords(at, of) : pageSay.comparingSome(at, of));
    last = percent;
  };
}

function notIncluded(compared: number): string {
  const all = documents.ids.length;
  return compared === all ? '' : pageSay.firstOnly(compared, all, MOST_COMPARED, MOST_COMPARED_MB);
}

async function compareTwo(a: string, b: string) {
  const { excludeQuotations, excludeBibliography, exclude = [] } = compared;
  const common = leftOut.map(({ text }, i) => ({ id: `common ${i + 1}`, text }));
  const mutual = excludeQuotations === true || excludeBibliography === true;
  const comparison = await compare(await documents.document(a), [await documents.document(b)], {
    ...{ excludeQuotations, excludeBibliography, exclude: [...exclude, ...common] },
    ...(mutual && { mutual }),
  });
  return comparisonRows(comparison);
}

/** Two files may have the same name. Marks in a name that turn its letters around are shown as numbers. */
function uniqueId(id: string): string {
  const shown = visible(id);
  let unique = shown;
  for (let number = 2; documents.has(unique); number++) unique = `${shown}#${number}`;
  return unique;
}

function reasonOf(error: unknown): string {
  if (error instanceof NeardupError && error.code === 'OUT_OF_MEMORY')
    return pageSay.tooLittleMemory(error.message);
  if (error instanceof NeardupError) return `${error.message} ${error.advice}`;
  if (error instanceof RangeError) return pageSay.tooLittleMemory(error.message);
  return error instanceof Error ? error.message : String(error);
}
