/** The page: takes dropped or chosen files, and shows the worker's answers. */
import { shownFormats } from '../../read/format-table.ts';
import { element } from '../../report/pages/browser/element.ts';
import { find, setText } from '../../report/pages/browser/find.ts';
import { classView, newChoice } from '../../report/pages/class/browser/class-view.ts';
import { pairSteps } from '../../report/pages/class/browser/pair-steps.ts';
import { reviewCells } from '../../report/pages/class/browser/review-cells.ts';
import { hiddenNames } from '../../report/pages/class/hidden-names.ts';
import type { ClassRows } from '../../report/pages/class/rows.ts';
import { mountComparison } from '../../report/pages/comparison/browser/mount.ts';
import { comparisonFooter } from '../../report/pages/comparison/markup.ts';
import { type ComparisonRows, renamed } from '../../report/pages/comparison/rows.ts';
import { reasonTold } from '../../report/pages/reasons.ts';
import { say } from '../../report/pages/say.ts';
import { SHARING_COLUMNS, type SharingFacts, sharingRow } from '../../report/sharing-table.ts';
import { visible } from '../../visible.ts';
import { csvFile } from './csv-file.ts';
import { chosenFiles, filesDropped, type GivenFiles } from './given.ts';
import { ignoredFields } from './ignored.ts';
import type { OverviewSettings, PageAnswer } from './messages.ts';
import { PageWorker } from './page-worker.ts';
import { ClassReviews, REVIEW_END, readReviewFile } from './reviews.ts';
import { saveFile } from './save-file.ts';

/** Problems that are listed; the others are only counted. */
const MOST_PROBLEMS = 200;

let problems = 0;
let hasOverview = false;
let facts: readonly SharingFacts[] = [];
const reviews = new ClassReviews();
let overviewSettings: OverviewSettings = {};
/** What is chosen in the overview, the pairs that it lists, the one that was opened, and where the page was then. */
let choice = newChoice();
let shownPairs: readonly number[] = [];
let openedPair = -1;
let openPair = (_pair: number): void => {};
let scrolled = 0;
let drawOverview = (): void => {};
/** Ends the comparison that is shown. */
let shown: AbortController | undefined;
/** Counts drops, choices and stops, so that files found later for an older one are ignored. */
let looks = 0;

const worker = new PageWorker(show, (reason) => fail(reason));

start();

function start(): void {
  setText('formats', shownFormats().join(', '));
  const drop = find('drop');
  document.addEventListener('dragover', (event) => {
    event.preventDefault();
    drop.classList.add('over');
  });
  for (const type of ['dragleave', 'drop'])
    document.addEventListener(type, () => drop.classList.remove('over'));
  document.addEventListener('drop', (event) => {
    event.preventDefault();
    if (event.dataTransfer !== null) look(filesDropped(event.dataTransfer));
  });
  for (const id of ['files', 'folder']) {
    const input = find<HTMLInputElement>(id);
    input.addEventListener('change', () => {
      look(chosenFiles(input.files!));
      // the same choice again is a choice too
      input.value = '';
    });
  }
  addEventListener('message', ({ source, data }: MessageEvent<{ height: number }>) => {
    const frame = document.querySelector('iframe');
    if (frame !== null && source === frame.contentWindow) frame.height = String(Number(data.height));
  });
  find('save-csv').addEventListener('click', () => {
    const rows = shownPairs.map((pair) => {
      const { state, note } = reviews.of(facts[pair]) ?? {};
      return [...sharingRow({ ...facts[pair], ...shownNames(pair) }), state, note];
    });
    saveFile('class.csv', csvFile([[...SHARING_COLUMNS, 'verdict', 'note'], ...rows]));
  });
  find('save-review').addEventListener('click', () => worker.texts());
  addEventListener('beforeunload', (event) => {
    if (reviews.isChanged) event.preventDefault();
  });
  find('stop').addEventListener('click', () => {
    looks++;
    worker.stop();
    end('Stopped.');
  });
  find('back').addEventListener('click', () => {
    find('comparison').hidden = true;
    shown?.abort();
    for (const id of ['overview', 'groups']) find(id).hidden = false;
    find('drop').hidden = false;
    // verdicts may have been given beside the texts
    drawOverview();
    scrollTo(0, scrolled);
  });
}

