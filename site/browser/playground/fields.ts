/** The fields of an operation: sliders that say their value, choices, and a line of text. */
import { element } from '../../../src/report/pages/browser/element.ts';
import type { Field, Operation } from './operations.ts';

/** @param changed Called with the name and the new value. */
export function fieldsFor(
  { name: operation, fields }: Operation,
  settings: Readonly<Record<string, number | string>>,
  changed: (name: string, value: number | string) => void,
): HTMLElement[] {
  return fields.map((field) => {
    const id = `${operation}-${field.name}`;
    const value = settings[field.name];
    const label = (...more: HTMLElement[]) => element('label', { for: id }, field.label, ...more);
    const input = inputOf(field, id, String(value));
    if (field.range === undefined) {
      input.addEventListener('input', () => changed(field.name, input.value));
      return element('p', { class: 'field' }, label(), input);
    }
    const said = element('output', { for: id }, shown(value));
    input.addEventListener('input', () => {
      said.textContent = shown(Number(input.value));
      changed(field.name, Number(input.value));
    });
    return element('p', { class: 'field' }, label(), input, said);
  });
}

function inputOf({ range, choices }: Field, id: string, value: string): HTMLInputElement | HTMLSelectElement {
  if (choices !== undefined) {
    const options = choices.map(([choice, meaning]) => element('option', { value: choice }, meaning));
    const select = element('select', { id }, ...options) as HTMLSelectElement;
    select.value = value;
    return select;
  }
  if (range === undefined) return element('input', { id, type: 'search', value }) as HTMLInputElement;
  const { min, max, step } = range;
  const limits = { min: String(min), max: String(max), step: String(step) };
  return element('input', { id, type: 'range', ...limits, value }) as HTMLInputElement;
}

function shown(value: number | string): string {
  return String(typeof value === 'number' ? Number(value.toFixed(2)) : value);
}
