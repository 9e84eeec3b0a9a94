/** The overview of all documents, and both texts of the pair that was opened in it. */
import type { UnreadFile } from '../../answers/comparisons.ts';
import { element } from '../../report/pages/browser/element.ts';
import { find, setText } from '../../report/pages/browser/find.ts';
import { classView, newChoice } from '../../report/pages/class/browser/class-view.ts';
import { documentList } from '../../report/pages/class/browser/document-list.ts';
import { pairSteps } from '../../report/pages/class/browser/pair-steps.ts';
import { reviewCells } from '../../report/pages/class/browser/review-cells.ts';
import { csvRows } from '../../report/pages/class/csv-rows.ts';
import { hiddenNames, hiddenSources } from '../../report/pages/class/hidden-names.ts';
import { NameMask } from '../../report/pages/class/name-mask.ts';
import { mountComparison } from '../../report/pages/comparison/browser/mount.ts';
import { comparisonFooter } from '../../report/pages/comparison/markup.ts';
import type { ComparisonRows } from '../../report/pages/comparison/rows.ts';
import { csvFile } from './csv-file.ts';
import type { FoundLists } from './found.ts';
import { ignoredFields } from './ignored.ts';
import type { OverviewSettings, PageAnswer, SavedText } from './messages.ts';
import type { ClassReviews } from './reviews.ts';
import { saveFile } from './save-file.ts';
import { pageSay } from './say.ts';

type Answer = Extract<PageAnswer, { kind: 'overview' }>;

interface Names {
  readonly a: string;
  readonly b: string;
}

export interface OverviewActions {
  /** @param names Those that are shown. */
  readonly compare: (a: string, b: string, names: Names) => void;
  readonly changeSettings: (changed: OverviewSettings) => void;
  readonly addTemplates: (files: FileList) => void;
  readonly remove: (id: string) => void;
}

export class Overview {
  /** All documents are compared with each other: there are more than two, or a review was opened. */
  isThere = false;
  private answer: Answer | undefined;
  private settings: OverviewSettings = {};
  /** What is chosen, the pairs that are listed, the one that was opened, and where the page was then. */
  private choice = newChoice();
  private listed: readonly number[] = [];
  private opened = -1;
  private scrolled = 0;
  /** The comparison that is shown, and what ends it. */
  private rows: ComparisonRows | undefined;
  private shown: AbortController | undefined;

  constructor(
    private readonly reviews: ClassReviews,
    private readonly found: FoundLists,
    private readonly actions: OverviewActions,
  ) {
    find('back').addEventListener('click', () => this.leavePair());
    find('save-csv').addEventListener('click', () => this.saveTable());
  }

  close(): void {
    this.leavePair();
    this.isThere = false;
    this.answer = undefined;
    this.choice = newChoice();
    this.listed = [];
    find('overview').hidden = true;
    this.tellNames();
  }

  /** The pair that is open stays open. */
  show(answer: Answer, settings: OverviewSettings): void {
    this.isThere = true;
    this.answer = answer;
    this.settings = settings;
    if (this.rows !== undefined) this.leavePair();
    this.draw();
  }

  /** Everything anew, with the choices that were made: the language may be another one, and verdicts may have been given beside the texts. */
  draw(): void {
    if (this.rows !== undefined) this.drawComparison();
    const { answer } = this;
    if (answer === undefined) return;
    const { rows, note, ids } = answer;
    find('overview-note').hidden = note === '';
    setText('overview-note', note);
    this.drawTitle(rows.documents);
    const { changeSettings, addTemplates, remove } = this.actions;
    find('ignored').replaceChildren(...ignoredFields(this.settings, rows, changeSettings, addTemplates));
    const actions = {
      open: (pair: number) => this.open(pair),
      canOpen: () => true,
      countCommon: (countCommon: boolean) => changeSettings({ countCommon }),
      comparePairs: () => changeSettings({ partners: rows.documents }),
      excludeText: (text: SavedText) => changeSettings({ exclude: [...(this.settings.exclude ?? []), text] }),
      leaveOut: (what: 'excludeQuotations' | 'excludeBibliography') => changeSettings({ [what]: true }),
      onShown: (pairs: readonly number[]) => {
        this.listed = pairs;
      },
      onNames: () => this.tellNames(),
      more: { titles: [pageSay.verdict, pageSay.note], cells: (pair: number) => this.fieldsOf(pair) },
    };
    const all = { ...rows, ...(this.unread.length > 0 && { unread: this.unread }) };
    find('overview-body').replaceChildren(classView(all, actions, this.choice));
    find('all-documents').replaceChildren(documentList(ids, remove));
    find('overview').hidden = this.rows !== undefined;
    this.tellNames();
  }

