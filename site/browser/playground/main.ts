/** The playground: texts, an operation with its fields, and the answer, computed anew after every change. */
import type { GivenFiles } from '../../../src/apps/page/given.ts';
import { button, element } from '../../../src/report/pages/browser/element.ts';
import { find } from '../../../src/report/pages/browser/find.ts';
import { loadScript } from '../load-script.ts';
import { DocumentList } from './documents.ts';
import { Engine } from './engine.ts';
import { fieldsFor } from './fields.ts';
import { playgroundMarkup } from './markup.ts';
import type { Answer, OperationName, PlainDocument } from './messages.ts';
import { commandOf, OPERATIONS, type Operation } from './operations.ts';
import { exampleFor, OWN, SAMPLES, type SampleName } from './samples.ts';
import { isEmpty, shownView, summaryOf } from './views/view.ts';

/** `playground.html#versions` begins with that example. */
const ASKED = location.hash.slice(1);
const FIRST: SampleName = Object.hasOwn(SAMPLES, ASKED) ? (ASKED as SampleName) : 'essay';
/** Milliseconds without a change before the answer is computed. */
const PAUSE = 150;
const MOST_LINES = 500;

const list = new DocumentList(() => {
  isSample = false;
  find<HTMLSelectElement>('sample').value = OWN;
  drawChoice();
  later();
});
const engine = new Engine(show);
let operation: Operation = OPERATIONS[0];
const settings = Object.fromEntries(
  OPERATIONS.map(({ name, fields }) => [
    name,
    Object.fromEntries(fields.map((field) => [field.name, field.value])),
  ]),
);
let [first, second] = [0, 1];
/** Whether the texts are those of the example that is chosen. */
let isSample = true;
let sample: SampleName = FIRST;
let waiting: ReturnType<typeof setTimeout> | undefined;
let started = 0;
let shown = new AbortController();

find('play').replaceChildren(
  ...playgroundMarkup({
    texts: list,
    chosen: operation.name,
    useSample: (name) => void useSample(name),
    choose,
    read,
  }),
);
drawFields();
void useSample(FIRST);

function read(files: GivenFiles): void {
  if (files.length === 0) return;
  find('status').textContent = 'Reading …';
  engine.read(files);
}

async function useSample(name: SampleName): Promise<void> {
  await loadScript('samples.js');
  const { neardupSamples } = globalThis as unknown as { neardupSamples: Record<string, PlainDocument[]> };
  const isOurs = Object.values(SAMPLES).some(({ query }) => query === settings.search.query);
  if (isOurs) settings.search.query = SAMPLES[name].query;
  sample = name;
  const ids = neardupSamples[name].map(({ id }) => id);
  [first, second] = SAMPLES[name].pair?.map((id) => ids.indexOf(id)) ?? [0, 1];
  const many = ids.length > 2;
  if (many && operation.takes === 'two') choose('pairs');
  list.replace(neardupSamples[name]);
  isSample = true;
  find<HTMLSelectElement>('sample').value = name;
  drawFields();
}

function choose(name: OperationName): void {
  operation = OPERATIONS.find((each) => each.name === name)!;
  find<HTMLInputElement>(`operation-${name}`).checked = true;
  drawFields();
  drawChoice();
  later();
}

function drawFields(): void {
  find('about').textContent = operation.about;
  const change = (name: string, value: number | string) => {
    settings[operation.name][name] = value;
    later();
  };
  find('fields').replaceChildren(...fieldsFor(operation, settings[operation.name], change));
}

