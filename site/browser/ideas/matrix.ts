/** Paper D's idea: the matrix of two short texts with its two thresholds. It is computed by the playground's worker when it comes into view. */
import { element } from '../../../src/report/pages/browser/element.ts';
import { find } from '../../../src/report/pages/browser/find.ts';
import { Engine } from '../playground/engine.ts';
import { fieldsFor } from '../playground/fields.ts';
import type { Answer, Settings } from '../playground/messages.ts';
import { OPERATIONS } from '../playground/operations.ts';
import { matrixShown } from '../playground/views/matrix.ts';

const TEXTS = [
  'The ferry leaves at nine from the north pier. Fresh bread is sold from seven in the old bakery. Dogs must be on a leash at all times. The museum opens on Sundays only.',
  'Fresh bread is sold from half past seven in the old bakery. The ferry departs at nine from the north pier. Children under six travel free. The museum opens on Sundays and holidays only.',
];
const PAUSE = 150;

export function matrixIdea(): void {
  const operation = OPERATIONS.find(({ name }) => name === 'matrix')!;
  const settings: Record<string, string | number> = Object.fromEntries(
    operation.fields.map(({ name, value }) => [name, value]),
  );
  const place = find('idea-matrix');
  const view = element('div', {});
  const failure = element('p', { role: 'status' });
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const engine = new Engine((answer: Answer) => {
    failure.textContent = answer.kind === 'failed' ? answer.reason : '';
    if (answer.kind === 'answer' && answer.view.operation === 'matrix')
      view.replaceChildren(...matrixShown(answer.view));
  });
  const texts = TEXTS.map((text, at) => {
    const field = element(
      'textarea',
      { rows: '4', 'aria-label': `Text ${at + 1} of the matrix` },
      text,
    ) as HTMLTextAreaElement;
    field.addEventListener('input', later);
    return field;
  });
  const fields = fieldsFor(operation, settings, (name, value) => {
    settings[name] = value;
    later();
  });
  place.replaceChildren(...texts, ...fields, failure, view);
  const watch = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    watch.disconnect();
    later();
  });
  watch.observe(place);

  function later(): void {
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      const documents = texts.map(({ value }, at) => ({ id: `text ${at + 1}`, text: value }));
      engine.compute({ operation: 'matrix', documents, settings: settings as Settings });
    }, PAUSE);
  }
}
