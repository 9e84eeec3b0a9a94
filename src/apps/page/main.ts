/** The page: takes dropped or chosen files, and shows the worker's answers. Files that come later are added to those that are there. */
import { shownFormats } from '../../read/format-table.ts';
import { element } from '../../report/pages/browser/element.ts';
import { find, setText } from '../../report/pages/browser/find.ts';
import { chosenLanguage, keepLanguage } from '../../report/pages/browser/language.ts';
import { FoundLists } from './found.ts';
import { chosenFiles, filesDropped, type GivenFiles } from './given.ts';
import type { OverviewSettings, PageAnswer } from './messages.ts';
import { Overview } from './overview.ts';
import { PageWorker } from './page-worker.ts';
import { ClassReviews, REVIEW_END, readReviewFile } from './reviews.ts';
import { saveFile } from './save-file.ts';
import { PAGE_LANGUAGES, pageSay, useLanguage } from './say.ts';

/** Counts drops, choices and stops, so that files found later for an older one are ignored. */
let looks = 0;
let settings: OverviewSettings = {};
/** Told when the documents are compared: how many of those that were dropped were there before. */
let again = 0;

const reviews = new ClassReviews();
const found = new FoundLists();
const worker = new PageWorker(show, (reason) => fail(reason));
const overview = new Overview(reviews, found, {
  compare: (a, b, names) => {
    begin(pageSay.comparingTwo(names.a, names.b));
    worker.ask({ kind: 'compare', a, b });
  },
  changeSettings,
  addTemplates: async (files) => {
    begin(pageSay.readingFiles);
    worker.ask({ kind: 'templates', files: await chosenFiles(files) });
  },
  remove: (id) => {
    if (!confirm(`${pageSay.removeDocument(id)}?`)) return;
    begin(pageSay.comparingAgain);
    worker.ask({ kind: 'remove', id, settings });
  },
});

start();

function start(): void {
  const language = find<HTMLSelectElement>('language');
  language.append(
    ...Object.entries(PAGE_LANGUAGES).map(([value, each]) => element('option', { value }, each.language)),
  );
  language.addEventListener('change', () => {
    keepLanguage(language.value);
    sayAll(language.value);
    overview.draw();
    found.show(overview.isThere);
  });
  sayAll(chosenLanguage(Object.keys(PAGE_LANGUAGES)));
  language.value = pageSay.lang;
  listenToFiles();
  addEventListener('message', ({ source, data }: MessageEvent<{ height: number }>) => {
    const frame = document.querySelector('iframe');
    if (frame !== null && source === frame.contentWindow) frame.height = String(Number(data.height));
  });
  find('save-review').addEventListener('click', () => worker.ask({ kind: 'texts' }));
  find('print').addEventListener('click', () => print());
  find('start-anew').addEventListener('click', () => {
    if (mayForget()) forget();
  });
  addEventListener('beforeunload', (event) => {
    if (reviews.isChanged) event.preventDefault();
  });
  find('stop').addEventListener('click', () => {
    looks++;
    worker.stop();
    end(pageSay.stopped);
  });
}

function listenToFiles(): void {
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
}

/** The words of the page that are not made anew when something is shown. */
function sayAll(lang: string): void {
  useLanguage(lang);
  document.documentElement.lang = lang;
  const texts = pageSay as unknown as Readonly<Record<string, string>>;
  for (const place of document.querySelectorAll<HTMLElement>('[data-say]'))
    place.textContent = texts[place.dataset.say!];
  setText('formats', pageSay.allFormats(shownFormats()));
  tellDrop();
}

function tellDrop(): void {
  const isFilled = worker.kept !== undefined;
  setText('drop-title', isFilled ? pageSay.dropMore : pageSay.dropTitle);
  find('start-anew').hidden = !isFilled;
}

/** Whether what is not saved may be lost. */
function mayForget(): boolean {
  return !reviews.isChanged || confirm(pageSay.unsaved);
}