async function look(given: Promise<GivenFiles>): Promise<void> {
  const look = ++looks;
  begin('Reading');
  document.body.classList.remove('answered');
  for (const id of [
    'overview',
    'groups',
    'comparison',
    'problems',
    'more-problems',
    'found',
    'found-groups',
    'found-problems',
    'found-unseen',
    'unseen',
  ])
    find(id).hidden = true;
  for (const id of ['problem-list', 'unseen-list']) find(id).replaceChildren();
  problems = 0;
  hasOverview = false;
  overviewSettings = {};
  choice = newChoice();
  shownPairs = [];
  try {
    const files = await given;
    if (look !== looks) return;
    if (files.length === 0) fail('No file was dropped.');
    else if (files.length === 1 && files[0].name.endsWith(REVIEW_END)) await openReview(files[0]);
    else {
      reviews.replaceAll([]);
      worker.look(files);
    }
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error));
  }
}

async function openReview(file: File): Promise<void> {
  const { settings, documents, reviews: saved } = readReviewFile(await file.text());
  reviews.replaceAll(saved);
  overviewSettings = settings;
  worker.open(documents, settings);
}

function show(answer: PageAnswer): void {
  if (answer.kind === 'progress') setText('status', `${answer.text} …`);
  else if (answer.kind === 'problem') addProblem(answer.source, answer.reason);
  else if (answer.kind === 'unseen') addUnseen(answer);
  else if (answer.kind === 'failed') fail(answer.reason);
  else if (answer.kind === 'comparison') showComparison(answer.rows);
  else if (answer.kind === 'groups') showGroups(answer);
  else if (answer.kind === 'templates') {
    const { exclude = [] } = overviewSettings;
    compareAgain({ exclude: [...exclude, ...answer.texts] });
  } else if (answer.kind === 'texts') {
    saveFile(`class${REVIEW_END}`, reviews.file(overviewSettings, answer.texts));
    reviews.isChanged = false;
  } else {
    ({ facts } = answer);
    showOverview(answer.rows, answer.note);
  }
}

/** The names of a pair as the reader wants to see them; undefined if they are those of its documents. */
function shownNames(pair: number): { readonly a: string; readonly b: string } | undefined {
  return choice.hidesNames ? hiddenNames(facts, say.hiddenName)[pair] : undefined;
}

function showComparison(given: ComparisonRows): void {
  end('');
  const names = hasOverview ? shownNames(openedPair) : undefined;
  const rows = names === undefined ? given : renamed(given, names);
  setText('comparison-title', `${rows.text.id} – ${rows.sources[0].id}`);
  shown?.abort();
  shown = new AbortController();
  // ids of the page of groups are in a document of their own
  mountComparison(find('compared-texts'), rows, shown.signal);
  find('comparison-notes').innerHTML = comparisonFooter(rows);
  for (const id of ['overview', 'groups']) find(id).hidden = true;
  // the texts are on the first screen
  find('drop').hidden = hasOverview;
  find('back-line').hidden = !hasOverview;
  find('pair-steps').replaceChildren(...pairSteps(shownPairs, openedPair, openPair, shown.signal));
  const cells = hasOverview && facts[openedPair] !== undefined ? fieldsOf(openedPair) : [];
  find('pair-review').replaceChildren(
    ...cells.map((cell, i) => element('label', {}, `${[say.verdict, say.note][i]} `, cell)),
  );
  find('comparison').hidden = false;
  find('comparison').scrollIntoView();
}