/** Which two texts are taken, if there are more. */
function drawChoice(): void {
  const { documents } = list;
  [first, second] = [first, second].map((number) => Math.min(number, Math.max(0, documents.length - 1)));
  const select = (id: string, title: string, chosen: number, take: (at: number) => void) => {
    const options = documents.map(({ id: name }, at) => element('option', { value: String(at) }, name));
    const made = element('select', { id }, ...options) as HTMLSelectElement;
    made.value = String(chosen);
    made.addEventListener('change', () => {
      take(Number(made.value));
      later();
    });
    return element('p', { class: 'field' }, element('label', { for: id }, title), made);
  };
  const two = [
    select('first-text', 'Text', first, (at) => {
      first = at;
    }),
    select('second-text', 'Other text', second, (at) => {
      second = at;
    }),
  ];
  find('choice').replaceChildren(...(operation.takes === 'two' && documents.length > 2 ? two : []));
}

function later(): void {
  clearTimeout(waiting);
  waiting = setTimeout(ask, PAUSE);
}

function ask(): void {
  const { documents } = list;
  const taken = operation.takes === 'two' ? [documents[first], documents[second]] : documents;
  const isEnough =
    operation.takes === 'two' ? documents.length > 1 && first !== second : documents.length > 0;
  fail('');
  if (!isEnough) {
    clear(operation.takes === 'two' ? 'Two texts are compared: add another one.' : 'Add a text.');
    return;
  }
  if (operation.name === 'search' && String(settings.search.query).trim() === '') {
    clear('Write what to look for.');
    return;
  }
  find('status').textContent = 'Computing …';
  find('play').setAttribute('aria-busy', 'true');
  find('command').textContent = commandOf(operation, settings[operation.name], filesOf(taken));
  started = performance.now();
  engine.compute({ operation: operation.name, documents: taken, settings: settings[operation.name] });
}

/** The files to name: those of the example, or the texts by their names. */
function filesOf(taken: readonly PlainDocument[]): readonly string[] {
  const { files } = SAMPLES[sample];
  if (!isSample) return taken.length > 6 ? ['my-texts/'] : taken.map(({ id }) => id);
  return operation.takes === 'two' && files.length === 1 ? taken.map(({ id }) => `${files[0]}#${id}`) : files;
}

function show(answer: Answer): void {
  find('play').removeAttribute('aria-busy');
  if (answer.kind === 'failed') {
    clear('');
    fail(answer.reason);
  } else if (answer.kind === 'documents') {
    const { documents, problems } = answer;
    find('problems').hidden = problems.length === 0;
    find('problems').replaceChildren(
      ...problems.slice(0, MOST_LINES).map((problem) => element('li', {}, problem)),
    );
    if (documents.length === 0) clear('Nothing of this could be read.');
    else list[isSample ? 'replace' : 'add'](documents);
  } else {
    const seconds = ((performance.now() - started) / 1000).toFixed(2);
    find('status').textContent = `${summaryOf(answer.view)} ${seconds} s in this page.`;
    shown.abort();
    shown = new AbortController();
    shownView(find('view'), answer.view, list.documents, shown.signal);
    suggest(isEmpty(answer.view));
    const { lines } = answer;
    const text = lines.slice(0, MOST_LINES).map((line) => JSON.stringify(line));
    find('lines').textContent = [
      ...text,
      ...(lines.length > MOST_LINES ? [`… ${lines.length - MOST_LINES} more`] : []),
    ].join('\n');
    find('play').dataset.done = String(Number(find('play').dataset.done ?? 0) + 1);
  }
}

/** An answer with nothing in it offers texts for which there is something. */
function suggest(isNeeded: boolean): void {
  const example = exampleFor(operation.takes, isSample ? sample : OWN);
  const { name } = operation;
  find('suggestion').hidden = !isNeeded || (isSample && example === sample);
  find('suggestion').replaceChildren(
    button(
      { class: 'button' },
      async () => {
        await useSample(example);
        choose(name);
      },
      `Try it with: ${SAMPLES[example].title}`,
    ),
  );
}

function clear(status: string): void {
  suggest(false);
  find('status').textContent = status;
  shown.abort();
  find('view').replaceChildren();
  find('lines').textContent = '';
}

function fail(reason: string): void {
  find('failure').hidden = reason === '';
  find('failure').textContent = reason;
}