function forget(): void {
  looks++;
  worker.stop();
  worker.kept = undefined;
  reviews.replaceAll([]);
  found.clear();
  overview.close();
  settings = {};
  document.body.classList.remove('answered');
  find('drop').hidden = false;
  found.show(false);
  end('');
  tellDrop();
}

async function look(given: Promise<GivenFiles>): Promise<void> {
  const look = ++looks;
  begin(pageSay.readingFiles);
  try {
    const files = await given;
    if (look !== looks) return;
    const review = files.find(({ name }) => name.endsWith(REVIEW_END));
    if (files.length === 0) fail(pageSay.nothingDropped);
    else if (review !== undefined) {
      const others = files.filter((file) => file !== review);
      await openReview(review, others);
    } else worker.ask({ kind: 'look', files, isClass: overview.isThere, settings });
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error));
  }
}

/** @param others Files that came with it: they are added. */
async function openReview(file: File, others: GivenFiles): Promise<void> {
  const saved = readReviewFile(await file.text());
  if (!mayForget()) return end('');
  forget();
  begin(pageSay.comparingAgain);
  reviews.replaceAll(saved.reviews);
  for (const problem of saved.unread) found.addProblem(problem);
  for (const unseen of saved.unseen) found.addUnseen(unseen);
  ({ settings } = saved);
  overview.isThere = true;
  worker.ask({ kind: 'open', documents: saved.documents, files: others, settings });
}

function changeSettings(changed: OverviewSettings): void {
  begin(pageSay.comparingAgain);
  settings = { ...settings, ...changed };
  worker.ask({ kind: 'overview', settings });
}

function show(answer: PageAnswer): void {
  if (answer.kind === 'progress') setText('status', answer.text);
  else if (answer.kind === 'problem') found.addProblem(answer);
  else if (answer.kind === 'unseen') found.addUnseen(answer);
  else if (answer.kind === 'read') {
    again = answer.again;
    found.wereRead(answer.ids);
  } else if (answer.kind === 'failed') fail(answer.reason);
  else if (answer.kind === 'groups') {
    // they come before the overview, which takes longer
    found.setGroups(answer);
    if (find('comparison').hidden) found.show(overview.isThere);
  } else if (answer.kind === 'templates') {
    const { exclude = [] } = settings;
    changeSettings({ exclude: [...exclude, ...answer.texts] });
  } else if (answer.kind === 'texts') {
    saveFile(`class${REVIEW_END}`, reviews.file(settings, answer.texts, found));
    reviews.isChanged = false;
  } else showResult(answer);
}

function showResult(answer: Extract<PageAnswer, { kind: 'one' | 'comparison' | 'overview' }>): void {
  if (answer.kept !== undefined) worker.kept = answer.kept;
  if (answer.kind === 'one') end(pageSay.oneDocument(answer.id));
  else if (answer.kind === 'comparison') {
    end('');
    overview.showComparison(answer.rows);
  } else {
    document.body.classList.add('answered');
    overview.show(answer, settings);
    const { documents, engine } = answer.rows;
    const said = [pageSay.documents(documents)];
    if (again > 0) said.push(pageSay.alreadyThere(again));
    if (engine.startsWith('scalar')) said.push(pageSay.slowBrowser);
    end(said.join('. '));
    if (found.unread.length > 0)
      setText('status', `${find('status').textContent} · ${pageSay.filesNotRead(found.unread.length)}`);
  }
  again = 0;
  found.show(overview.isThere);
  tellDrop();
}

function begin(text: string): void {
  find('failure').hidden = true;
  find('stopping').hidden = false;
  setText('status', text);
}

function end(text: string): void {
  find('stopping').hidden = true;
  setText('status', text);
}

/** The worker begins again with what was shown last. */
function fail(reason: string): void {
  worker.stop();
  end('');
  find('failure').hidden = false;
  setText('failure', reason);
  found.show(overview.isThere);
}