  private drawTitle(documents: number): void {
    const { length } = this.unread;
    const link = element('a', { href: '#overview-body' }, pageSay.filesNotRead(length));
    find('overview-title').replaceChildren(
      pageSay.classTitle(documents),
      ...(length === 0 ? [] : [' · ', link]),
    );
  }

  showComparison(rows: ComparisonRows): void {
    this.rows = rows;
    for (const id of ['overview', 'groups']) find(id).hidden = true;
    // the texts are on the first screen
    find('drop').hidden = this.isThere;
    find('back-line').hidden = !this.isThere;
    document.body.classList.add('compares');
    find('comparison').hidden = false;
    this.drawComparison();
    find('comparison').scrollIntoView();
  }

  private drawComparison(): void {
    const { opened, isThere } = this;
    const rows = this.masked(this.rows!);
    setText('comparison-title', `${rows.text.id} – ${rows.sources[0].id}`);
    this.shown?.abort();
    this.shown = new AbortController();
    // ids of the page of groups are in a document of their own
    mountComparison(find('compared-texts'), rows, this.shown.signal);
    find('comparison-notes').innerHTML = comparisonFooter(rows);
    const leave = () => this.leavePair();
    const steps = pairSteps(this.listed, opened, (pair) => this.open(pair), leave, this.shown.signal);
    find('pair-steps').replaceChildren(...(isThere ? steps : []));
    const cells = isThere && this.answer?.facts[opened] !== undefined ? this.fieldsOf(opened) : [];
    find('pair-review').replaceChildren(
      ...cells.map((cell, i) => element('label', {}, `${[pageSay.verdict, pageSay.note][i]} `, cell)),
    );
  }

  private leavePair(): void {
    this.shown?.abort();
    this.rows = undefined;
    document.body.classList.remove('compares');
    find('comparison').hidden = true;
    find('drop').hidden = false;
    if (!this.isThere) return;
    this.draw();
    this.found.show(true);
    scrollTo(0, this.scrolled);
  }

  private open(pair: number): void {
    if (!find('overview').hidden) this.scrolled = scrollY;
    this.opened = pair;
    const { a, b } = this.answer!.facts[pair];
    this.actions.compare(a, b, this.namesOf(pair));
  }

  private get unread(): readonly UnreadFile[] {
    return this.found.unread;
  }

  /** The names of a pair as the reader wants to see them. */
  private namesOf(pair: number): Names {
    const { facts } = this.answer!;
    return this.choice.hidesNames ? hiddenNames(facts, pageSay.hiddenName)[pair] : facts[pair];
  }

  private masked(rows: ComparisonRows): ComparisonRows {
    if (!this.isThere || !this.choice.hidesNames) return rows;
    const { facts, ids } = this.answer!;
    return new NameMask(ids).hide(rows, facts[this.opened], this.namesOf(this.opened));
  }

  private fieldsOf(number: number): HTMLElement[] {
    const pair = this.answer!.facts[number];
    return reviewCells(this.namesOf(number), this.reviews.of(pair), (fields) =>
      this.reviews.set(pair, fields),
    );
  }

  /** What is shown of documents that have no number stays away while names are hidden. */
  private tellNames(): void {
    const hides = this.isThere && this.choice.hidesNames;
    document.body.classList.toggle('names-hidden', hides);
    setText('save-note', hides ? pageSay.namesInReview : pageSay.reviewNote);
  }

  private saveTable(): void {
    const { facts, rows } = this.answer!;
    const pairs = this.listed.map((pair) => {
      const { state, note } = this.reviews.of(facts[pair]) ?? {};
      const { a, b } = this.namesOf(pair);
      return { ...facts[pair], a, b, ...(state && { state }), ...(note !== undefined && { note }) };
    });
    const { hidesNames } = this.choice;
    const unread = hidesNames ? hiddenSources(this.unread, rows.documents, pageSay.hiddenName) : this.unread;
    saveFile('class.csv', csvFile(csvRows(pairs, unread)));
  }
}
