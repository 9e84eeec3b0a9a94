/** What the playground is made of: the texts with the ways to add them, the question, and the places of the answer. */
import { chosenFiles, filesDropped, type GivenFiles } from '../../../src/apps/page/given.ts';
import { button, element } from '../../../src/report/pages/browser/element.ts';
import type { DocumentList } from './documents.ts';
import type { OperationName } from './messages.ts';
import { OPERATIONS } from './operations.ts';
import { OWN, SAMPLES, type SampleName } from './samples.ts';

export interface PlaygroundActions {
  readonly texts: DocumentList;
  readonly chosen: OperationName;
  useSample(name: SampleName): void;
  choose(operation: OperationName): void;
  read(files: GivenFiles): void;
}

export function playgroundMarkup(actions: PlaygroundActions): HTMLElement[] {
  return [element('div', { class: 'playground' }, textsPanel(actions), questionPanel(actions))];
}

function textsPanel({ texts, useSample, read }: PlaygroundActions): HTMLElement {
  const examples = element('select', { id: 'sample' }) as HTMLSelectElement;
  for (const [name, { title }] of Object.entries(SAMPLES))
    examples.append(element('option', { value: name }, title));
  examples.append(element('option', { value: OWN, disabled: '' }, 'Your texts'));
  examples.addEventListener('change', () => useSample(examples.value as SampleName));
  const files = element('input', { type: 'file', multiple: '', id: 'files' }) as HTMLInputElement;
  files.addEventListener('change', async () => {
    read(await chosenFiles(files.files!));
    files.value = '';
  });
  const panel = element(
    'section',
    { class: 'panel', id: 'texts', 'aria-labelledby': 'texts-title' },
    element('h2', { id: 'texts-title' }, 'Texts'),
    element('p', { class: 'field' }, element('label', { for: 'sample' }, 'Example'), examples),
    element(
      'p',
      { class: 'choose' },
      button({ class: 'button' }, () => texts.addEmpty(), 'Add a text'),
      element('label', { class: 'button', for: 'files' }, 'Add files'),
      files,
      button({ class: 'button' }, () => texts.replace([]), 'Remove all'),
    ),
    element('p', { class: 'note' }, 'Or drop files here: text, Word, PDF, HTML, JSON lines …'),
    texts.place,
  );
  acceptDrops(panel, read);
  return panel;
}

function questionPanel({ chosen, choose }: PlaygroundActions): HTMLElement {
  const choices = OPERATIONS.map(({ name, title }) => {
    const id = `operation-${name}`;
    const input = element('input', { type: 'radio', name: 'operation', id, value: name }) as HTMLInputElement;
    input.checked = name === chosen;
    input.addEventListener('change', () => choose(name));
    return element('span', {}, input, element('label', { for: id }, title));
  });
  return element(
    'section',
    { class: 'panel', 'aria-labelledby': 'question-title' },
    element('h2', { id: 'question-title' }, 'Question'),
    element(
      'fieldset',
      { class: 'operations' },
      element('legend', { class: 'unseen' }, 'Operation'),
      ...choices,
    ),
    element('p', { id: 'about', class: 'note' }),
    element('div', { id: 'choice', class: 'fields' }),
    element('div', { id: 'fields', class: 'fields' }),
    element('p', { id: 'status', class: 'status', role: 'status' }),
    element('p', { id: 'failure', class: 'failure', role: 'alert', hidden: '' }),
    element('ul', { id: 'problems', hidden: '' }),
    element('p', { id: 'suggestion', hidden: '' }),
    element('h2', { class: 'unseen' }, 'Answer'),
    element('div', { id: 'view' }),
    more(
      'The same on the command line',
      element('pre', { id: 'command', tabindex: '0', 'aria-label': 'Command' }),
    ),
    more(
      'The answer as JSON lines',
      element('pre', { id: 'lines', tabindex: '0', 'aria-label': 'JSON lines' }),
    ),
  );
}

function more(title: string, content: HTMLElement): HTMLElement {
  return element('details', { class: 'more' }, element('summary', {}, title), content);
}

function acceptDrops(panel: HTMLElement, read: (files: GivenFiles) => void): void {
  document.addEventListener('dragover', (event) => {
    event.preventDefault();
    panel.classList.add('over');
  });
  for (const type of ['dragleave', 'drop'])
    document.addEventListener(type, () => panel.classList.remove('over'));
  document.addEventListener('drop', async (event) => {
    event.preventDefault();
    if (event.dataTransfer !== null) read(await filesDropped(event.dataTransfer));
  });
}