function fieldsOf(number: number): HTMLElement[] {
  const pair = facts[number];
  return reviewCells(shownNames(number) ?? pair, reviews.of(pair), (fields) => reviews.set(pair, fields));
}

function compareAgain(settings: OverviewSettings): void {
  begin('Comparing all documents again');
  overviewSettings = { ...overviewSettings, ...settings };
  worker.overview(overviewSettings);
}

function showOverview(rows: ClassRows, note: string): void {
  end(`${say.documents(rows.documents)}, computed by ${rows.engine}.`);
  hasOverview = true;
  document.body.classList.add('answered');
  const open = (pair: number) => {
    if (!find('overview').hidden) scrolled = scrollY;
    openedPair = pair;
    const { a, b } = rows.pairs[pair];
    const shown = shownNames(pair) ?? { a, b };
    begin(`Comparing ${shown.a} with ${shown.b}`);
    worker.compare(a, b);
  };
  find('overview-note').hidden = note === '';
  setText('overview-note', note);
  setText('overview-title', say.classTitle(rows.documents));
  find('ignored').replaceChildren(
    ...ignoredFields(overviewSettings, rows, compareAgain, async (files) => {
      begin('Reading');
      worker.templates(await chosenFiles(files));
    }),
  );
  const countCommon = (count: boolean) => compareAgain({ countCommon: count });
  const comparePairs = () => compareAgain({ partners: rows.documents });
  const onShown = (pairs: readonly number[]) => {
    shownPairs = pairs;
  };
  const more = { titles: [say.verdict, say.note], cells: fieldsOf };
  const actions = { open, canOpen: () => true, countCommon, comparePairs, onShown, more };
  openPair = open;
  drawOverview = () => find('overview-body').replaceChildren(classView(rows, actions, choice));
  drawOverview();
  find('overview').hidden = false;
}

/** The page of the report, with its own policy, in a frame that can reach nothing of this one. It tells how high it is. */
function showGroups({ html, groups, copies }: Extract<PageAnswer, { kind: 'groups' }>): void {
  find('groups').hidden = false;
  document.body.classList.add('answered');
  if (groups > 0) tellFound('found-groups', say.copiesFound(copies, groups));
  find('no-groups').hidden = html !== undefined;
  const frame = { title: 'Groups of copies', sandbox: 'allow-scripts', srcdoc: html ?? '' };
  find('groups-page').replaceChildren(...(html === undefined ? [] : [element('iframe', frame)]));
}

/** A line at the top leads to what is far below. */
function tellFound(id: string, text: string): void {
  setText(id, text);
  find(id).hidden = false;
  find('found').hidden = false;
}

function addUnseen({ source, words, text }: Extract<PageAnswer, { kind: 'unseen' }>): void {
  const list = find('unseen-list');
  if (list.childElementCount === MOST_PROBLEMS) return;
  const told = `: ${say.unseenText(words, visible(text))}`;
  list.append(element('li', {}, element('b', { class: 'id' }, source), told));
  find('unseen').hidden = false;
  setText('unseen-title', say.unseenTitle);
  tellFound('found-unseen', say.unseenTitle);
}

function addProblem(source: string, reason: string): void {
  problems++;
  find('problems').hidden = false;
  tellFound('found-problems', say.filesNotRead(problems));
  if (problems <= MOST_PROBLEMS) {
    find('problem-list').append(
      element('li', {}, element('b', { class: 'id' }, source), `: ${reasonTold(reason)}`),
    );
    return;
  }
  find('more-problems').hidden = false;
  setText('more-problems', `And ${problems - MOST_PROBLEMS} more.`);
}

function begin(text: string): void {
  find('failure').hidden = true;
  find('stopping').hidden = false;
  setText('status', `${text} …`);
}

function end(text: string): void {
  find('stopping').hidden = true;
  setText('status', text);
}

function fail(reason: string): void {
  end('');
  find('failure').hidden = false;
  setText('failure', reason);
}
